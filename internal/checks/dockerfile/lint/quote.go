package lint

import (
	"bytes"
	"encoding/json"
)

// QuoteJSON returns text as a JSON string.
func QuoteJSON(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic("lint: encoding a JSON string: " + err.Error())
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
