package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// A badAction is one operation that cannot be applied.
type badAction struct {
	name  string
	file  string // bad.json and so on, with the text; another name is not created
	text  string
	op    string // its other fields, in JSON
	error string // FILE: POINTER: CODE: REASON, or its beginning
}

var badActions = []badAction{
	{"no such key", "bad.json", `{"a": 1}`, `"op": "replace_value", "json_pointer": "/b", "value": 1`, `bad.json: /b: no_target: "" has no key "b"`},
	{"no such key to remove", "bad.toml", "a = 1\n", `"op": "remove_key", "json_pointer": "", "key": "b"`, `bad.toml: /b: no_target: there is no key to remove`},
	{"no such parent", "bad.yaml", "a: 1\n", `"op": "add_value", "json_pointer": "/b/c", "key": "d", "value": 1`, `bad.yaml: /b/c: no_target: "" has no key "b"`},
	{"a parent that is a scalar", "bad.yaml", "a: 1\n", `"op": "add_value", "json_pointer": "/a/c", "key": "d", "value": 1`, `bad.yaml: /a/c: no_target: /a is an integer and has nothing in it`},
	{"an index after the end", "bad.yaml", "- 1\n", `"op": "replace_array_item", "json_pointer": "", "index": 1, "value": 1`, `bad.yaml: "": index: the array has 1 item, and 1 is not an index from 0 to 0`},
	{"an index after the end, to insert", "bad.toml", "a = []\n", `"op": "insert_array_item", "json_pointer": "/a", "index": 1, "value": 1`, `bad.toml: /a: index: `},
	{"a word for an index", "bad.json", `[1]`, `"op": "replace_value", "json_pointer": "/x", "value": 1`, `bad.json: /x: index: `},
	{"a leading zero", "bad.json", `[1, 2]`, `"op": "replace_value", "json_pointer": "/01", "value": 1`, `bad.json: /01: index: `},
	{"a key that is there", "bad.toml", "a = 1\n", `"op": "add_value", "json_pointer": "", "key": "a", "value": 2`, `bad.toml: /a: exists: `},
	{"another value than expected", "bad.yaml", "a: 1\n", `"op": "remove_key", "json_pointer": "", "key": "a", "expects": {"equals": "1"}`, `bad.yaml: /a: expects: expected to equal "1", and is 1`},

	{"a JSON key twice", "bad.json", `{"b": {"a": 1, "\u0061": 2}}`, `"op": "remove_key", "json_pointer": "/b", "key": "a"`, `bad.json: /b/a: duplicate_key: `},
	{"a TOML key twice", "bad.toml", "[t]\na = 1\na = 2\n", `"op": "remove_key", "json_pointer": "/t", "key": "a"`, `bad.toml: /t/a: duplicate_key: `},
	{"a YAML key twice", "bad.yaml", "t:\n  a: 1\n  'a': 2\n", `"op": "remove_key", "json_pointer": "/t", "key": "a"`, `bad.yaml: /t/a: duplicate_key: `},
	{"YAML keys of one text", "bad.yaml", "1: a\n'1': b\n", `"op": "remove_key", "json_pointer": "", "key": "1"`, `bad.yaml: /1: duplicate_key: `},
	{"JSON not in UTF-8", "bad.json", "{\"a\": \"caf\xe9\"}", `"op": "remove_key", "json_pointer": "", "key": "a"`, `bad.json: "": encoding: `},
	{"TOML not in UTF-8", "bad.toml", "a = \"caf\xe9\"\n", `"op": "remove_key", "json_pointer": "", "key": "a"`, `bad.toml: "": encoding: `},
	{"YAML not in UTF-8", "bad.yaml", "a: caf\xe9\n", `"op": "remove_key", "json_pointer": "", "key": "a"`, `bad.yaml: "": encoding: `},
	{"YAML in UTF-16", "bad.yaml", "\xff\xfea\x00:\x001\x00", `"op": "remove_key", "json_pointer": "", "key": "a"`, `bad.yaml: "": encoding: `},
	{"deep JSON", "bad.json", deep("[", "]", "1"), `"op": "replace_value", "json_pointer": "", "value": 1`, `bad.json: "": too_deep: `},
	{"deep TOML", "bad.toml", "a = " + deep("[", "]", "1") + "\n", `"op": "remove_key", "json_pointer": "", "key": "a"`, `bad.toml: "": too_deep: `},
	{"deep YAML", "bad.yaml", deep("[", "]", "1") + "\n", `"op": "replace_value", "json_pointer": "", "value": 1`, `bad.yaml: "": too_deep: `},
	{"deep YAML in blocks", "bad.yaml", strings.Repeat("- ", 10_001) + "1\n", `"op": "replace_value", "json_pointer": "", "value": 1`, `bad.yaml: "": too_deep: `},
	{"JSON that is cut off", "bad.json", `{"a": `, `"op": "remove_key", "json_pointer": "", "key": "a"`, `bad.json: "": syntax: line 1, column `},
	{"TOML that is malformed", "bad.toml", "a = 1\nb\n", `"op": "remove_key", "json_pointer": "", "key": "a"`, `bad.toml: "": syntax: line 2, column `},
	{"YAML that is malformed", "bad.yaml", "a: 1\nb: [\n", `"op": "remove_key", "json_pointer": "", "key": "a"`, `bad.yaml: "": syntax: line `},
	{"an empty JSON file", "bad.json", "", `"op": "add_value", "json_pointer": "", "key": "a", "value": 1`, `bad.json: "": syntax: `},

	{"tabs in YAML", "bad.yaml", "a:\n\tb: 1\n", `"op": "remove_key", "json_pointer": "", "key": "a"`, `bad.yaml: "": tabs: line 2`},
	{"several YAML documents", "bad.yaml", "a: 1\n---\na: 2\n", `"op": "remove_key", "json_pointer": "", "key": "a"`, `bad.yaml: "": document: the file has 2 documents: name one by its index in the field document`},
	{"no such YAML document", "bad.yaml", "a: 1\n---\na: 2\n", `"op": "remove_key", "document": 2, "json_pointer": "", "key": "a"`, `bad.yaml: "": document: there is no document 2: the file has 2, and the first is 0`},
	{"through an alias", "bad.yaml", "a: &x {b: 1}\nc: *x\n", `"op": "replace_value", "json_pointer": "/c/b", "value": 2`, `bad.yaml: /c: alias: the alias *x: `},
	{"what an alias repeats", "bad.yaml", "a: &x {b: 1}\nc: *x\n", `"op": "replace_value", "json_pointer": "/a/b", "value": 2`, `bad.yaml: /a: alias: aliases of &x have the same value, `},
	{"through a merge key", "bad.yaml", "a: &x {b: {c: 1}}\nd:\n  <<: *x\n", `"op": "replace_value", "json_pointer": "/d/b/c", "value": 2`, `bad.yaml: /d/b: merge_key: `},
	{"a key from a merge", "bad.yaml", "a: &x {b: 1}\nd:\n  <<: *x\n", `"op": "remove_key", "json_pointer": "/d", "key": "b"`, `bad.yaml: /d/b: merge_key: `},
	{"an alias that contains itself", "bad.yaml", "a: &x [*x]\n", `"op": "replace_value", "json_pointer": "/a", "value": 2`, `bad.yaml: /a/0: alias: the alias *x is within its own anchor`},
	{"a billion laughs", "bad.yaml", laughs(), `"op": "replace_value", "json_pointer": "/a", "value": 2`, `bad.yaml: /b4/7: alias: `},
	{"null in TOML", "bad.toml", "a = 1\n", `"op": "replace_value", "json_pointer": "/a", "value": null`, `bad.toml: /a: unsupported_value: `},

	{"a file above the root", "../bad.json", "", `"op": "replace_value", "json_pointer": "", "value": 1`, `../bad.json: "": outside: not within the workspace`},
	{"a file above the root, in a folder", "a/../../bad.json", "", `"op": "replace_value", "json_pointer": "", "value": 1`, `a/../../bad.json: "": outside: not within the workspace`},
	{"an absolute file", "/etc/passwd", "", `"op": "replace_value", "json_pointer": "", "value": 1`, `/etc/passwd: "": outside: an absolute path: files are relative to the workspace`},
	{"an absolute file of Windows", "C:/a.json", "", `"op": "replace_value", "json_pointer": "", "value": 1`, `C:/a.json: "": outside: an absolute path: files are relative to the workspace`},
	{"through a link", "link/bad.json", "", `"op": "replace_value", "json_pointer": "", "value": 1`, `link/bad.json: "": outside: not within the workspace`},
	{"a folder", "folder", "", `"op": "replace_value", "json_pointer": "", "value": 1`, `folder: "": `},
	{"no such file", "none.json", "", `"op": "replace_value", "json_pointer": "", "value": 1`, `none.json: "": no_file: there is no such file`},
	{"another language", "bad.txt", "a: 1\n", `"op": "remove_key", "json_pointer": "", "key": "a"`, `bad.txt: "": language: `},
}

