package spec

import (
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A field is one field of a kind of object. These tables are the only
// definition of the structure of a document: the reader takes names, required
// fields and types from them, and the schema is generated from them.
type field struct {
	name     string
	optional bool
	shape    shape
	doc      string
}

// An object is one kind of object of a document.
type object struct {
	what   string // with its article, for messages
	doc    string
	fields []field
}

func (o *object) names() string {
	names := make([]string, len(o.fields))
	for i, f := range o.fields {
		names[i] = f.name
	}
	return strings.Join(names, ", ")
}

func (o *object) field(name string) *field {
	i := slices.IndexFunc(o.fields, func(f field) bool { return f.name == name })
	if i < 0 {
		return nil
	}
	return &o.fields[i]
}

// name returns the name of the object among the definitions of the schema.
func (o *object) name() string {
	_, name, _ := strings.Cut(o.what, " ")
	return strings.ReplaceAll(name, " ", "_")
}

// A shape is the form of a value. Exactly one of its fields is set.
type shape struct {
	words   []string // a string that is one of these
	text    *text
	count   bool    // an integer from 0
	boolean bool    // true or false
	any     bool    // any JSON value
	one     *object // an object
	many    *object // an array of at least least objects
	least   int
}

// A text is the form of a string.
type text struct {
	pattern string
	valid   func(string) bool
	why     string // the string is not valid, for messages
}

var (
	anyText    = &text{valid: func(string) bool { return true }}
	sentence   = &text{pattern: `^[\s\S]+$`, valid: func(s string) bool { return s != "" }, why: "empty"}
	identifier = &text{
		pattern: `^[^\x00-\x1f\x7f]+$`,
		valid:   func(s string) bool { return s != "" && strings.IndexFunc(s, control) < 0 },
		why:     "empty, or contains a control character",
	}
	fileName = &text{
		pattern: `^[^\x00]+$`,
		valid:   func(s string) bool { return s != "" && !strings.Contains(s, "\x00") },
		why:     "empty, or contains a NUL character",
	}
	pointer = &text{
		pattern: `^(/([^/~]|~[01])*)*$`,
		valid: func(s string) bool {
			_, err := operation.Parse(s)
			return err == nil
		},
		why: `not a JSON Pointer: that is empty, or begins with "/", and has "~0" for "~" and "~1" for "/"`,
	}
)

func control(r rune) bool { return r < ' ' || r == 0x7f }

func wordsOf[T ~string](list []T) []string {
	words := make([]string, len(list))
	for i := range list {
		words[i] = string(list[i])
	}
	return words
}

var kinds = wordsOf([]fixedits.OperationKind{
	fixedits.OpReplaceValue, fixedits.OpAddValue, fixedits.OpRemoveKey, fixedits.OpInsertArrayItem, fixedits.OpReplaceArrayItem,
	fixedits.OpRenameKey,
})

var documentObject = object{
	what: "a document",
	doc: "Fix actions of one validator. The file is JSON (RFC 8259) or YAML without aliases, in UTF-8; unknown and repeated " +
		"names are errors. Beyond this schema: ids are unique; no file or workspace_root leaves the workspace.",
	fields: []field{
		{name: "pack_version", shape: shape{text: anyText}, doc: "Version of the validator that made the document."},
		{name: "workspace_root", shape: shape{text: fileName}, doc: "The folder that files are relative to: . is the root of the workspace, and other folders are relative to it."},
		{name: "fix_actions", shape: shape{many: &actionObject}, doc: "The fixes."},
	},
}

var actionObject = object{
	what: "an action",
	doc:  "One fix: all its operations are applied, or none.",
	fields: []field{
		{name: "id", shape: shape{text: identifier}, doc: "Unique in the document."},
		{name: "title", shape: shape{text: sentence}, doc: "What it does, for people: one line."},
		{name: "severity", shape: shape{words: wordsOf(severities)}, doc: "How much the finding matters."},
		{name: "targets", shape: shape{many: &targetObject, least: 1}, doc: "The findings that it fixes."},
		{name: "ops", shape: shape{many: &operationObject, least: 1}, doc: "The operations, which are applied one after the other."},
		{name: "notes", optional: true, shape: shape{text: anyText}, doc: "A short explanation, for people."},
		{name: "confidence", optional: true, shape: shape{words: wordsOf(confidences)}, doc: "Whether it can be applied unseen: high is a safe fix, medium a suggestion, and low an unsafe fix. Default medium."},
	},
}

var targetObject = object{
	what: "a target",
	doc:  "A finding that an action fixes: a file, a json_pointer and a rule_id, or a diagnostic_id, or all of them.",
	fields: []field{
		{name: "diagnostic_id", optional: true, shape: shape{text: identifier}, doc: "The id of a diagnostic of an artifact, or of a target that has its place, too."},
		{name: "file", optional: true, shape: shape{text: fileName}, doc: "The file that it is in, relative to workspace_root."},
		{name: "document", optional: true, shape: shape{count: true}, doc: "Index of the document in a YAML file of several, from 0."},
		{name: "json_pointer", optional: true, shape: shape{text: pointer}, doc: "JSON Pointer (RFC 6901) of the place; empty is the whole document."},
		{name: "rule_id", optional: true, shape: shape{text: identifier}, doc: "The rule that found it."},
	},
}

// placeOfTarget are the fields that a target without a diagnostic_id has, and
// that one with some of them has.
var placeOfTarget = []string{"file", "json_pointer", "rule_id"}

// targetSchema returns the schema of a target.
func targetSchema() *jsonschema.Schema {
	s := targetObject.schema()
	s.AnyOf = []*jsonschema.Schema{{Required: placeOfTarget}, {Required: []string{"diagnostic_id"}}}
	s.DependentRequired = map[string][]string{}
	for _, name := range append([]string{"document"}, placeOfTarget...) {
		s.DependentRequired[name] = slices.DeleteFunc(slices.Clone(placeOfTarget), func(other string) bool { return other == name })
	}
	return s
}

var operationObject = object{
	what: "an operation",
	doc: "Changes one place of a YAML, JSON or TOML file. Its op determines which of key, from, to, index and value it has: " +
		"replace_value has a value; add_value a key and a value; remove_key a key; insert_array_item a value and optionally " +
		"an index; replace_array_item an index and a value; and rename_key has from and to.",
	fields: []field{
		{name: "op", shape: shape{words: kinds}, doc: "What it does."},
		{name: "file", shape: shape{text: fileName}, doc: "The file, relative to workspace_root."},
		{name: "document", optional: true, shape: shape{count: true}, doc: "Index of the document in a YAML file of several, from 0. Without it, the file has exactly one document."},
		{name: "json_pointer", shape: shape{text: pointer}, doc: "JSON Pointer (RFC 6901) of the value, or of the object or array that changes; empty is the whole document."},
		{name: "key", optional: true, shape: shape{text: anyText}, doc: "The key that is added or removed."},
		{name: "from", optional: true, shape: shape{text: anyText}, doc: "The key that is renamed."},
		{name: "to", optional: true, shape: shape{text: anyText}, doc: "Its new name."},
		{name: "index", optional: true, shape: shape{count: true}, doc: "The index of an item of the array, from 0. An insertion without it appends."},
		{name: "value", optional: true, shape: shape{any: true}, doc: "The new value. It nests at most 100 deep."},
		{name: "expects", optional: true, shape: shape{one: &expectsObject}, doc: "What has to hold before: otherwise the whole action is rejected."},
	},
}

// ofKinds are the fields that only operations of some kinds have.
var ofKinds = []string{"key", "from", "to", "index", "value"}

var expectsObject = object{
	what: "an expectation",
	doc: "The precondition of an operation, at the place that changes: the pointer, with the key (from, of a rename) or the " +
		"index. All that it has must hold.",
	fields: []field{
		{name: "type", optional: true, shape: shape{words: operation.Types}, doc: "The type of the value. An integer is also a number."},
		{name: "equals", optional: true, shape: shape{any: true}, doc: "The value. Numbers compare by value, and objects in any order of keys."},
		{name: "exists", optional: true, shape: shape{boolean: true}, doc: "Whether there is anything."},
	},
}

// schema returns the schema of the object itself.
func (o *object) schema() *jsonschema.Schema {
	s := &jsonschema.Schema{
		Type:                 "object",
		Description:          o.doc,
		Properties:           map[string]*jsonschema.Schema{},
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
	}
	for _, f := range o.fields {
		property := f.shape.schema()
		property.Description = f.doc
		s.Properties[f.name] = property
		s.PropertyOrder = append(s.PropertyOrder, f.name)
		if !f.optional {
			s.Required = append(s.Required, f.name)
		}
	}
	return s
}

func (s *shape) schema() *jsonschema.Schema {
	switch {
	case s.words != nil:
		out := &jsonschema.Schema{Type: "string"}
		for _, word := range s.words {
			out.Enum = append(out.Enum, word)
		}
		return out
	case s.text != nil:
		return &jsonschema.Schema{Type: "string", Pattern: s.text.pattern}
	case s.count:
		return &jsonschema.Schema{Type: "integer", Minimum: new(0.0), Maximum: new(float64(maxCount))}
	case s.boolean:
		return &jsonschema.Schema{Type: "boolean"}
	case s.one != nil:
		return &jsonschema.Schema{Ref: "#/$defs/" + s.one.name()}
	case s.many != nil:
		out := &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Ref: "#/$defs/" + s.many.name()}}
		if s.least > 0 {
			out.MinItems = new(s.least)
		}
		return out
	}
	return &jsonschema.Schema{}
}

// maxCount is the largest integer that every JSON implementation represents
// exactly.
const maxCount = 1<<53 - 1

// operationSchema returns the schema of an operation, whose kind determines its
// fields.
func operationSchema() *jsonschema.Schema {
	s := operationObject.schema()
	for _, kind := range kinds {
		required, optional := artifact.OperationFields(fixedits.OperationKind(kind))
		var foreign []*jsonschema.Schema
		for _, name := range ofKinds {
			if !slices.Contains(required, name) && !slices.Contains(optional, name) {
				foreign = append(foreign, &jsonschema.Schema{Required: []string{name}})
			}
		}
		s.OneOf = append(s.OneOf, &jsonschema.Schema{
			Properties: map[string]*jsonschema.Schema{"op": {Const: new(any(kind))}},
			Required:   required,
			Not:        &jsonschema.Schema{AnyOf: foreign},
		})
	}
	return s
}
