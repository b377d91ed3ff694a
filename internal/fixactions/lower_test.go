package fixactions_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	fixactions "github.com/rules-autofix/rules_autofix/internal/fixactions"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest"
)

// files is a workspace.
type files map[string]string

func (f files) read(path string) ([]byte, error) {
	switch text, ok := f[path]; {
	case ok:
		return []byte(text), nil
	case strings.HasPrefix(path, "bazel-out/"):
		return nil, &operation.Error{Code: operation.CodeForeign, Why: "it is an output of Bazel"}
	}
	return nil, fs.ErrNotExist
}

// actions reads a list of actions, separated by blank lines. A line is a file
// and an operation in the notation of operationtest.
func actions(t testing.TB, script string) []fixactions.Action {
	t.Helper()
	var all []fixactions.Action
	for paragraph := range strings.SplitSeq(strings.TrimSpace(script), "\n\n") {
		var action fixactions.Action
		for line := range strings.Lines(paragraph) {
			file, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
			file, document, several := strings.Cut(file, "#")
			for _, op := range operationtest.Parse(t, rest) {
				op.File = file
				if several {
					op.Document = new(int(document[0] - '0'))
				}
				action.Operations = append(action.Operations, *op)
			}
		}
		all = append(all, action)
	}
	return all
}

// after returns a text with the edits of one file.
func after(text, path string, edits []fixedits.Edit) string {
	for _, e := range slices.Backward(edits) {
		if e.Path == path {
			text = text[:e.Start] + string(e.New) + text[e.End:]
		}
	}
	return text
}

func TestLower(t *testing.T) {
	workspace := files{
		"a.json": `{"a": 1, "b": [1, 2, 3]}`,
		"b.json": `{"c": {"d": null}}`,
		"x.json": `{"a": }`,
		"d.json": `{"a": 1, "a": 2}`,
		"u.json": "{\"a\": \"\xff\"}",
		"t.txt":  "a",
		"m.yaml": "a: 1 # one\n---\nb: [x]\n",
		"y.yaml": "a: &x {b: 1}\nc: *x\nd: 'e'\n",
		"t.yaml": "a:\n\tb: 1\n",
		"p.toml": "a = 1 # one\n\n[b]\nday = 2020-01-02\n",
	}
	for _, test := range []struct {
		name, actions string
		want          string // of each action: the new texts of its files, or its rejection
	}{
		{"one operation", "a.json replace /a 2", `a.json: {"a": 2, "b": [1, 2, 3]}`},
		{"operations one after the other", "a.json insert /b 0 0\na.json set /b 3 4\na.json rename . a c\na.json replace /c 5", `a.json: {"c": 5, "b": [0, 1, 2, 4]}`},
		{"several files", "b.json add /c e 1\na.json remove . a", "a.json: {\"b\": [1, 2, 3]}\nb.json: {\"c\": {\"d\": null, \"e\": 1}}"},
		{"nothing to do", "a.json replace /a 1\nb.json add /c d null", ``},
		{"operations that undo each other", "a.json replace /a 2\na.json replace /a 1", ``},
		{"actions do not see each other", "a.json insert /b 0 0\n\na.json set /b 2 4\n\na.json remove . b", `a.json: {"a": 1, "b": [0, 1, 2, 3]}` + "\n" + `a.json: {"a": 1, "b": [1, 2, 4]}` + "\n" + `a.json: {"a": 1}`},
		{"one that fails takes all with it", "b.json add /c e 1\na.json remove . c\na.json remove . a", `a.json: /c: no_target: there is no key to remove (1)`},
		{"and no other action", "a.json remove . c\n\na.json remove . a", "a.json: /c: no_target: there is no key to remove (0)\n" + `a.json: {"b": [1, 2, 3]}`},
		{"a file that is missing", "c.json remove . a", `c.json: "": no_file: file does not exist (0)`},
		{"a file that may not be changed", "bazel-out/a.json remove . a", `bazel-out/a.json: "": foreign: it is an output of Bazel (0)`},
		{"a file of no known language", "t.txt remove . a", `t.txt: "": language: its name is not that of a YAML, JSON or TOML file (0)`},
		{"a second document of JSON", "a.json#1 remove . a", `a.json: "": document: there is no document 1: the file has 1, and the first is 0 (0)`},
		{"the first document of JSON", "a.json#0 remove . a", `a.json: {"b": [1, 2, 3]}`},
		{"a pointer through a scalar", "a.json replace /a/b 1", `a.json: /a/b: no_target: /a is an integer and has nothing in it (0)`},
		{"an index after the end", "a.json set /b 3 1", `a.json: /b: index: the array has 3 items, and 3 is not an index from 0 to 2 (0)`},
		{"a malformed file", "x.json remove . a", `x.json: "": syntax`},
		{"TOML", "p.toml add /b c true\np.toml replace /a 1e1", "p.toml: a = 1e1 # one\n\n[b]\nday = 2020-01-02\nc = true\n"},
		{"a value that TOML does not have", "p.toml replace /a null", "p.toml: /a: unsupported_value: "},
		{"a date, which is a string to operations", "p.toml replace /b/day \"2020-01-02\"", ""},
		{"YAML", "y.yaml replace /d \"f\"", "y.yaml: a: &x {b: 1}\nc: *x\nd: 'f'\n"},
		{"through an alias", "y.yaml replace /c/b 2", "y.yaml: /c: alias: "},
		{"a number that YAML does not have", "y.yaml add . n {\"m\": [0, 1e400]}", "y.yaml: /n/m/1: unsupported_value: 1e400 is too large for a number of YAML (0)"},
		{"an item that TOML does not have", "p.toml add . list [1]\np.toml insert /list 0 {\"a~\": null}", "p.toml: /list/0/a~0: unsupported_value: TOML has no null (1)"},
		{"several documents", "m.yaml replace /a 2", "m.yaml: /a: document: the file has 2 documents: "},
		{"a tab", "t.yaml replace /a 2", `t.yaml: "": tabs: line 2 `},
		{"two keys of one name", "d.json remove . a", `d.json: /a: duplicate_key`},
		{"not UTF-8", "u.json remove . a", `u.json: "": encoding`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, lowered := range fixactions.Lower(workspace.read, actions(t, test.actions)) {
				if r := lowered.Rejected; r != nil {
					if !errors.As(error(r), new(*operation.Error)) || len(lowered.Edits) > 0 {
						t.Errorf("rejected %v, with %d edits", r, len(lowered.Edits))
					}
					got = append(got, fmt.Sprintf("%s (%d)", r, r.Operation))
					continue
				}
				var changed []string
				for _, e := range lowered.Edits {
					if !slices.Contains(changed, e.Path) {
						changed = append(changed, e.Path)
					}
				}
				for _, path := range changed {
					got = append(got, path+": "+after(workspace[path], path, lowered.Edits))
				}
			}
			text := strings.Join(got, "\n")
			if text != test.want && (test.want == "" || !strings.HasPrefix(text, test.want) || strings.HasSuffix(test.want, "}") || strings.HasSuffix(test.want, ")")) {
				t.Errorf("got\n%s\nwant\n%s", text, test.want)
			}
		})
	}
}