func deep(open, shut, in string) string {
	return strings.Repeat(open, 10_001) + in + strings.Repeat(shut, 10_001)
}

// laughs returns a YAML file whose aliases expand to a billion values.
func laughs() string {
	var b strings.Builder
	b.WriteString("a: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n")
	for i := range 9 {
		fmt.Fprintf(&b, "b%d: &a%d [%s*a%d]\n", i, i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), i)
	}
	return b.String()
}

// Each bad action is rejected by name. Another one is applied, and none under
// the strict policy.
func TestBadActions(t *testing.T) {
	for _, test := range badActions {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			root := filepath.Join(t.TempDir(), "root")
			write := func(name, text string) {
				if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.MkdirAll(filepath.Join(root, "folder"), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("..", filepath.Join(root, "link")); err != nil {
				t.Fatal(err)
			}
			write("../bad.json", "{}")
			write("good.json", "{}\n")
			if strings.HasPrefix(test.file, "bad.") {
				write(test.file, test.text)
			}
			action := func(id, ops string) string {
				return fmt.Sprintf(`{"id": %q, "title": "Do it", "severity": "error", "targets": [{"file": "good.json", "json_pointer": "", "rule_id": "R"}], "ops": [%s]}`, id, ops)
			}
			add := func(key string) string {
				return fmt.Sprintf(`{"op": "add_value", "file": "good.json", "json_pointer": "", "key": %q, "value": true}`, key)
			}
			write("fixes.json", fmt.Sprintf(`{"pack_version": "1", "workspace_root": ".", "fix_actions": [%s, %s]}`,
				action("bad", add("half")+fmt.Sprintf(`, {"file": %q, %s}`, test.file, test.op)), action("good", add("whole"))))
			before := snapshot(t, filepath.Dir(root))
			run := func(args ...string) (string, int) {
				_, stderr, code := clitest.Command(t, root, []string{"BUILD_WORKSPACE_DIRECTORY=" + root}, nil, append([]string{"actions"}, args...)...)
				first, _, _ := strings.Cut(stderr, "\n")
				if !strings.HasPrefix(first, test.error) || !strings.HasSuffix(first, " (action bad)") || len(first) > 300 {
					t.Errorf("%v: error\n\t%s\nwant\n\t%s", args, first, test.error)
				}
				return stderr, code
			}
			if stderr, code := run("--policy=strict", "fixes.json"); code != cli.ExitFindings || !strings.Contains(stderr, "1 of 2 actions are rejected") {
				t.Errorf("strict: exit %d, %s", code, stderr)
			}
			if changed := changes(before, snapshot(t, filepath.Dir(root))); len(changed) > 0 {
				t.Errorf("strict writes %v", changed)
			}
			if stderr, code := run("fixes.json"); code != cli.ExitDone {
				t.Errorf("permissive: exit %d, %s", code, stderr)
			}
			changed := changes(before, snapshot(t, filepath.Dir(root)))
			for path := range changed {
				if strings.Contains(path, ".autofix-lock") {
					delete(changed, path)
				}
			}
			if want := "{\n  \"whole\": true\n}\n"; len(changed) != 1 || changed["root/good.json"] != want {
				t.Errorf("permissive writes %v", changed)
			}
		})
	}
}

