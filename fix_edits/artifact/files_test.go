package artifact

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// renaming is an artifact with a fix that renames a file and makes two others.
const renaming = `{
  "version": 1,
  "tool": {"name": "t", "version": ""},
  "origin": "",
  "snapshots": [
    {"path": "a/empty", "absent": true},
    {"path": "bin/run", "absent": true},
    {"path": "new", "absent": true},
    {"path": "old", "sha256": "` + hash + `", "size": 4}
  ],
  "diagnostics": [
    {"id": "d1", "rule": "r", "phase": "semantic", "severity": "warning", "message": "m", "path": "new", "start": 0, "end": 0, "line": 1, "column": 1, "fixes": ["f1"]}
  ],
  "fixes": [
    {"id": "f1", "rule": "r", "phase": "semantic", "title": "t", "safety": "safe", "confidence": "high", "edits": [
      {"path": "a/empty", "create": true, "new": ""},
      {"path": "bin/run", "create": true, "executable": true, "new_base64": "/w=="},
      {"path": "new", "create": true, "new": "x\n"},
      {"path": "old", "delete": true}
    ]}
  ]
}
`

func TestFilesThatAreCreatedAndDeleted(t *testing.T) {
	a, err := Decode([]byte(renaming))
	if err != nil {
		t.Fatal(err)
	}
	want := []fixedits.Edit{
		{Path: "a/empty", Kind: fixedits.EditCreate},
		{Path: "bin/run", Kind: fixedits.EditCreate, Executable: true, New: []byte("\xff")},
		{Path: "new", Kind: fixedits.EditCreate, New: []byte("x\n")},
		{Path: "old", Kind: fixedits.EditDelete},
	}
	if diff := cmp.Diff(want, a.Fixes[0].Edits); diff != "" {
		t.Errorf("edits (-want +got):\n%s", diff)
	}
	if a.Snapshots[0] != fixedits.SnapshotOfAbsent("a/empty") {
		t.Errorf("snapshot %+v", a.Snapshots[0])
	}
	if err := validates(t, resolved(t), []byte(renaming)); err != nil {
		t.Errorf("the schema refuses it: %v", err)
	}
	a.Normalize()
	data, err := Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(renaming, string(data)); diff != "" {
		t.Errorf("written (-want +got):\n%s", diff)
	}
}

