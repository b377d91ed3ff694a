package fixedits

import (
	"bytes"
	"encoding/json"
	"slices"
)

// An OperationKind is the kind of a structured operation.
type OperationKind string

const (
	OpReplaceValue     OperationKind = "replace_value"      // of Pointer, with Value
	OpAddValue         OperationKind = "add_value"          // to the object at Pointer, as Key
	OpRemoveKey        OperationKind = "remove_key"         // Key, from the object at Pointer
	OpInsertArrayItem  OperationKind = "insert_array_item"  // into the array at Pointer, before Index
	OpReplaceArrayItem OperationKind = "replace_array_item" // of the array at Pointer, at Index
	OpRenameKey        OperationKind = "rename_key"         // of the object at Pointer, From to To
)

// An Operation changes one place of a YAML, JSON or TOML file, named by a JSON
// Pointer (RFC 6901) instead of by bytes. Its kind determines which of Key,
// From, To, Index and Value it has. Package artifact reads and writes it; the
// tags are for other readers.
type Operation struct {
	Kind     OperationKind   `json:"op"`
	File     string          `json:"file"`               // workspace relative, slash separated, clean
	Document *int            `json:"document,omitempty"` // of a YAML file of several documents, from 0; nil if the file must have exactly one
	Pointer  string          `json:"json_pointer"`       // "" is the whole document
	Key      string          `json:"key,omitempty"`      // may be empty, which is a key like any other
	From     string          `json:"from,omitempty"`     // likewise
	To       string          `json:"to,omitempty"`       // likewise
	Index    *int            `json:"index,omitempty"`    // from 0; nil appends
	Value    json.RawMessage `json:"value,omitempty"`    // never empty in an operation that has a value: null is "null"
	Expects  *Expects        `json:"expects,omitempty"`  // nil expects nothing
}

// Expects is the precondition of an operation. It is about the place that
// changes: the pointer, with the key or index of the operation. Every field
// that is set must hold.
type Expects struct {
	Type   string          `json:"type,omitempty"`   // one of JSON Schema's seven; "" expects none
	Equals json.RawMessage `json:"equals,omitempty"` // nil expects none
	Exists *bool           `json:"exists,omitempty"` // nil expects nothing
}

// Equal reports whether two operations are the same. Values are compared by
// their bytes.
func (o *Operation) Equal(p *Operation) bool {
	return o.Kind == p.Kind && o.File == p.File && equalPointers(o.Document, p.Document) && o.Pointer == p.Pointer &&
		o.Key == p.Key && o.From == p.From && o.To == p.To && equalPointers(o.Index, p.Index) &&
		bytes.Equal(o.Value, p.Value) && o.Expects.equal(p.Expects)
}

func (e *Expects) equal(f *Expects) bool {
	if e == nil || f == nil {
		return e == f
	}
	return e.Type == f.Type && equalRaw(e.Equals, f.Equals) && equalPointers(e.Exists, f.Exists)
}

func equalRaw(a, b json.RawMessage) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }

func equalPointers[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// EqualOperations reports whether two lists of operations are the same.
func EqualOperations(a, b []Operation) bool {
	return slices.EqualFunc(a, b, func(a, b Operation) bool { return a.Equal(&b) })
}