// A malformed document names each mistake, and nothing is applied.
func TestMalformedActions(t *testing.T) {
	const (
		begin = `{"pack_version": "1", "workspace_root": ".", "fix_actions": [`
		good  = `{"id": "good", "title": "Do it", "severity": "error", "targets": [{"file": "a.json", "json_pointer": "", "rule_id": "R"}], "ops": [{"op": "add_value", "file": "a.json", "json_pointer": "", "key": "k", "value": 1}]}`
		end   = "]}"
		block = "pack_version: '1'\nworkspace_root: .\nfix_actions:\n- "
	)
	for _, test := range []struct {
		name, file, text string
		error            string // the first line of stderr, or its beginning
	}{
		{"unknown operation", "f.json", begin + strings.Replace(good, "add_value", "move", 1) + end, `f.json: /fix_actions/0/ops/0/op: shape: "move" is not one of replace_value, `},
		{"missing member", "f.json", begin + strings.Replace(good, `"key": "k", `, "", 1) + end, `f.json: /fix_actions/0/ops/0/key: shape: missing: add_value has key and value`},
		{"missing file", "f.json", begin + good + "," + strings.Replace(strings.Replace(good, `"op": "add_value", "file": "a.json", `, `"op": "add_value", `, 1), "good", "two", 1) + end, `f.json: /fix_actions/1/ops/0/file: shape: missing`},
		{"missing id", "f.json", begin + strings.Replace(good, `"id": "good", `, "", 1) + end, `f.json: /fix_actions/0/id: shape: missing`},
		{"unknown member", "f.json", begin + strings.Replace(good, `"key"`, `"keys": [], "key"`, 1) + end, `f.json: /fix_actions/0/ops/0/keys: shape: unknown name: an operation has op, `},
		{"a member twice", "f.json", begin + strings.Replace(good, `"key"`, `"op": "remove_key", "key"`, 1) + end, `f.json: /fix_actions/0/ops/0/op: duplicate_key: the name occurs twice`},
		{"a root above the workspace", "f.json", strings.Replace(begin, `"."`, `".."`, 1) + good + end, `f.json: /workspace_root: outside: not within the workspace`},
		{"an absolute root", "f.json", strings.Replace(begin, `"."`, `"/"`, 1) + good + end, `f.json: /workspace_root: outside: an absolute path: files are relative to the workspace`},
		{"no document", "f.json", "", `f.json: "": `},
		{"cut off", "f.json", begin + good, `f.json: "": syntax: line 1, column `},
		{"not UTF-8", "f.json", begin + strings.Replace(good, "Do it", "caf\xe9", 1) + end, `f.json: "": encoding: `},
		{"a deep value", "f.json", begin + strings.Replace(good, "1}]}", deep("[", "]", "1")+"}]}", 1) + end, `f.json: "": too_deep: `},
		{"YAML with an alias", "f.yaml", block + strings.Replace(good, `"Do it"`, `&x "Do it", "notes": *x`, 1), `f.yaml: /fix_actions/0/notes: alias: `},
		{"YAML with tabs", "f.yaml", "pack_version: '1'\nworkspace_root: .\nfix_actions:\n\t- a\n", `f.yaml: "": syntax: line 4, column 1: `},
		{"two YAML documents", "f.yaml", block + good + "\n---\n" + block + good + "\n", `f.yaml: "": document: `},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			for name, text := range map[string]string{"a.json": "{}\n", test.file: test.text} {
				if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			before := snapshot(t, root)
			_, stderr, code := clitest.Command(t, root, []string{"BUILD_WORKSPACE_DIRECTORY=" + root}, nil, "actions", test.file)
			if code != cli.ExitFailed || !strings.HasPrefix(stderr, test.error) || !strings.Contains(stderr, "is malformed: nothing was applied") {
				t.Errorf("exit %d, error\n\t%.500s\nwant\n\t%s", code, stderr, test.error)
			}
			if changed := changes(before, snapshot(t, root)); len(changed) > 0 {
				t.Errorf("it writes %v", changed)
			}
		})
	}
}

