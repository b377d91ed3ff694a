package spec

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func file(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The bytes of a document are fixed, whichever form and order it came in.
func TestBytes(t *testing.T) {
	want := file(t, "whole.json")
	for as, name := range map[string]string{"whole.json": "whole.json", "whole.yaml": "whole.yaml", "x": "whole.json", "-": "whole.yaml"} {
		d, err := Read(as, []byte(file(t, name)))
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			d.Normalize()
			if diff := cmp.Diff(want, string(Marshal(d))); diff != "" {
				t.Fatalf("%s (-want +got):\n%s", name, diff)
			}
			d.Actions = append(d.Actions, d.Actions[random.IntN(len(d.Actions))])
			random.Shuffle(len(d.Actions), func(i, j int) { d.Actions[i], d.Actions[j] = d.Actions[j], d.Actions[i] })
			slices.Reverse(d.Actions[0].Targets)
		}
	}
}

func TestOrder(t *testing.T) {
	d := &Document{}
	for _, key := range []string{
		// severity file document pointer rule title id
		"error b - /a r t 1", "warning a - /a r t 2", "warning a 0 /a r t 3", "warning a 1 / r t 4", "warning a 1 /b a t 5",
		"warning a 1 /b b s 6", "warning a 1 /b b t 0", "warning a 1 /b b t 1", "info a - / a a 0",
	} {
		f := strings.Fields(key)
		target := Target{File: f[1], Pointer: f[3], Rule: f[4]}
		if f[2] != "-" {
			target.Document = new(int(f[2][0] - '0'))
		}
		d.Actions = append(d.Actions, Action{ID: f[6], Title: f[5], Severity: severities[strings.Index("ewi", f[0][:1])], Targets: []Target{target}})
	}
	want := slices.Clone(d.Actions)
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		random.Shuffle(len(d.Actions), func(i, j int) { d.Actions[i], d.Actions[j] = d.Actions[j], d.Actions[i] })
		d.Normalize()
		if diff := cmp.Diff(want, d.Actions); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
	}
}

func TestEmptyDocument(t *testing.T) {
	want := "{\n  \"pack_version\": \"1\",\n  \"workspace_root\": \".\",\n  \"fix_actions\": []\n}\n"
	if got := string(Marshal(&Document{PackVersion: "1", WorkspaceRoot: "."})); got != want {
		t.Errorf("got %s", got)
	}
	if _, err := Read("a.json", []byte(want)); err != nil {
		t.Error(err)
	}
}

