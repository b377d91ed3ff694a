package schema

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// Files that are no schemas end the run with their name.
func TestBadSchemas(t *testing.T) {
	const toml = "[[schema]]\nschema = \"s.json\"\nfiles = [\"a.json\"]\n"
	for _, test := range []struct {
		name, schema, want string
	}{
		{"no JSON", "{", "s.json: the schema cannot be read: line 1, column 2: the text ends too early"},
		{"empty", "\n", "s.json: the schema cannot be read: "},
		{"not UTF-8", "{\"title\": \"\xff\"}", "s.json: the schema cannot be read: "},
		{"a key twice", "{\"type\": \"string\", \"type\": \"integer\"}", "s.json: the schema cannot be read: /type: two members of one object have this name"},
		{"too deep to parse", strings.Repeat(`{"not":`, 20_000) + "{}" + strings.Repeat("}", 20_000), "s.json: the schema cannot be read: "},
		{"too deep to compile", strings.Repeat(`{"not":`, 9_000) + "{}" + strings.Repeat("}", 9_000), "s.json: the schema cannot be read: nests 9001 deep, and the limit is 1000"},
		{"a string", `"https://example.com"`, `s.json:1:1: a schema is an object or a boolean, not the string "https://example.com"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := check(t, map[string]string{"autofix.toml": toml, "a.json": "{}\n", "s.json": test.schema}, "a.json")
			if _, ok := errors.AsType[*config.Error](err); !ok || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// A schema that is a link out of the workspace, a folder, or a link to nowhere
// is not read.
func TestSchemasOutsideOfTheWorkspace(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "s.json")
	if err := os.WriteFile(outside, []byte(`{"type": "string"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, make := range map[string]func(name string) error{
		"a link out of the workspace": func(name string) error { return os.Symlink(outside, name) },
		"a folder":                    func(name string) error { return os.Mkdir(name, 0o777) },
	} {
		root := t.TempDir()
		if err := make(filepath.Join(root, "s.json")); err != nil {
			t.Fatal(err)
		}
		ws, err := workspace.Open(root)
		if err != nil {
			t.Fatal(err)
		}
		defer ws.Close()
		r := checks.New(artifact.Tool{Name: "autofix"}, New(nil))
		around := config.NewToolFiles(r.FileKinds())
		if err := around.Find(ws, nil); err != nil {
			t.Fatal(err)
		}
		for _, document := range []string{"{\"$schema\": \"s.json\"}", "// $schema: ./s.json\n{}\n"} {
			_, err = r.Run(context.Background(), "", []checks.File{{Path: "a.jsonc", Content: []byte(document)}}, (*config.Config)(nil).WithToolFiles(around))
			if _, ok := errors.AsType[*config.Error](err); !ok || !strings.HasPrefix(err.Error(), "s.json: ") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// Documents that are malformed, or that nest deep, have findings or none. They
// stop nothing.
func TestBadDocuments(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + "1" + strings.Repeat("]", n) }
	files := map[string]string{
		"autofix.toml": "[[schema]]\nschema = \"s.json\"\nfiles = [\"a.json\"]\n",
		"s.json":       `{"items": {"$ref": "#"}, "type": "array", "x-autofix-sort": true, "properties": {"a": {"type": "integer"}}}`,
	}
	for _, test := range []struct {
		name, text string
		want       []string // rules and beginnings of messages
	}{
		{"empty", "", []string{"schema/unreadable the file cannot be validated: line 1, column 1: "}},
		{"no JSON", "{", []string{"schema/unreadable the file cannot be validated: line 1, column 2: "}},
		{"not UTF-8", "{\"a\": \"\xff\"}", []string{"schema/unreadable the file cannot be validated: "}},
		{"a key twice", "{\"a\": 1, \"a\": 2}", []string{"schema/unreadable the file cannot be validated: "}},
		{"1,000 levels", deep(1_000), []string{"schema/type item ..., 0, 0, 0 must be an array, not 1"}},
		{"10,000 levels", deep(9_999), []string{"schema/unreadable the file cannot be validated: nests 9999 deep, and the limit is 1000"}},
		{"20,000 levels", deep(20_000), []string{"schema/unreadable the file cannot be validated: "}},
		{"a large number", "[[1e999999999], 1e-999999999]", []string{"schema/type item 0, 0 must be an array, not 1e999999999", "schema/type item 1 must be an array"}},
		{"ten thousand mistakes", "[" + strings.Repeat("1,", 10_000) + "1]", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, err := check(t, mapsWith(files, "a.json", test.text), "a.json")
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(test.name, "mistakes") {
				if len(a.Diagnostics) != checks.MostFindings+1 {
					t.Errorf("%d findings", len(a.Diagnostics))
				}
				return
			}
			if len(a.Diagnostics) != len(test.want) {
				t.Fatalf("%d findings, want %d: %.300v", len(a.Diagnostics), len(test.want), a.Diagnostics)
			}
			for i, d := range a.Diagnostics {
				if got := d.Rule + " " + d.Message; !strings.HasPrefix(got, test.want[i]) {
					t.Errorf("%.200s, want %s", got, test.want[i])
				}
			}
		})
	}
}