// Thousands of actions on one file are verified together, also where an
// insertion of one of them moves what another changes, and each is right alone.
func TestLowerMany(t *testing.T) {
	const n = 2000
	var text strings.Builder
	var script []string
	text.WriteString("{\n  \"list\": [\n")
	for i := range n {
		fmt.Fprintf(&text, "    {\"id\": %d, \"name\": \"n%d\"},\n", i, i)
	}
	text.WriteString("    {}\n  ]\n}\n")
	random := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		script = append(script, []string{
			fmt.Sprintf("a.json replace /list/%d/name \"x\"", i),
			fmt.Sprintf("a.json insert /list %d {\"id\": -1}", i),
			fmt.Sprintf("a.json remove /list/%d name", i),
			fmt.Sprintf("a.json rename /list/%d name title\na.json add /list/%d more [1]", i, i),
			fmt.Sprintf("a.json rename /list/%d name id", i), // is rejected
		}[random.IntN(5)])
	}
	random.Shuffle(len(script), func(i, j int) { script[i], script[j] = script[j], script[i] })
	list := actions(t, strings.Join(script, "\n\n"))
	lowered := fixactions.Lower(files{"a.json": text.String()}.read, list)
	base, err := fixactions.Open("a.json", []byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range lowered {
		if l.Isolation != "" {
			t.Errorf("%s is isolated", script[i])
		}
		if strings.Contains(script[i], "name id") != (l.Rejected != nil) {
			t.Errorf("%s: %v", script[i], l.Rejected)
		}
		if l.Rejected != nil || i%20 > 0 {
			continue
		}
		want := operation.NewState(base.Value(0))
		for j := range list[i].Operations {
			if err := want.Apply(&list[i].Operations[j]); err != nil {
				t.Fatal(err)
			}
		}
		got, err := fixactions.Open("a.json", []byte(after(text.String(), "a.json", l.Edits)))
		if err != nil {
			t.Fatal(err)
		}
		if !operation.Equal(got.Value(0), want.Value()) {
			t.Errorf("%s gives another value", script[i])
		}
	}
}

// Actions that hold alone and not together get one isolation key.
func TestLowerIsolates(t *testing.T) {
	workspace := files{"a.json": `{"a": {"x": 1, "y": 2, "z": 3}, "b": {"p": 1}, "c": 1}`}
	list := actions(t, `
a.json replace /b/p 2

a.json rename /a x w

a.json rename /a z w

a.json replace /c 2

a.json replace /a/y 4
`)
	isolated := ""
	for i, l := range fixactions.Lower(workspace.read, list) {
		if l.Rejected != nil {
			t.Errorf("%d: %v", i, l.Rejected)
		}
		if l.Isolation != "" {
			isolated += fmt.Sprint(i, l.Isolation, " ")
		}
	}
	if want := "1fix-actions:a.json 2fix-actions:a.json "; isolated != want {
		t.Errorf("isolated %s, want %s", isolated, want)
	}
}

func TestTargets(t *testing.T) {
	const text = `{"a": {"b": 12}, "c": [true]}`
	list := actions(t, "a.json replace /c/0 false")
	for _, pointer := range []string{"/a/b", "", "/a/x", "/c/0", "/c/7", "/x", "/a/b/c"} {
		list[0].Targets = append(list[0].Targets, fixactions.Target{File: "a.json", Pointer: pointer})
	}
	list[0].Targets = append(list[0].Targets, fixactions.Target{File: "gone.json"}, fixactions.Target{File: "a.json", Document: new(1)})
	lowered := fixactions.Lower(files{"a.json": text}.read, list)
	var got []string
	for _, place := range lowered[0].Places {
		got = append(got, text[place.Start:place.End])
	}
	want := []string{"12", text, `"a"`, "true", `"c"`, "", `"b"`, "", ""}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
