package operation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"unicode/utf8"
)

// MaxDepth is the deepest nesting of a file. A scalar document has the depth 0.
const MaxDepth = 10_000

// MaxValueDepth is the deepest nesting of the value of an operation. It is that
// of JSON within an artifact.
const MaxValueDepth = 100

// TypeOf returns the type of a decoded value, in words of JSON Schema:
// "integer" is also a "number". It returns "" for a value that is not of the
// model.
//
// The model of decoded values is encoding/json's with UseNumber: nil, bool,
// string, json.Number, []any and map[string]any. Beyond that, infinities and
// NaN of YAML and TOML are float64, dates and times are strings as spelled, and
// keys that are not strings are named by their text.
func TypeOf(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case json.Number:
		if isInteger(string(value)) {
			return "integer"
		}
		return "number"
	case float64:
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return ""
}

// Types are the types of JSON Schema, one of which an operation may expect.
var Types = []string{"array", "boolean", "integer", "null", "number", "object", "string"}

// IsOf reports whether a value is of one of JSON Schema's types. An integer is
// a number, and a number without a fraction is an integer.
func IsOf(value any, kind string) bool {
	is := TypeOf(value)
	return is == kind || is == "integer" && kind == "number"
}

// Equal reports whether two decoded values are the same. Numbers are compared
// by value: 1, 1.0 and 1e0 are one number. NaN equals itself. The order of keys
// does not matter.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for key, value := range a {
			if other, ok := b[key]; !ok || !Equal(value, other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !Equal(a[i], b[i]) {
				return false
			}
		}
		return true
	case json.Number:
		b, ok := b.(json.Number)
		return ok && (a == b || equalNumbers(string(a), string(b)))
	case float64:
		b, ok := b.(float64)
		return ok && (a == b || math.IsNaN(a) && math.IsNaN(b))
	}
	switch b.(type) {
	case map[string]any, []any: // not comparable
		return false
	}
	return a == b
}

// CommonEnds returns how many items two arrays of lengths n and m have in
// common at their starts, and at their ends after those. Same compares an item
// of the first array with one of the second.
func CommonEnds(n, m int, same func(i, j int) bool) (head, tail int) {
	shorter := min(n, m)
	for head < shorter && same(head, head) {
		head++
	}
	for tail < shorter-head && same(n-1-tail, m-1-tail) {
		tail++
	}
	return head, tail
}

// FromJSON decodes the value of an operation. Two members of one name are an
// error, and so is a value that nests deeper than MaxValueDepth.
func FromJSON(raw json.RawMessage) (any, error) {
	if value, ok := scalarFromJSON(raw); ok {
		return value, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	value, err := fromJSON(d, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("unexpected text after the JSON value")
	}
	return value, nil
}

// scalarFromJSON decodes the most frequent values, which need no decoder.
func scalarFromJSON(raw json.RawMessage) (value any, ok bool) {
	if len(raw) == 0 || !json.Valid(raw) {
		return nil, false
	}
	switch c := raw[0]; {
	case c == '"' && raw[len(raw)-1] == '"' && !bytes.ContainsRune(raw, '\\') && utf8.Valid(raw):
		return string(raw[1 : len(raw)-1]), true
	case (c == '-' || c >= '0' && c <= '9') && raw[len(raw)-1] > ' ':
		return json.Number(raw), true
	case string(raw) == "null":
		return nil, true
	case string(raw) == "true":
		return true, true
	case string(raw) == "false":
		return false, true
	}
	return nil, false
}

var errTooDeep = fmt.Errorf("the value nests more than %d deep", MaxValueDepth)

func fromJSON(d *json.Decoder, depth int) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	bracket, nested := token.(json.Delim)
	if !nested {
		return token, nil
	}
	if depth == MaxValueDepth {
		return nil, errTooDeep
	}
	if bracket == '[' {
		array := []any{}
		for d.More() {
			item, err := fromJSON(d, depth+1)
			if err != nil {
				return nil, err
			}
			array = append(array, item)
		}
		_, err := d.Token()
		return array, err
	}
	object := map[string]any{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		key, _ := name.(string)
		if _, twice := object[key]; twice {
			return nil, fmt.Errorf("the name %q occurs twice in one object", key)
		}
		if object[key], err = fromJSON(d, depth+1); err != nil {
			return nil, err
		}
	}
	_, err = d.Token()
	return object, err
}