func TestDecodeRefusesFilesThatContradict(t *testing.T) {
	const create, remove, empty = `{"path": "new", "create": true, "new": "x\n"}`, `{"path": "old", "delete": true}`, `{"path": "a/empty", "absent": true}`
	schema := resolved(t)
	for _, row := range []struct {
		name, old, new string
		want           string
		bySchema       bool // the schema refuses it too
	}{
		{"an absent file with a hash", empty, `{"path": "a/empty", "absent": true, "sha256": "` + hash + `"}`, "snapshots[0]: a file that is absent has neither sha256 nor size", true},
		{"an absent file with a size", empty, `{"path": "a/empty", "absent": true, "size": 0}`, "snapshots[0]: a file that is absent has neither sha256 nor size", true},
		{"a file without anything", empty, `{"path": "a/empty"}`, "snapshots[0].sha256: missing", true},
		{"a file that is not absent", empty, `{"path": "a/empty", "absent": false}`, "snapshots[0].sha256: missing", true},
		{"a file without a size", empty, `{"path": "a/empty", "sha256": "` + hash + `"}`, "snapshots[0].size: missing", true},
		{"absent by a word", empty, `{"path": "a/empty", "absent": "true"}`, "snapshots[0].absent: expected true or false, found a string", true},
		{"an edit of an absent file", create, `{"path": "new", "start": 0, "end": 0, "new": "x\n"}`, `fixes[0].edits[2].path: "new" has an absent snapshot: an edit can only create it`, false},
		{"a deletion of an absent file", create, `{"path": "new", "delete": true}`, `fixes[0].edits[2].path: "new" has an absent snapshot: an edit can only create it`, false},
		{"a creation of a file that is there", remove, `{"path": "old", "create": true, "new": ""}`, `fixes[0].edits[3].path: "old" is created, but its snapshot is not absent`, false},
		{"a creation without a text", create, `{"path": "new", "create": true}`, "fixes[0].edits[2]: an edit has exactly one of new and new_base64", true},
		{"a creation with two texts", create, `{"path": "new", "create": true, "new": "", "new_base64": ""}`, "fixes[0].edits[2]: an edit has exactly one of new and new_base64", true},
		{"a creation at a range", create, `{"path": "new", "create": true, "new": "", "start": 0, "end": 0}`, "fixes[0].edits[2]: an edit that creates a file has no start", true},
		{"a creation that is none", create, `{"path": "new", "create": false, "new": ""}`, "fixes[0].edits[2].create: must be true or left out", true},
		{"a creation and deletion", create, `{"path": "new", "delete": true, "create": true, "new": ""}`, "fixes[0].edits[2]: an edit that creates a file has no delete", true},
		{"the other way around", create, `{"path": "new", "create": true, "new": "", "delete": true}`, "fixes[0].edits[2]: an edit that creates a file has no delete", true},
		{"a deletion with a text", remove, `{"path": "old", "delete": true, "new": ""}`, "fixes[0].edits[3]: an edit that deletes a file has no new", true},
		{"a deletion of a range", remove, `{"path": "old", "delete": true, "end": 1}`, "fixes[0].edits[3]: an edit that deletes a file has no end", true},
		{"a deletion with a mode", remove, `{"path": "old", "delete": true, "executable": true}`, "fixes[0].edits[3]: an edit that deletes a file has no executable", true},
		{"a deletion that is none", remove, `{"path": "old", "delete": false}`, "fixes[0].edits[3].delete: must be true or left out", true},
		{"an edit with a mode", remove, `{"path": "old", "start": 0, "end": 0, "new": "", "executable": false}`, "fixes[0].edits[3]: an edit that changes a file has no executable", true},
		{"an edit without a start", remove, `{"path": "old", "end": 0, "new": ""}`, "fixes[0].edits[3].start: missing", true},
		{"an edit without an end", remove, `{"path": "old", "start": 0, "new": ""}`, "fixes[0].edits[3].end: missing", true},
		{"an edit of nothing", remove, `{"path": "old"}`, "fixes[0].edits[3].start: missing", true},
		{"a finding past the end of no file", `"start": 0, "end": 0, "line"`, `"start": 0, "end": 1, "line"`, "diagnostics[0].end: 1 is past the end of new (0 bytes)", false},
	} {
		text := strings.Replace(renaming, row.old, row.new, 1)
		if text == renaming {
			t.Fatalf("%s: nothing to replace", row.name)
		}
		if _, err := Decode([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "artifact: "+row.want) {
			t.Errorf("%s: %v\nwant %s", row.name, err, row.want)
		}
		if err := validates(t, schema, []byte(text)); (err != nil) != row.bySchema {
			t.Errorf("%s: the schema says %v", row.name, err)
		}
	}
}

// What Go code may get wrong, and JSON cannot say.
func TestMarshalRefusesFilesThatContradict(t *testing.T) {
	for want, corrupt := range map[string]func(a *Artifact){
		"snapshots[0]: a file that is absent has neither sha256 nor size":   func(a *Artifact) { a.Snapshots[0].Size = 1 },
		"fixes[0].edits[2]: an edit that creates a file has no start and":   func(a *Artifact) { a.Fixes[0].Edits[2].Start = 1 },
		"fixes[0].edits[3]: an edit that deletes a file has no start and":   func(a *Artifact) { a.Fixes[0].Edits[3].End = 4 },
		"fixes[0].edits[3]: an edit that deletes a file has no new text":    func(a *Artifact) { a.Fixes[0].Edits[3].New = []byte("x") },
		`fixes[0].edits[3].executable: "old" is not created`:                func(a *Artifact) { a.Fixes[0].Edits[3].Executable = true },
		"fixes[0].edits[3]: an edit of the unknown kind 3":                  func(a *Artifact) { a.Fixes[0].Edits[3].Kind = 3 },
		`fixes[0].edits[3].path: "none" has no snapshot in this artifact`:   func(a *Artifact) { a.Fixes[0].Edits[3].Path = "none" },
		`fixes[0].edits[2].path: "new" has an absent snapshot: an edit can`: func(a *Artifact) { a.Fixes[0].Edits[2].Kind = fixedits.EditText },
	} {
		a, err := Decode([]byte(renaming))
		if err != nil {
			t.Fatal(err)
		}
		corrupt(a)
		if _, err := Marshal(a); err == nil || !strings.HasPrefix(err.Error(), "artifact: "+want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}
