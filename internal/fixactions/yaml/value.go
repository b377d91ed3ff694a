package yaml

import (
	"bytes"
	"encoding/json"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A value is a new value, with its members in the order of the operation.
type value struct {
	kind  kind // scalar, mapping or sequence
	plain any  // nil, bool, string or json.Number
	keys  []string
	items []*value
}

// newValue reads the value of an operation.
func newValue(op *fixedits.Operation) (*value, error) {
	if _, err := operation.FromJSON(op.Value); err != nil { // also for its depth and its names
		return nil, fail(operation.CodeShape, op.Pointer, "the value is not JSON: %v", err)
	}
	d := json.NewDecoder(bytes.NewReader(op.Value))
	d.UseNumber()
	v := readValue(d)
	place := op.Pointer
	switch {
	case op.Kind == fixedits.OpAddValue:
		place = operation.Join(place, op.Key)
	case op.Index != nil:
		place = operation.JoinIndex(place, *op.Index)
	}
	return v, supported(v, place)
}

// supported returns an error if a value has a number that is out of the range
// of 64-bit floats: the parsers of YAML read that as a string, or as infinity.
func supported(v *value, pointer string) error {
	for i, item := range v.items {
		place := operation.JoinIndex(pointer, i)
		if v.kind == mapping {
			place = operation.Join(pointer, v.keys[i])
		}
		if err := supported(item, place); err != nil {
			return err
		}
	}
	if number, ok := v.plain.(json.Number); ok {
		if _, err := number.Float64(); err != nil {
			return fail(operation.CodeUnsupportedValue, pointer, "%s is too large for a number of YAML", operation.Text(number))
		}
	}
	return nil
}

// readValue reads JSON that is known to be well-formed.
func readValue(d *json.Decoder) *value {
	token, _ := d.Token()
	switch token {
	case json.Delim('{'):
		v := &value{kind: mapping}
		for d.More() {
			key, _ := d.Token()
			v.keys = append(v.keys, key.(string))
			v.items = append(v.items, readValue(d))
		}
		_, _ = d.Token()
		return v
	case json.Delim('['):
		v := &value{kind: sequence}
		for d.More() {
			v.items = append(v.items, readValue(d))
		}
		_, _ = d.Token()
		return v
	}
	return &value{kind: scalar, plain: token}
}

// empty reports whether a value is an empty collection, which has no lines.
func (v *value) empty() bool { return v.kind != scalar && len(v.items) == 0 }

// model returns the value in the model of package operation.
func (v *value) model() any {
	switch v.kind {
	case mapping:
		object := make(map[string]any, len(v.keys))
		for i, key := range v.keys {
			object[key] = v.items[i].model()
		}
		return object
	case sequence:
		array := make([]any, len(v.items))
		for i, item := range v.items {
			array[i] = item.model()
		}
		return array
	}
	return v.plain
}