// Each mistake has its place. Those of a shape are all told.
func TestReadRefuses(t *testing.T) {
	whole := file(t, "whole.json")
	for _, test := range []struct{ name, old, new, want string }{
		{"nothing", whole, "", `d.json: "": syntax: line 1, column 1: the text ends too early: was it cut off?`},
		{"cut off", whole, whole[:len(whole)/2], `d.json: "": syntax: line 27, column 67: the text ends too early: was it cut off?`},
		{"a comment", `"pack_version"`, `// x`, `d.json: "": syntax: line 2, column 3: invalid character '/' looking for beginning of object key string`},
		{"two documents", whole, whole + "{}", `d.json: "": syntax: line 48, column 1: more follows the document`},
		{"not UTF-8", "10.4", "1\xff", `d.json: "": encoding: line 2, column 21: it is not UTF-8`},
		{"depth", `"my_app"`, strings.Repeat("[", 5000), `d.json: "": too_deep: the document nests more than 110 deep`},
		{"depth of a value", `"my_app"`, strings.Repeat("[", 101) + strings.Repeat("]", 101), `d.json: /fix_actions/0/ops/0/value` + strings.Repeat("/0", 100) + `: too_deep: a value nests at most 100 deep`},
		{"a list", whole, "[]", `d.json: "": shape: expected a document, found an array`},
		{"null", whole, "null", `d.json: "": shape: expected a document, found null`},
		{"an unknown name", `"notes"`, `"note"`, `d.json: /fix_actions/0/note: shape: unknown name: an action has id, title, severity, targets, ops, notes, confidence`},
		{"a name twice", `"notes"`, `"title"`, `d.json: /fix_actions/0/title: duplicate_key: the name occurs twice`},
		{"a name twice within a value", `"uid":"mod_1"`, `"ref":"mod_1"`, `d.json: /fix_actions/1/ops/2/value/ref: duplicate_key: the name occurs twice`},
		{"a missing name", `"id": "FIX_000002",`, ``, `d.json: /fix_actions/0/id: shape: missing`},
		{"an id twice", `FIX_000001`, `FIX_000002`, `d.json: /fix_actions/1/id: shape: "FIX_000002" is the id of an earlier action`},
		{"no targets", `{"file": "a.toml", "json_pointer": "/x", "rule_id": "C"}`, ``, `d.json: /fix_actions/2/targets: shape: empty`},
		{"a number for a string", `"10.4"`, `10.4`, `d.json: /pack_version: shape: expected a string, found the number 10.4`},
		{"an unknown severity", `"info"`, `"note"`, `d.json: /fix_actions/2/severity: shape: "note" is not one of error, warning, info`},
		{"an unknown operation", `"rename_key"`, `"move"`, `d.json: /fix_actions/1/ops/4/op: shape: "move" is not one of replace_value, add_value, remove_key, insert_array_item, replace_array_item, rename_key`},
		{"a missing field", `"key": "deprecated_field"`, `"document": 0`, `d.json: /fix_actions/1/ops/1/key: shape: missing: remove_key has key`},
		{"a field of another operation", `"key": "deprecated_field"`, `"key": "k", "index": 1`, `d.json: /fix_actions/1/ops/1/index: shape: remove_key has no index`},
		{"a negative index", `"index": 2`, `"index": -1`, `d.json: /fix_actions/1/ops/3/index: shape: "-1" is not from 0 to 9007199254740991`},
		{"a fraction", `"index": 2`, `"index": 1.5`, `d.json: /fix_actions/1/ops/3/index: shape: expected an integer, found the number 1.5`},
		{"an index that is too large", `"index": 2`, `"index": 1e300`, `d.json: /fix_actions/1/ops/3/index: shape: "1e300" is not from 0 to 9007199254740991`},
		{"a string for an index", `"index": 2`, `"index": "2"`, `d.json: /fix_actions/1/ops/3/index: shape: expected an integer, found the string "2"`},
		{"a malformed pointer", `"/app/name", "value"`, `"app", "value"`, `d.json: /fix_actions/0/ops/0/json_pointer: shape: "app": not a JSON Pointer: that is empty, or begins with "/", and has "~0" for "~" and "~1" for "/"`},
		{"half of a pair", `"my_app"`, `"\\ud83d \ud83d\ude00"`, ""},
		{"half of a surrogate pair", `"my_app"`, `"\ud83d\ude00 \ud83d"`, `d.json: "": encoding: line 13, column 114: the escape is half of a surrogate pair`},
		{"the second half alone", `"my_app"`, `"\\\ude00"`, `d.json: "": encoding: line 13, column 103: the escape is half of a surrogate pair`},
		{"a surrogate that is cut off", `"my_app"`, `"\ud8`, `d.json: "": syntax: line 13, column 105: invalid character ',' in \u hexadecimal character escape`},
		{"an empty file", `"file": "app/app-core.yaml"`, `"file": ""`, `d.json: /fix_actions/0/targets/0/file: shape: "": empty, or contains a NUL character`},
		{"an unknown type", `"type": "string"`, `"type": "date"`, `d.json: /fix_actions/0/ops/0/expects/type: shape: "date" is not one of array, boolean, integer, null, number, object, string`},
		{"a word for a boolean", `"exists": true`, `"exists": "true"`, `d.json: /fix_actions/0/ops/0/expects/exists: shape: expected true or false, found the string "true"`},
		{"an absolute workspace_root", `"workspace_root": "."`, `"workspace_root": "/tmp"`, `d.json: /workspace_root: outside: an absolute path: files are relative to the workspace`},
		{"a workspace_root outside", `"workspace_root": "."`, `"workspace_root": "a/../.."`, `d.json: /workspace_root: outside: not within the workspace`},
		{"several", `"confidence": "high"`, `"confidence": 1, "more": [], "title": {}`, "d.json: /fix_actions/0/more: shape: unknown name: an action has id, title, severity, targets, ops, notes, confidence\n" +
			"d.json: /fix_actions/0/title: duplicate_key: the name occurs twice\n" +
			"d.json: /fix_actions/0/confidence: shape: expected a string, found the number 1"},
	} {
		if !strings.Contains(whole, test.old) {
			t.Fatalf("%s: the test replaces %q, which is not there", test.name, test.old)
		}
		_, err := Read("d.json", []byte(strings.Replace(whole, test.old, test.new, 1)))
		if test.want == "" && err == nil {
			continue
		}
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: error\n\t%v\nwant\n\t%s", test.name, err, test.want)
		}
	}
}

