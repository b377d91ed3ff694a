package operation

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Text returns a decoded value as JSON on one line of bounded length, for
// messages.
func Text(value any) string {
	const most = 60
	var b strings.Builder
	appendText(&b, value, most)
	if b.Len() <= most {
		return b.String()
	}
	return strings.ToValidUTF8(b.String()[:most], "") + "..."
}

// appendText appends a value as JSON, and stops soon after most bytes.
func appendText(b *strings.Builder, value any, most int) {
	switch value := value.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		b.WriteString(strconv.FormatBool(value))
	case json.Number:
		b.WriteString(string(value))
	case float64:
		b.WriteString(strconv.FormatFloat(value, 'g', -1, 64))
	case string:
		if len(value) > most {
			value = strings.ToValidUTF8(value[:most], "")
		}
		b.WriteString(quoteText(value))
	case []any:
		b.WriteByte('[')
		for i, item := range value {
			if b.Len() > most {
				break
			}
			if i > 0 {
				b.WriteString(", ")
			}
			appendText(b, item, most)
		}
		b.WriteByte(']')
	case map[string]any:
		b.WriteByte('{')
		for i, key := range slices.Sorted(maps.Keys(value)) {
			if b.Len() > most {
				break
			}
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(quoteText(key))
			b.WriteString(": ")
			appendText(b, value[key], most)
		}
		b.WriteByte('}')
	}
}

func quoteText(text string) string {
	raw, _ := json.Marshal(text) // cannot fail for a string
	return string(raw)
}
