package lint

import (
	"bytes"
	"encoding/json"
)

// QuoteJSON returns text as a string in JSON.
func QuoteJSON(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic("lint: a string that is none in JSON: " + err.Error())
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
