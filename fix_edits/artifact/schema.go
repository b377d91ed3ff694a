package artifact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Patterns of the schema. A test checks that they agree with the functions in
// validate.go.
const (
	identifierPattern  = `^[^\x00-\x1f\x7f]+$`
	pathPattern        = `^[^/\x00]+(/[^/\x00]+)*$`
	dotPattern         = `(^|/)\.\.?(/|$)`
	sha256Pattern      = `^[0-9a-f]{64}$`
	fingerprintPattern = `^[0-9a-f]{24}$`
	pointerPattern     = `^(/([^/~]|~[01])*)*$`
	base64Pattern      = `^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$`
)

// Schema returns the JSON Schema (draft 2020-12) of an artifact, indented, with
// a final newline.
func Schema() []byte {
	return bytes.Clone(schema())
}

var schema = sync.OnceValue(func() []byte {
	root := artifactObject.schema()
	root.Schema = "https://json-schema.org/draft/2020-12/schema"
	root.ID = fmt.Sprintf("urn:rules-autofix:artifact:%d", Version)
	root.Title = fmt.Sprintf("Fix artifact of rules_autofix, version %d", Version)
	edit, fix, snapshot := editObject.schema(), fixObject.schema(), snapshotObject.schema()
	snapshot.OneOf = []*jsonschema.Schema{
		{Required: snapshotObject.namesOf(snapshotSHA256, snapshotSize), Properties: map[string]*jsonschema.Schema{
			snapshotObject.fields[snapshotAbsent].name: {Const: new(any(false))},
		}},
		{Required: snapshotObject.namesOf(snapshotAbsent), Not: without(snapshotObject.namesOf(snapshotSHA256, snapshotSize)), Properties: map[string]*jsonschema.Schema{
			snapshotObject.fields[snapshotAbsent].name: {Const: new(any(true))},
		}},
	}
	edit.OneOf = []*jsonschema.Schema{
		{
			Required: editObject.namesOf(editStart, editEnd), OneOf: either(editObject.namesOf(editNew, editNewBase64)),
			Not: without(editObject.namesOf(editCreate, editExecutable, editDelete)),
		},
		{
			Required: editObject.namesOf(editCreate), OneOf: either(editObject.namesOf(editNew, editNewBase64)),
			Not: without(editObject.namesOf(editStart, editEnd, editDelete)),
		},
		{
			Required: editObject.namesOf(editDelete),
			Not:      without(editObject.namesOf(editStart, editEnd, editNew, editNewBase64, editCreate, editExecutable)),
		},
	}
	edits := fixObject.fields[fixEdits].name
	fix.AnyOf = []*jsonschema.Schema{
		{Properties: map[string]*jsonschema.Schema{edits: {MinItems: new(1)}}},
		{Required: []string{fixObject.fields[fixResolver].name}},
	}
	fix.Not = &jsonschema.Schema{AnyOf: []*jsonschema.Schema{
		{Required: fixObject.namesOf(fixActions, fixResolver)},
		{Required: fixObject.namesOf(fixCertificate, fixResolver)},
	}}
	root.Defs = map[string]*jsonschema.Schema{
		toolObject.name():       toolObject.schema(),
		snapshotObject.name():   snapshot,
		diagnosticObject.name(): diagnosticObject.schema(),
		relatedObject.name():    relatedObject.schema(),
		fixObject.name():        fix,
		editObject.name():       edit,
		operationObject.name():  operationSchema(),
		expectsObject.name():    expectsObject.schema(),
		resolverObject.name():   resolverObject.schema(),

		certificateObject.name(): certificateObject.schema(),
		dispositionObject.name(): dispositionObject.schema(),
		leftAloneObject.name():   leftAloneObject.schema(),
	}
	compact, err := json.Marshal(root)
	if err != nil {
		panic(fmt.Errorf("artifact: the schema is wrong: %w", err)) // constant input: every test would fail
	}
	var out bytes.Buffer
	_ = json.Indent(&out, compact, "", "  ") // cannot fail on the result of Marshal
	out.WriteByte('\n')
	return out.Bytes()
})

// namesOf returns the names of the given fields.
func (o *object) namesOf(fields ...int) []string {
	names := make([]string, len(fields))
	for i, field := range fields {
		names[i] = o.fields[field].name
	}
	return names
}

// either returns schemas, one of which holds if one of the names is present.
func either(names []string) []*jsonschema.Schema {
	all := make([]*jsonschema.Schema, len(names))
	for i, name := range names {
		all[i] = &jsonschema.Schema{Required: []string{name}}
	}
	return all
}

