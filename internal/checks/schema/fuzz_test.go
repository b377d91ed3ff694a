package schema

import (
	"context"
	"errors"
	"io/fs"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// memory has files of a workspace.
type memory map[string][]byte

func (m memory) Read(path string) ([]byte, error) {
	content, ok := m[path]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return content, nil
}

func (m memory) Exists(path string) bool { return m[path] != nil }

func (m memory) Names(string) ([]string, error) { return nil, nil }

// Any schema and document give a well-formed artifact or an error about a file,
// and no panic.
func FuzzCheck(f *testing.F) {
	for _, schema := range []string{
		`{"properties": {"replicas": {"type": "integer", "default": 1}}, "required": ["replicas"], "additionalProperties": false}`,
		`{"anyOf": [{"type": "string"}, {"enum": [1, null]}], "x-autofix-sort": true, "uniqueItems": true}`,
		`{"$ref": "#/$defs/a", "$defs": {"a": {"propertyNames": {"pattern": "^(?!x)"}, "x-autofix-same-as": "b.json#/c"}}}`,
		`{"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://example.com/a", "oneOf": [{"not": {}}, {"$ref": "b"}]}`,
		`{"$ref": "#"}`, `[`, `{"$ref": "../../x.json"}`, `{"unevaluatedProperties": false, "deprecated": true, "x-autofix-renamed-to": "y"}`,
	} {
		for _, document := range []string{`{"replicas": "3", "x": [1, 1.0, "1"]}`, `[3, 2, 1]`, `null`, `{"a": 1e999, "b": {"c": 1}} // autofix ignore=type`, "\xff", `{"a":1,"a":2}`} {
			f.Add([]byte(schema), []byte(document))
		}
	}
	r := checks.New(artifact.Tool{Name: "autofix"}, New(nil))
	c, err := config.Parse("autofix.toml", []byte("[[schema]]\nschema = \"s.json\"\nfiles = [\"a.*\"]\nurl = \"http://example.com/b\"\n"), r.Sections())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, schema, document []byte) {
		for _, name := range []string{"a.jsonc", "a.yaml", "a.toml"} {
			around := config.NewToolFiles(r.FileKinds())
			if err := around.Find(memory{"s.json": schema, name: document, "b.json": []byte(`{"c": 1}`)}, nil); err != nil {
				t.Fatal(err)
			}
			a, err := r.Run(context.Background(), "", []checks.File{{Path: name, Content: document}}, c.WithToolFiles(around))
			if err != nil {
				if _, ok := errors.AsType[*config.Error](err); !ok {
					t.Fatal(err)
				}
				continue
			}
			data, err := artifact.Marshal(a)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := artifact.Decode(data); err != nil {
				t.Fatal(err)
			}
		}
	})
}
