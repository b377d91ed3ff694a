package fixactions_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/adapters/fixactions"
	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

var texts = map[string]string{
	"app/a.json": "{\n  \"a\": 1,\n  \"b\": [1, 2]\n}\n",
	"b.json":     "{\"c\": 1}\n",
	"d.yaml":     "a: 1 # one\n---\nb:\n- x\n",
	"gone.json":  "{}\n",
}

func given() (snapshots []fixedits.Snapshot) {
	for _, path := range []string{"app/a.json", "b.json", "d.yaml", "gone.json"} {
		snapshots = append(snapshots, fixedits.SnapshotOf(path, []byte(texts[path])))
	}
	return snapshots
}

func read(t *testing.T, dir, text string) (*adapters.Result, error) {
	t.Helper()
	files := adapters.NewFiles(given(), func(path string) ([]byte, error) {
		if path == "gone.json" {
			return nil, errors.New("it is gone")
		}
		return []byte(texts[path]), nil
	})
	return fixactions.Adapter{}.Read(strings.NewReader(text), files, dir)
}

// action returns an action of one target and one operation.
func action(id, file, operation string) string {
	return fmt.Sprintf(`{"id": %q, "title": "Do %s", "severity": "warning", "confidence": "high",
		"targets": [{"file": %q, "json_pointer": "/a", "rule_id": "r"}], "ops": [{"file": %q, %s}]}`, id, id, file, file, operation)
}

func document(root string, actions ...string) string {
	return fmt.Sprintf(`{"pack_version": "7", "workspace_root": %q, "fix_actions": [%s]}`, root, strings.Join(actions, ","))
}

// less returns an action that is a suggestion.
func less(action string) string { return strings.Replace(action, `"high"`, `"medium"`, 1) }

// named returns an action whose target has an id, too.
func named(action, with string) string {
	_, file, _ := strings.Cut(with, ", ")
	return strings.Replace(action, file+`, "json_pointer": "/a"`, with+`, "json_pointer": "/a"`, 1)
}

// onlyNamed returns an action whose target has nothing but an id.
func onlyNamed(action, id string) string {
	before, rest, _ := strings.Cut(action, `"targets": [`)
	_, after, _ := strings.Cut(rest, "]")
	return before + `"targets": [{"diagnostic_id": "` + id + `"}]` + after
}