// without returns the Not of a schema that forbids all of the names.
func without(names []string) *jsonschema.Schema { return &jsonschema.Schema{AnyOf: either(names)} }

// schema returns the schema of the object itself.
func (o *object) schema() *jsonschema.Schema {
	s := &jsonschema.Schema{
		Type:                 "object",
		Description:          o.doc,
		Properties:           map[string]*jsonschema.Schema{},
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
	}
	for _, f := range o.fields {
		shape := f.shape()
		shape.Description = f.doc
		s.Properties[f.name] = shape
		s.PropertyOrder = append(s.PropertyOrder, f.name)
		if !f.optional {
			s.Required = append(s.Required, f.name)
		}
	}
	return s
}

// name returns the name of the object among the definitions of the schema.
func (o *object) name() string {
	_, name, _ := bytes.Cut([]byte(o.what), []byte(" "))
	return string(name)
}

// operationSchema returns the schema of an operation, whose kind determines its
// fields.
func operationSchema() *jsonschema.Schema {
	s := operationObject.schema()
	for _, kind := range operationKinds {
		shape := operationShapes[kind]
		var foreign []int
		for field := operationKey; field <= operationValue; field++ {
			if (shape.required|shape.allowed)&(1<<field) == 0 {
				foreign = append(foreign, field)
			}
		}
		s.OneOf = append(s.OneOf, &jsonschema.Schema{
			Properties: map[string]*jsonschema.Schema{operationObject.fields[operationOp].name: {Const: new(any(string(kind)))}},
			Required:   operationObject.namesOf(fieldsOf(shape.required)...),
			Not:        without(operationObject.namesOf(foreign...)),
		})
	}
	return s
}

func operations() *jsonschema.Schema {
	s := many(&operationObject)()
	s.MinItems = new(1)
	return s
}

func one(o *object) func() *jsonschema.Schema {
	return func() *jsonschema.Schema { return &jsonschema.Schema{Ref: "#/$defs/" + o.name()} }
}

func many(o *object) func() *jsonschema.Schema {
	return func() *jsonschema.Schema { return &jsonschema.Schema{Type: "array", Items: one(o)()} }
}

func count(least float64) func() *jsonschema.Schema {
	return func() *jsonschema.Schema {
		return &jsonschema.Schema{Type: "integer", Minimum: &least, Maximum: new(float64(maxInteger))}
	}
}

func words[T ~string](list []T) func() *jsonschema.Schema {
	return func() *jsonschema.Schema {
		s := &jsonschema.Schema{Type: "string"}
		for _, word := range list {
			s.Enum = append(s.Enum, string(word))
		}
		return s
	}
}

func version() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "integer", Const: new(any(Version))}
}
func text() *jsonschema.Schema     { return &jsonschema.Schema{Type: "string"} }
func sentence() *jsonschema.Schema { return &jsonschema.Schema{Type: "string", MinLength: new(1)} }
func identifier() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: identifierPattern}
}

func sha256() *jsonschema.Schema   { return &jsonschema.Schema{Type: "string", Pattern: sha256Pattern} }
func boolean() *jsonschema.Schema  { return &jsonschema.Schema{Type: "boolean"} }
func pointer() *jsonschema.Schema  { return &jsonschema.Schema{Type: "string", Pattern: pointerPattern} }
func anything() *jsonschema.Schema { return &jsonschema.Schema{} }

func yes() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "boolean", Const: new(any(true))}
}

func path() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: pathPattern, Not: &jsonschema.Schema{Pattern: dotPattern}}
}

func base64Text() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: base64Pattern, ContentEncoding: "base64"}
}

func paths() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "array", Items: path(), UniqueItems: true}
}

func fingerprints() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "string", Pattern: fingerprintPattern}, MinItems: new(1)}
}

func category() *jsonschema.Schema {
	s := identifier()
	s.MaxLength = new(fixedits.MaxCategory)
	return s
}

func relatedPlaces() *jsonschema.Schema {
	s := many(&relatedObject)()
	s.MinItems, s.MaxItems = new(1), new(fixedits.MaxRelated)
	return s
}

func relatedMessageText() *jsonschema.Schema {
	s := sentence()
	s.MaxLength = new(fixedits.MaxRelatedMessage)
	return s
}

func ids() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "array", Items: identifier(), UniqueItems: true}
}