// A link and its target are one file: actions on both are combined, or contradict
// each other.
func TestActionsThroughLinks(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a.json", "{\"a\": 1}\n")
	if err := os.Symlink("a.json", filepath.Join(root, "link.json")); err != nil {
		t.Skip("this system has no links: ", err)
	}
	action := func(id, ops string) string {
		return fmt.Sprintf(`{"id": %q, "title": "Do it", "severity": "error", "targets": [{"file": "link.json", "json_pointer": "", "rule_id": "R"}], "ops": [%s]}`, id, ops)
	}
	write("fixes.json", fmt.Sprintf(`{"pack_version": "1", "workspace_root": ".", "fix_actions": [%s, %s, %s]}`,
		action("both", `{"op": "replace_value", "file": "a.json", "json_pointer": "/a", "value": 2}, {"op": "add_value", "file": "link.json", "json_pointer": "", "key": "b", "value": 3}`),
		action("link", `{"op": "add_value", "file": "./link.json", "json_pointer": "", "key": "c", "value": 4}`),
		action("other", `{"op": "replace_value", "file": "link.json", "json_pointer": "/a", "value": 5}`)))
	_, stderr, code := clitest.Command(t, root, []string{"BUILD_WORKSPACE_DIRECTORY=" + root}, nil, "actions", "fixes.json")
	if want := "a.json: /a: conflict: contradicts the action both (action other)\n"; code != cli.ExitDone || !strings.HasPrefix(stderr, want) {
		t.Errorf("exit %d, error\n\t%s\nwant\n\t%s", code, stderr, want)
	}
	got, err := os.ReadFile(filepath.Join(root, "a.json"))
	if want := "{\"a\": 2, \"b\": 3, \"c\": 4}\n"; err != nil || string(got) != want {
		t.Errorf("%v, %s, want %s", err, got, want)
	}
	if target, err := os.Readlink(filepath.Join(root, "link.json")); err != nil || target != "a.json" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
}