func TestRead(t *testing.T) {
	add := func(key string) string {
		return fmt.Sprintf(`"op": "add_value", "json_pointer": "", "key": %q, "value": 1`, key)
	}
	remove := func(key string) string { return fmt.Sprintf(`"op": "remove_key", "json_pointer": "", "key": %q`, key) }
	for _, test := range []struct {
		name, dir, text string
		found, refused  []string
	}{
		{
			"an action", "", document(".", action("A", "app/a.json", remove("a"))),
			[]string{`app/a.json:2:8 r warning Do A /a: Do A safe [{app/a.json 4 14 ""}] remove_key app/a.json`},
			nil,
		},
		{
			"relative to a folder", "app", document(".", action("A", "a.json", remove("a"))),
			[]string{`app/a.json:2:8 r warning Do A /a: Do A safe [{app/a.json 4 14 ""}] remove_key app/a.json`},
			nil,
		},
		{
			"relative to its root", "", document("app", action("A", "../b.json", remove("c"))),
			[]string{`b.json:1:1 r warning Do A /a: Do A safe [{b.json 1 7 ""}] remove_key b.json`},
			nil,
		},
		{
			"a rejected one, and another", "", document(".", action("A", "app/a.json", remove("x")), action("B", "b.json", remove("c"))),
			[]string{`app/a.json:2:8 r warning Do A /a`, `b.json:1:1 r warning Do B /a: Do B safe [{b.json 1 7 ""}] remove_key b.json`},
			[]string{`rejected result 1 (A): app/a.json: /x: no_target: there is no key to remove`},
		},
		{
			"equally safe ones that write to one place", "",
			document(".", action("A", "b.json", add("k")), less(action("B", "b.json", add("l"))), action("C", "b.json", add("m")), action("D", "b.json", add("k")+`, "document": 0`)),
			[]string{
				`b.json:1:1 r warning Do A /a: Do A; Do C safe [{b.json 7 7 ", \"k\": 1, \"m\": 1"}] add_value b.json add_value b.json`,
				`b.json:1:1 r warning Do B /a: Do B suggestion [{b.json 7 7 ", \"l\": 1"}] add_value b.json`,
				`b.json:1:1 r warning Do C /a: Do A; Do C safe [{b.json 7 7 ", \"k\": 1, \"m\": 1"}] add_value b.json add_value b.json`,
				`b.json:1:1 r warning Do D /a`,
			},
			[]string{`rejected result 4 (D): b.json: "": conflict: contradicts the action A`},
		},
		{
			"a YAML file of several documents", "",
			document(".", action("A", "d.yaml", `"op": "insert_array_item", "json_pointer": "/b", "document": 1, "value": "y"`), action("B", "d.yaml", remove("a"))),
			[]string{`d.yaml:1:1 r warning Do A /a: Do A safe [{d.yaml 22 22 "- \"y\"\n"}] insert_array_item d.yaml`, `d.yaml:1:1 r warning Do B /a`},
			[]string{`rejected result 2 (B): d.yaml: "": document: the file has 2 documents: name one by its index in the field document`},
		},
		{
			"a diagnostic by its id", "app",
			document(".", named(action("A", "a.json", remove("a")), `"diagnostic_id": "D", "file": "a.json"`), onlyNamed(action("B", "a.json", add("k")), "D")),
			[]string{
				`app/a.json:2:8 r warning Do A /a: Do A safe [{app/a.json 4 14 ""}] remove_key app/a.json`,
				`app/a.json:2:8 r warning Do B /a: Do B safe [{app/a.json 25 25 ",\n  \"k\": 1"}] add_value app/a.json`,
			},
			nil,
		},
		{
			"an unknown id", "", document(".", onlyNamed(action("A", "b.json", remove("c")), "D")), nil,
			[]string{"rejected result 1 (A): b.json: \"\": unknown_diagnostic: no diagnostic has the id \"D\": give the target its file, json_pointer and rule_id, or give `autofix actions` the artifact with --artifact"},
		},
		{
			"the id of a diagnostic of another file", "",
			document(".", named(action("A", "app/a.json", remove("a")), `"diagnostic_id": "D", "file": "app/a.json"`), named(action("B", "b.json", remove("c")), `"diagnostic_id": "D", "file": "b.json"`)),
			[]string{`app/a.json:2:8 r warning Do A /a`, `b.json:1:1 r warning Do B /a`},
			[]string{
				`rejected result 1 (A): app/a.json: /a: ambiguous_diagnostic: several diagnostics have the id "D", such as r in app/a.json and r in b.json: an id names one`,
				`rejected result 2 (B): b.json: /a: ambiguous_diagnostic: several diagnostics have the id "D", such as r in app/a.json and r in b.json: an id names one`,
			},
		},
		{
			"one with nothing to do", "", document(".", action("A", "app/a.json", `"op": "replace_value", "json_pointer": "/a", "value": 1.0`)),
			[]string{`app/a.json:2:8 r warning Do A /a`},
			nil,
		},
		{
			"a file that was not given", "", document(".", action("A", "c.json", remove("x"))), nil,
			[]string{`not_given result 1 (A): c.json: not among the files that the checker was given`},
		},
		{
			"a file outside", "", document(".", action("A", "../c.json", remove("x"))), nil,
			[]string{`not_given result 1 (A): ../c.json: "": outside: not within the workspace`},
		},
		{
			"a file that cannot be read any more", "", document(".", action("A", "gone.json", remove("x"))),
			[]string{"gone.json:1:1 r warning Do A /a"},
			[]string{`changed result 1 (A): gone.json: can no longer be read: it is gone`},
		},
		{
			"YAML", "", "pack_version: '7'\nworkspace_root: .\nfix_actions:\n- " + action("A", "b.json", remove("c")) + "\n",
			[]string{`b.json:1:1 r warning Do A /a: Do A safe [{b.json 1 7 ""}] remove_key b.json`},
			nil,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			result, err := read(t, test.dir, test.text)
			if err != nil {
				t.Fatal(err)
			}
			var refused []string
			for _, refusal := range result.Refused {
				refused = append(refused, string(refusal.Code)+" "+refusal.Error())
			}
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
			result.Refused = nil
			a, err := result.Artifact("mine", "//o", given())
			if err != nil {
				t.Fatal(err)
			}
			if a.Tool.Version != "7" {
				t.Errorf("version %q", a.Tool.Version)
			}
			fixes := map[string]fixedits.Fix{}
			for _, fix := range a.Fixes {
				fixes[fix.ID] = fix
			}
			var found []string
			for _, d := range a.Diagnostics {
				text := fmt.Sprintf("%s:%d:%d %s %s %s %s", d.Path, d.Line, d.Column, d.Rule, d.Severity, d.Message, *d.Pointer)
				for _, id := range d.Fixes {
					fix := fixes[id]
					text += fmt.Sprintf(": %s %s [", fix.Title, fix.Safety)
					for _, e := range fix.Edits {
						text += fmt.Sprintf("{%s %d %d %q}", e.Path, e.Start, e.End, e.New)
					}
					text += "]"
					for _, op := range fix.Actions {
						text += fmt.Sprintf(" %s %s", op.Kind, op.File)
					}
				}
				found = append(found, text)
			}
			if diff := cmp.Diff(test.found, found); diff != "" {
				t.Errorf("found (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMalformed(t *testing.T) {
	for text, want := range map[string]string{
		``:               `fix actions: "": shape: expected a document, found null`,
		`{"version": 1}`: `fix actions: /version: shape: unknown name: a document has pack_version, workspace_root, fix_actions`,
		`{`:              `fix actions: "": syntax: line 1, column 2: the text ends too early: was it cut off?`,
	} {
		if _, err := read(t, "", text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
	if _, err := read(t, "", document("..")); err == nil || !strings.Contains(err.Error(), "/workspace_root: outside: ") {
		t.Errorf("error %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, op := range []string{
		`"op": "remove_key", "json_pointer": "", "key": "a"`, `"op": "add_value", "json_pointer": "", "key": "b", "value": null`,
		`"op": "insert_array_item", "json_pointer": "/b", "value": {"k": [1]}`, `"op": "rename_key", "json_pointer": "", "from": "a", "to": "c"`,
		`"op": "replace_value", "json_pointer": "/b/0", "value": "x", "expects": {"type": "integer"}`,
	} {
		f.Add(uint8(0), texts["app/a.json"], document(".", action("A", "a.json", op), action("B", "a.json", op)))
		f.Add(uint8(1), texts["d.yaml"], document(".", less(action("A", "a.yaml", op)), action("B", "a.yaml", op+`, "document": 1`)))
		f.Add(uint8(2), "a = 1\nb = [1]\n", "pack_version: '1'\nworkspace_root: .\nfix_actions:\n- "+action("A", "./a.toml", op))
	}
	names := []string{"a.json", "a.yaml", "a.toml"}
	f.Fuzz(func(t *testing.T, kind uint8, text, output string) {
		adaptertest.Fuzz(t, fixactions.Adapter{}, names[int(kind)%len(names)], text, output)
	})
}

// Documents that have the format, with hostile values, are no panic.
func FuzzModel(f *testing.F) {
	type op struct {
		Op       string          `json:"op"`
		File     string          `json:"file"`
		Pointer  string          `json:"json_pointer"`
		Key      *string         `json:"key,omitempty"`
		From     *string         `json:"from,omitempty"`
		To       *string         `json:"to,omitempty"`
		Index    *int            `json:"index,omitempty"`
		Document *int            `json:"document,omitempty"`
		Value    json.RawMessage `json:"value,omitempty"`
	}
	type target struct {
		File    string `json:"file"`
		Pointer string `json:"json_pointer"`
		Rule    string `json:"rule_id"`
	}
	type action struct {
		ID         string   `json:"id"`
		Title      string   `json:"title"`
		Severity   string   `json:"severity"`
		Targets    []target `json:"targets"`
		Ops        []op     `json:"ops"`
		Confidence string   `json:"confidence,omitempty"`
	}
	// fields are those of the operations.
	fields := map[string][]string{
		"replace_value": {"value"}, "add_value": {"key", "value"}, "remove_key": {"key"},
		"insert_array_item": {"value", "index"}, "replace_array_item": {"index", "value"}, "rename_key": {"from", "to"},
	}
	kinds := slices.Sorted(maps.Keys(fields))
	encode := func(actions *[]action) ([]byte, error) {
		for i := range *actions {
			a := &(*actions)[i]
			a.ID, a.Severity, a.Confidence = fmt.Sprint("A", i), "error", ""
			for j := range a.Ops {
				o := &a.Ops[j]
				o.Op = kinds[len(o.Op)%len(kinds)]
				clear := func(name string) bool { return !slices.Contains(fields[o.Op], name) }
				if clear("value") {
					o.Value = nil
				}
				if clear("key") {
					o.Key = nil
				}
				if clear("index") {
					o.Index = nil
				}
				if clear("from") {
					o.From, o.To = nil, nil
				}
			}
		}
		return json.Marshal(map[string]any{"pack_version": "1", "workspace_root": ".", "fix_actions": actions})
	}
	adaptertest.FuzzModel(f, fixactions.Adapter{}, "a.yaml", encode, "/a", "/a/0", "/b", "/-", "/~1", "/0")
}