func TestReadRefusesYAML(t *testing.T) {
	whole := file(t, "whole.yaml")
	for _, test := range []struct{ name, old, new, want string }{
		{"nothing", whole, "", `d.yaml: "": shape: expected a document, found null`},
		{"tabs", "\n  severity: info", "\n\tseverity: info", `d.yaml: "": syntax: line 6, column 1: found a tab character`},
		{"two documents", whole, whole + "---\na: 1\n", `d.yaml: "": document: line 64: a second YAML document begins: fix actions are one`},
		{"an alias", "value: my_app", "value: *x", `d.yaml: "": syntax: `},
		{"an alias with its anchor", "notes: Optional short note", "notes: &x a\n  title: *x", `d.yaml: /fix_actions/2/title: alias: line 54: fix actions have no YAML aliases`},
		{"a tag", "notes: Optional", "notes: !x Optional", `d.yaml: /fix_actions/2/notes: syntax: line 53: JSON has no value of the type !x`},
		{"infinity", "value: my_app", "value: .inf", `d.yaml: /fix_actions/2/ops/0/value: unsupported_value: JSON has no number +Inf`},
		{"a version that is a number", "'10.4'", "10.4", `d.yaml: /pack_version: shape: expected a string, found the number 10.4`},
		{"a list as a key", "pack_version:", "[a]:", `d.yaml: "": syntax: line 3: a key is a string`},
		{"a name twice", "notes: Optional", "title: Optional", `d.yaml: /fix_actions/2/title: duplicate_key: the name occurs twice`},
		{"depth", "value: my_app", "value: " + strings.Repeat("[", 5000), `d.yaml: "": too_deep: the document nests more than 110 deep`},
		{"not UTF-8", "my_app", "\xff", `d.yaml: "": encoding: line 62, column 12: it is not UTF-8`},
	} {
		if !strings.Contains(whole, test.old) {
			t.Fatalf("%s: the test replaces %q, which is not there", test.name, test.old)
		}
		_, err := Read("d.yaml", []byte(strings.Replace(whole, test.old, test.new, 1)))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: error\n\t%v\nwant\n\t%s", test.name, err, test.want)
		}
	}
}

// The example of the guide is a document.
func TestTheExampleOfTheGuide(t *testing.T) {
	guide, err := os.ReadFile("../../../docs/fix_actions.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(guide), "```json\n")
	example, _, _ = strings.Cut(example, "```")
	d, err := Read("docs/fix_actions.md", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(Marshal(d)); got != example {
		t.Errorf("it is written as\n%s", got)
	}
}

func TestWithin(t *testing.T) {
	for _, test := range []struct{ folder, name, want string }{
		{".", ".", "."},
		{".", "a.yaml", "a.yaml"},
		{"app", "./b/../a.yaml", "app/a.yaml"},
		{"app", "../a.yaml", "a.yaml"},
		{"app", "../../a.yaml", ""},
		{".", "..", ""},
		{".", "/a", ""},
		{".", "C:/a", ""},
		{".", `C:\a`, ""},
		{".", "a:b", "a:b"},
		{".", "a\x00", ""},
		{".", "\xff", ""},
	} {
		got, err := Within(test.folder, test.name)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s, %s: %q, %v", test.folder, test.name, got, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("a.json", []byte(file(f, "whole.json")))
	f.Add("a.yaml", []byte(file(f, "whole.yaml")))
	schema := resolved(f)
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		d, err := Read(name, data)
		if err != nil {
			return
		}
		d.Normalize()
		text := Marshal(d)
		again, err := Read("a.json", text)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v in %s", err, text)
		}
		if diff := cmp.Diff(d, again); diff != "" {
			t.Fatalf("-written +read:\n%s", diff)
		}
		if err := validates(t, schema, text); err != nil {
			t.Fatalf("the schema refuses %s: %v", text, err)
		}
	})
}

func TestFollow(t *testing.T) {
	links := map[string]string{"app/link.json": "app/a.json", "app/up.json": "b.json", "app/data.json": "app/data", "c.json": "c.json"}
	for _, test := range []struct{ root, name, want string }{
		{".", "app/link.json", "app/a.json"},
		{"app", "link.json", "a.json"},
		{"app", "./x/../link.json", "a.json"},
		{"app", "up.json", "../b.json"},
		{"app", "data.json", "data.json"}, // its target has no language
		{"app", "../c.json", "../c.json"},
		{"app", "../../c.json", "../../c.json"},
		{"app", "gone.json", "gone.json"},
	} {
		d := &Document{WorkspaceRoot: test.root, Actions: []Action{{
			Targets: []Target{{File: test.name}}, Ops: []fixedits.Operation{{File: test.name}},
		}}}
		d.Follow(func(path string) (string, error) {
			if target, ok := links[path]; ok {
				return target, nil
			}
			return "", fs.ErrNotExist
		})
		if got := d.Actions[0].Targets[0].File; got != test.want || d.Actions[0].Ops[0].File != got {
			t.Errorf("%s in %s: %s, want %s", test.name, test.root, got, test.want)
		}
	}
}
