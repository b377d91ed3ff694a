package toml

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// decode returns a value in the model of package operation. depth is the depth
// of its key.
func (b *builder) decode(n *unstable.Node, depth int) (any, *operation.Error) {
	switch n.Kind {
	case unstable.String:
		return b.shared(n.Data, int(n.Raw.Offset), int(n.Raw.Length)), nil
	case unstable.Bool:
		return n.Data[0] == 't', nil
	case unstable.Array:
		if depth >= operation.MaxDepth {
			return nil, tooDeep()
		}
		array := []any{}
		for items := n.Children(); items.Next(); {
			if items.Node().Kind == unstable.Comment {
				continue
			}
			item, err := b.decode(items.Node(), depth+1)
			if err != nil {
				if err.Code == operation.CodeDuplicateKey {
					err.Pointer = "/" + strconv.Itoa(len(array)) + err.Pointer
				}
				return nil, err
			}
			array = append(array, item)
		}
		return array, nil
	case unstable.InlineTable:
		return b.inlineTable(n, depth)
	}
	value, why := decodeScalar(n.Kind, b.text[n.Raw.Offset:n.Raw.Offset+n.Raw.Length])
	if why != "" {
		return nil, b.wrong(int(n.Raw.Offset), why)
	}
	return value, nil
}

func (b *builder) inlineTable(n *unstable.Node, depth int) (any, *operation.Error) {
	object := map[string]any{}
	var dotted map[string]bool // pointers of the tables that dotted keys define
	for items := n.Children(); items.Next(); {
		e := items.Node()
		if e.Kind != unstable.KeyValue {
			continue
		}
		in, inner := object, depth
		pointer := ""
		for keys := e.Key(); keys.Next(); {
			k := keys.Node()
			name := b.name(k)
			pointer = operation.Join(pointer, name)
			if inner++; inner > operation.MaxDepth {
				return nil, tooDeep()
			}
			old, exists := in[name]
			if k.Next() == nil || k.Next().Kind != unstable.Key {
				if exists {
					return nil, duplicate(pointer, "the key is defined twice")
				}
				value, err := b.decode(e.Value(), inner)
				if err != nil {
					if err.Code == operation.CodeDuplicateKey {
						err.Pointer = pointer + err.Pointer
					}
					return nil, err
				}
				in[name] = value
				break
			}
			if exists && !dotted[pointer] {
				return nil, duplicate(pointer, "a dotted key adds to what is defined elsewhere")
			}
			if !exists {
				old = map[string]any{}
				in[name] = old
				if dotted == nil {
					dotted = map[string]bool{}
				}
				dotted[pointer] = true
			}
			in = old.(map[string]any)
		}
	}
	return object, nil
}

// decodeScalar returns the value of a number, date or time, or the reason why
// it is invalid.
func decodeScalar(kind unstable.Kind, text string) (value any, why string) {
	switch kind {
	case unstable.Integer:
		return decodeInteger(text)
	case unstable.Float:
		return decodeFloat(text)
	}
	if !isTime(kind, text) {
		return nil, "not a date or time"
	}
	return text, ""
}

func decodeInteger(text string) (value any, why string) {
	if len(text) <= 18 && '1' <= text[0] && text[0] <= '9' && strings.IndexByte(text, '_') < 0 {
		return json.Number(text), ""
	}
	plain := strings.ReplaceAll(text, "_", "")
	base, digits := 10, plain
	if len(plain) > 1 && plain[0] == '0' {
		base, digits = map[byte]int{'x': 16, 'o': 8, 'b': 2}[plain[1]], plain[2:]
	}
	n, err := strconv.ParseInt(digits, base, 64)
	if err != nil {
		return nil, "the integer does not fit into 64 bits"
	}
	return json.Number(strconv.FormatInt(n, 10)), ""
}

func decodeFloat(text string) (value any, why string) {
	plain := strings.TrimPrefix(strings.ReplaceAll(text, "_", ""), "+")
	switch plain {
	case "inf":
		return math.Inf(1), ""
	case "-inf":
		return math.Inf(-1), ""
	case "nan", "-nan":
		return math.NaN(), ""
	}
	if _, err := strconv.ParseFloat(plain, 64); err != nil {
		return nil, "the number is too large"
	}
	return json.Number(plain), ""
}

// isTime reports whether text is a date or time of a kind.
func isTime(kind unstable.Kind, text string) bool {
	const date, clock = "2006-01-02", "15:04:05"
	var layouts []string
	switch kind {
	case unstable.LocalDate:
		layouts = []string{date}
	case unstable.LocalTime:
		layouts = []string{clock, "15:04"}
	case unstable.LocalDateTime:
		layouts = []string{date + "T" + clock, date + "T15:04"}
	case unstable.DateTime:
		layouts = []string{date + "T" + clock + "Z07:00", date + "T15:04Z07:00"}
	}
	if len(text) > 10 && kind != unstable.LocalTime {
		text = text[:10] + "T" + strings.ToUpper(text[11:])
	}
	hour := map[unstable.Kind]int{unstable.LocalDateTime: len(date + "T"), unstable.DateTime: len(date + "T")}[kind]
	if kind != unstable.LocalDate && (len(text) < hour+len("15:") || text[hour+len("15")] != ':') {
		return false // package time takes an hour of one digit, too
	}
	for _, layout := range layouts {
		if _, err := time.Parse(layout, text); err == nil {
			return !strings.Contains(text, ",")
		}
	}
	return false
}
