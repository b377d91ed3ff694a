package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// fixed returns the files after the first fix of each finding, one line about
// each fix, and fails if the artifact is malformed.
func fixed(t *testing.T, files map[string]string, name string) (map[string]string, []string) {
	t.Helper()
	a, err := check(t, files, name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := artifact.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	if a, err = artifact.Decode(data); err != nil {
		t.Fatal(err)
	}
	first := map[string]bool{}
	for _, d := range a.Diagnostics {
		if len(d.Fixes) > 0 {
			first[d.Fixes[0]] = true
		}
	}
	var said []string
	edits := map[string][]fixedits.Edit{}
	for _, fix := range a.Fixes {
		line := fmt.Sprintf("%s %s: %s", strings.TrimPrefix(fix.Rule, "schema/"), fix.Safety, fix.Title)
		if !first[fix.ID] {
			line += " (alternative)"
		}
		said = append(said, line)
		for _, edit := range fix.Edits {
			if first[fix.ID] {
				edits[edit.Path] = append(edits[edit.Path], edit)
			}
		}
		for _, op := range fix.Actions {
			if op.File == "" {
				t.Errorf("%s: an operation of no file", line)
			}
		}
	}
	after := map[string]string{}
	for path, edits := range edits {
		fixedits.SortEdits(edits)
		text, err := fixedits.Apply([]byte(files[path]), edits)
		if err != nil {
			t.Fatal(err)
		}
		after[path] = string(text)
	}
	return after, said
}

func TestFixes(t *testing.T) {
	const toml = "[[schema]]\nschema = \"s.json\"\nfiles = [\"a.*\"]\n"
	for _, test := range []struct {
		name, schema, before, after string
		want                        []string
	}{
		{
			"many at once", `{"properties": {"replicas": {"type": "integer"}, "level": {"enum": ["info", "debug"]}, "mem": {"deprecated": true, "x-autofix-renamed-to": "memory"}, "memory": {}}, "required": ["tier"], "additionalProperties": false}`,
			"{\n  \"replicas\": \"3\",\n  \"level\": \"Info\",\n  \"mem\": 1\n}\n",
			"{\n  \"replicas\": 3,\n  \"level\": \"info\",\n  \"memory\": 1\n}\n",
			[]string{`type safe: Write 3`, `deprecated safe: Rename mem to memory`, `enum suggestion: Write "info"`},
		},
		{
			"a default", `{"required": ["tier"], "properties": {"tier": {"default": {"name": "web"}}}}`,
			"{\n  \"a\": 1 // one\n}\n", "{\n  \"a\": 1, // one\n  \"tier\": {\n    \"name\": \"web\"\n  }\n}\n",
			[]string{`required safe: Add tier: {"name": "web"}`},
		},
		{
			"a set", `{"properties": {"tags": {"uniqueItems": true, "x-autofix-sort": true}}}`,
			"{\"tags\": [\"a\", \"b\", \"a\"]}\n", "",
			[]string{`sort safe: Sort tags`, `unique safe: Remove duplicates`},
		},
		{
			"an array with comments", `{"properties": {"tags": {"x-autofix-sort": true}}}`,
			"{\"tags\": [\"b\", /* here */ \"a\"]}\n", "",
			[]string{`sort suggestion: Sort tags`},
		},
		{
			"an array with a URL", `{"properties": {"tags": {"x-autofix-sort": "b"}}}`,
			"{\"tags\": [{\"b\": 2}, {\"b\": 1}]}\n", "{\"tags\": [{\"b\": 1}, {\"b\": 2}]}\n",
			[]string{`sort safe: Sort tags by b`},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := map[string]string{"autofix.toml": toml, "s.json": test.schema, "a.jsonc": test.before}
			after, said := fixedIf(t, files, "a.jsonc", test.after != "")
			if diff := cmp.Diff(test.want, said); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.after, after["a.jsonc"]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func fixedIf(t *testing.T, files map[string]string, name string, apply bool) (map[string]string, []string) {
	t.Helper()
	if apply {
		return fixed(t, files, name)
	}
	a, err := check(t, files, name)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, fix := range a.Fixes {
		said = append(said, fmt.Sprintf("%s %s: %s", strings.TrimPrefix(fix.Rule, "schema/"), fix.Safety, fix.Title))
	}
	return nil, said
}

// One identity in two files: the fix follows the other file, and the
// alternative changes that one.
func TestSameAs(t *testing.T) {
	files := map[string]string{
		"schemas/s.json":          `{"properties": {"version": {"x-autofix-same-as": "package.json#/version"}, "team": {"x-autofix-same-as": "/owners.json#/team"}}}`,
		"autofix.toml":            "[[schema]]\nschema = \"schemas/s.json\"\nfiles = [\"app/*/service.json\"]\n",
		"app/shop/service.json":   "{\"version\": \"1.2.2\", \"team\": \"a\"}\n",
		"app/shop/package.json":   "{\n  \"version\": \"1.2.3\"\n}\n",
		"app/gone/service.json":   "{\"version\": \"1\"}\n",
		"app/other/service.json":  "{\"version\": \"1\"}\n",
		"app/other/package.json":  "{}\n",
		"app/broken/service.json": "{\"version\": \"1\"}\n",
		"app/broken/package.json": "{\n",
		"owners.json":             "{\"team\": \"a\"}\n",
	}
	after, said := fixed(t, files, "app/shop/service.json")
	if diff := cmp.Diff([]string{`same-as safe: Write "1.2.3" as in app/shop/package.json`, `same-as suggestion: Write "1.2.2" in app/shop/package.json (alternative)`}, said); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"app/shop/service.json": "{\"version\": \"1.2.3\", \"team\": \"a\"}\n"}, after); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	a, err := check(t, files, "app/shop/service.json")
	if err != nil {
		t.Fatal(err)
	}
	var read []string
	for _, snapshot := range a.Reads {
		read = append(read, snapshot.Path)
	}
	if diff := cmp.Diff([]string{"app/shop/package.json", "owners.json", "schemas/s.json"}, read); diff != "" {
		t.Errorf("reads (-want +got):\n%s", diff)
	}
	files["schemas/s.json"] = `{"properties": {"version": {"type": "integer", "x-autofix-same-as": "package.json#/version"}}}`
	_, said = fixed(t, files, "app/shop/service.json")
	if diff := cmp.Diff([]string{`same-as suggestion: Write "1.2.2" in app/shop/package.json`}, said); diff != "" { // 1.2.3 would be no integer
		t.Errorf("(-want +got):\n%s", diff)
	}
	files["schemas/s.json"] = `{"properties": {"version": {"x-autofix-same-as": "../../../package.json#/version"}}}`
	if a, err = check(t, files, "app/shop/service.json"); err != nil || len(a.Diagnostics) != 1 || !strings.HasSuffix(a.Diagnostics[0].Message, ": ../package.json is outside of the workspace") {
		t.Errorf("outside: %v, %v", a, err)
	}
	files["schemas/s.json"] = `{"properties": {"version": {"x-autofix-same-as": "package.json#/version"}}}`
	for name, want := range map[string]string{
		"gone":   "version must be the same as package.json#/version: app/gone/package.json does not exist; in a build, declare it with the configuration",
		"other":  `version must be the same as package.json#/version: app/other/package.json: "" has no key "version"`,
		"broken": "version must be the same as package.json#/version: app/broken/package.json cannot be read: ",
	} {
		a, err := check(t, files, "app/"+name+"/service.json")
		if err != nil || len(a.Diagnostics) != 1 || !strings.HasPrefix(a.Diagnostics[0].Message, want) {
			t.Errorf("%s: %v, %v, want %s", name, a, err, want)
		}
	}
}

// A fix that writes an array anew is a suggestion if there are comments about
// its items, which would end up at other ones.
func TestArraysWithComments(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       fixedits.Safety
	}{
		{"a.yaml", "a:\n  - c\n  - b\n", fixedits.SafetySafe},
		{"a.yaml", "a:\n  - c # see\n  - b\n", fixedits.SafetySuggestion},
		{"a.yaml", "a:\n  - c\n  - b # the last\n", fixedits.SafetySuggestion},
		{"a.yaml", "a:\n  # the first\n  - c\n  - b\n", fixedits.SafetySuggestion},
		{"a.yaml", "# of a\na: # all\n  - c\n  - b\n# of z\nz: 1\n", fixedits.SafetySafe},
		{"a.yaml", "a: [c, b] # all\n", fixedits.SafetySafe},
		{"a.yaml", "a: [c, # see\n  b]\n", fixedits.SafetySuggestion},
		{"b.yaml", "- c\n- b # the last\n", fixedits.SafetySuggestion},
		{"b.yaml", "# the first, or all\n- c\n- b\n", fixedits.SafetySuggestion},
		{"b.yaml", "- c\n- b\n", fixedits.SafetySafe},
		{"a.jsonc", "{\"a\": [\n  \"c\",\n  \"b\" // the last\n]} // all\n", fixedits.SafetySuggestion},
		{"a.jsonc", "{\"a\": [\"c\", \"b\"]} // all\n", fixedits.SafetySafe},
		{"a.toml", "a = [\n  \"c\", # see\n  \"b\"\n]\n", fixedits.SafetySuggestion},
		{"a.toml", "# all\na = [\"c\", \"b\"] # all\n", fixedits.SafetySafe},
		{"t.toml", "[[a]]\nn = 2\n[[a]]\nn = 1\n", fixedits.SafetySafe},
		{"t.toml", "[[a]]\nn = 2\n\n# the second\n[[a]]\nn = 1\n", fixedits.SafetySuggestion},
		{"t.toml", "# the first\n[[a]]\nn = 2\n[[a]]\nn = 1\n", fixedits.SafetySuggestion},
		{"t.toml", "[[a]]\nn = 2\n[[a]]\nn = 1 # one\n", fixedits.SafetySuggestion},
	} {
		a, err := check(t, map[string]string{
			"autofix.toml": "[[schema]]\nschema = \"a.json\"\nfiles = [\"a.*\"]\n[[schema]]\nschema = \"b.json\"\nfiles = [\"b.*\"]\n[[schema]]\nschema = \"t.json\"\nfiles = [\"t.*\"]\n",
			"a.json":       `{"properties": {"a": {"x-autofix-sort": true}}}`,
			"b.json":       `{"x-autofix-sort": true}`,
			"t.json":       `{"properties": {"a": {"x-autofix-sort": "n"}}}`,
			test.name:      test.text,
		}, test.name)
		if err != nil || len(a.Fixes) != 1 || a.Fixes[0].Safety != test.want {
			t.Errorf("%s: %q: %v, %v, want %s", test.name, test.text, a, err, test.want)
		}
	}
}
