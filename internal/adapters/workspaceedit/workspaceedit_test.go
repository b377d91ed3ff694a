package workspaceedit

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

// edit returns a text edit.
func edit(line, character, endLine, endCharacter int, text string) string {
	return fmt.Sprintf(`{"range": {"start": {"line": %d, "character": %d}, "end": {"line": %d, "character": %d}}, "newText": %q}`,
		line, character, endLine, endCharacter, text)
}

// document returns a change of the text of a document.
func document(uri, version, edits string) string {
	return `{"textDocument": {"uri": "` + uri + `", "version": ` + version + `}, "edits": [` + edits + `]}`
}

var given = adaptertest.Files{
	"a b.go":   "one 😀 two\r\nthree\n",
	"bom.go":   "\ufeffone\ntwo\n",
	"bytes.go": "one\xff\n",
	"open.go":  "one",
	"c.go":     "c\n",
}

func TestRead(t *testing.T) {
	const title = "Apply the edit of the language server"
	for _, test := range []struct {
		name, output  string
		want, refused []string
	}{
		{
			name:   "changes count UTF-16 code units from 0",
			output: `{"changes": {"file:///work/a%20b.go": [` + edit(0, 4, 0, 6, "x") + `, ` + edit(1, 0, 1, 5, "3") + `]}}`,
			want:   []string{"a b.go:4-8 info lsp/workspace-edit " + title, "  suggestion " + title, `    a b.go:4-8 "x"`, `    a b.go:14-19 "3"`},
		},
		{
			name:   "a character after the end of its line is the end, before CR LF",
			output: `{"changes": {"file:///work/a%20b.go": [` + edit(0, 7, 0, 1000, "x") + `]}}`,
			want:   []string{"a b.go:9-12 info lsp/workspace-edit " + title, "  suggestion " + title, `    a b.go:9-12 "x"`},
		},
		{
			name:   "the whole text of a file without a final newline",
			output: `{"changes": {"file:///work/open.go": [` + edit(0, 0, 1, 0, "x\n") + `]}}`,
			want:   []string{"open.go:0-3 info lsp/workspace-edit " + title, "  suggestion " + title, `    open.go:0-3 "x\n"`},
		},
		{
			name:   "documentChanges go first, with any version",
			output: `{"changes": {"file:///work/c.go": []}, "documentChanges": [` + document("file:///work/c.go", "7", edit(0, 0, 0, 1, "d")) + `, ` + document("file:///work/open.go", "null", edit(0, 0, 0, 0, "x")) + `]}`,
			want:   []string{"c.go:0-1 info lsp/workspace-edit " + title, "  suggestion " + title, `    c.go:0-1 "d"`, `    open.go:0-0 "x"`},
		},
		{
			name:   "two lists of edits of one version are for one text",
			output: `{"documentChanges": [` + document("file:///work/a%20b.go", "7", edit(0, 0, 0, 3, "1")) + `, ` + document("file:///work/a%20b.go", "7", edit(0, 7, 0, 10, "2")) + `]}`,
			want:   []string{"a b.go:0-3 info lsp/workspace-edit " + title, "  suggestion " + title, `    a b.go:0-3 "1"`, `    a b.go:9-12 "2"`},
		},
		{
			name:   "a file is created, with a text",
			output: `{"documentChanges": [{"kind": "create", "uri": "file:///work/new/n.go"}, ` + document("file:///work/new/n.go", "null", edit(0, 0, 0, 0, "é\n")) + `]}`,
			want:   []string{"  suggestion " + title, `    new/n.go create "é\n"`},
		},
		{
			name:   "a file is changed and renamed, and changed again",
			output: `{"documentChanges": [` + document("file:///work/c.go", "1", edit(0, 0, 0, 1, "d")) + `, {"kind": "rename", "oldUri": "file:///work/c.go", "newUri": "file:///work/d.go"}, ` + document("file:///work/d.go", "null", edit(0, 1, 0, 1, "e")) + `]}`,
			want:   []string{"c.go:0-0 info lsp/workspace-edit " + title, "  suggestion " + title, "    c.go delete", `    d.go create "de\n"`},
		},
		{
			name:   "a file is deleted",
			output: `{"documentChanges": [{"kind": "delete", "uri": "file:///work/c.go", "options": {"recursive": true}}]}`,
			want:   []string{"c.go:0-0 info lsp/workspace-edit " + title, "  suggestion " + title, "    c.go delete"},
		},
		{
			name:   "what options ignore changes nothing",
			output: `{"documentChanges": [{"kind": "create", "uri": "file:///work/c.go", "options": {"ignoreIfExists": true}}, {"kind": "rename", "oldUri": "file:///work/c.go", "newUri": "file:///work/open.go", "options": {"ignoreIfExists": true}}]}`,
		},
		{
			name:   "what is created and deleted was never there",
			output: `{"documentChanges": [{"kind": "create", "uri": "file:///work/n.go"}, {"kind": "delete", "uri": "file:///work/n.go"}]}`,
		},
		{
			name:   "an edit that needs confirmation is unsafe",
			output: `{"changes": {"file:///work/c.go": [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}, "newText": "d", "annotationId": "r"}]}, "changeAnnotations": {"r": {"label": "Rename", "needsConfirmation": true}}}`,
			want:   []string{"c.go:0-1 info lsp/workspace-edit " + title, "  unsafe " + title, `    c.go:0-1 "d"`},
		},
		{
			name:   "code actions, in a stream",
			output: `{"title": "Remove it", "kind": "quickfix", "diagnostics": [{"source": "Compiler X", "code": "Unused", "message": "c is unused", "severity": 1}], "edit": {"changes": {"file:///work/c.go": [` + edit(0, 0, 1, 0, "") + `]}}}` + "\n" + `{"title": "Run it", "command": {"command": "x"}}`,
			want:   []string{"c.go:0-2 error compiler-x/Unused c is unused", "  suggestion Remove it", `    c.go:0-2 ""`},
			refused: []string{
				"invalid: result 2 (Run it): a command for the server, not an edit: let the server resolve the code action",
			},
		},
		{
			name:   "the start of a file with a byte order mark is after it",
			output: `{"changes": {"file:///work/bom.go": [` + edit(0, 0, 1, 0, "1\n") + `]}}`,
			want:   []string{"bom.go:3-7 info lsp/workspace-edit " + title, "  suggestion " + title, `    bom.go:3-7 "1\n"`},
		},
		{
			name:    "in its first line, a byte order mark may count or not",
			output:  `{"changes": {"file:///work/bom.go": [` + edit(0, 1, 0, 2, "1") + `]}}`,
			refused: []string{"place: result 1: bom.go: the file starts with a byte order mark, and the protocol does not say whether it counts as a character"},
		},
		{
			name:    "within a character",
			output:  `{"changes": {"file:///work/a%20b.go": [` + edit(0, 5, 0, 6, "x") + `]}}`,
			refused: []string{"place: result 1: a b.go: 1:6: no such place: within a character"},
		},
		{
			name:    "a line that the file does not have",
			output:  `{"changes": {"file:///work/c.go": [` + edit(7, 0, 8, 0, "x") + `]}}`,
			refused: []string{"place: result 1: c.go: 8:1: no such place: the text has 2 lines"},
		},
		{
			name:    "backward",
			output:  `{"changes": {"file:///work/c.go": [` + edit(1, 0, 0, 0, "x") + `]}}`,
			refused: []string{"place: result 1: c.go: an edit ends before it starts"},
		},
		{
			name:    "negative",
			output:  `{"changes": {"file:///work/c.go": [` + edit(0, -1, 0, 0, "x") + `]}}`,
			refused: []string{"place: result 1: c.go: a position is negative"},
		},
		{
			name:    "a snippet",
			output:  `{"documentChanges": [` + document("file:///work/c.go", "1", `{"range": {"start": {}, "end": {}}, "snippet": {"value": "$0"}}`) + `]}`,
			refused: []string{"invalid: result 1: c.go: an edit of it has no range or no newText"},
		},
		{
			name:    "not UTF-8",
			output:  `{"changes": {"file:///work/bytes.go": [` + edit(0, 0, 0, 1, "x") + `]}}`,
			refused: []string{"place: result 1: bytes.go: not UTF-8, so the characters before a place cannot be counted"},
		},
		{
			name:    "different versions",
			output:  `{"documentChanges": [` + document("file:///work/c.go", "1", edit(0, 0, 0, 0, "x")) + `, ` + document("file:///work/c.go", "2", edit(0, 0, 0, 0, "y")) + `]}`,
			refused: []string{"invalid: result 1: c.go: its edits are for different versions of it"},
		},
		{
			name:    "one after the other",
			output:  `{"documentChanges": [` + document("file:///work/c.go", "null", edit(0, 0, 0, 0, "x")) + `, ` + document("file:///work/c.go", "null", edit(0, 0, 0, 0, "y")) + `]}`,
			refused: []string{"invalid: result 1: c.go: two documentChanges have edits of it and no version, so it is not known which text they are for"},
		},
		{
			name:    "overlapping edits",
			output:  `{"changes": {"file:///work/a%20b.go": [` + edit(0, 0, 0, 3, "x") + `, ` + edit(0, 2, 0, 4, "y") + `]}}`,
			refused: []string{"invalid: result 1: a b.go: two edits of it overlap"},
		},
		{
			name:    "a file that exists is created",
			output:  `{"documentChanges": [{"kind": "create", "uri": "file:///work/c.go"}]}`,
			refused: []string{"changed: result 1: c.go: the edit creates it, but it exists"},
		},
		{
			name:    "a file is overwritten",
			output:  `{"documentChanges": [{"kind": "create", "uri": "file:///work/c.go", "options": {"overwrite": true}}]}`,
			refused: []string{"invalid: result 1: c.go: exists, and the edit overwrites it with a new file"},
		},
		{
			name:    "a file is renamed onto another",
			output:  `{"documentChanges": [{"kind": "rename", "oldUri": "file:///work/c.go", "newUri": "file:///work/open.go"}]}`,
			refused: []string{"changed: result 1: open.go: the edit creates it, but it exists"},
		},
		{
			name:    "a file is replaced by another",
			output:  `{"documentChanges": [{"kind": "delete", "uri": "file:///work/open.go"}, {"kind": "rename", "oldUri": "file:///work/c.go", "newUri": "file:///work/open.go"}]}`,
			refused: []string{"invalid: result 1: open.go: the edit replaces it with another file"},
		},
		{
			name:    "a file that was deleted is changed",
			output:  `{"documentChanges": [{"kind": "delete", "uri": "file:///work/c.go"}, ` + document("file:///work/c.go", "null", edit(0, 0, 0, 0, "x")) + `]}`,
			refused: []string{"invalid: result 1: c.go: changed, but does not exist"},
		},
		{
			name:    "a file that was not given",
			output:  `{"changes": {"file:///work/n.go": []}}` + "\n" + `{"changes": {"https://example.com/n.go": []}}` + "\n" + `{"documentChanges": [{"kind": "create", "uri": "file:///etc/n.go"}]}`,
			refused: []string{"not_given: result 1: n.go: not among the files that the checker was given", "not_given: result 2: https://example.com/n.go: not among the files that the checker was given", "not_given: result 3: /etc/n.go: not among the files that the checker was given"},
		},
		{
			name:    "unknown and incomplete changes",
			output:  `{"documentChanges": [{"kind": "move"}]}` + `{"documentChanges": [{}]}` + `{"hello": 1}`,
			refused: []string{`invalid: result 1: documentChanges[0] has the unknown kind "move"`, "invalid: result 2: documentChanges[0] has neither a kind nor a textDocument", "invalid: value 3: another format: no changes"},
		},
		{name: "nothing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, given, "", test.output)
			adaptertest.Check(t, found, test.want...)
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadMalformed(t *testing.T) {
	for output, want := range map[string]string{
		`[]`:              "value 1: json: cannot unmarshal array into Go value of type workspaceedit.value",
		`{"changes": {"a`: "value 1: cut off at byte 15",
		`{"changes": []}`: "value 1: json: cannot unmarshal array into Go struct field value.workspaceEdit.changes of type map[string][]workspaceedit.textEdit",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("one 😀\r\n", `{"documentChanges": [`+document("a.go", "1", edit(0, 4, 0, 6, "x"))+`, {"kind": "rename", "oldUri": "a.go", "newUri": "b.go"}]}`)
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a.go", text, output) })
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	adaptertest.FuzzModel(f, Adapter{}, "a.txt", adaptertest.JSON[value], "", "", "", "create", "rename", "delete", "n.txt")
}
