package change_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
)

// block writes a search/replace block.
func block(search, replace string) string {
	return "<<<<<<< SEARCH\n" + search + "=======\n" + replace + ">>>>>>> REPLACE\n"
}

func TestParseEdits(t *testing.T) {
	base := tree{"a.go": "a\nb\nc\n", "dos.txt": "a\r\nb\r\n", "empty": "", "d/x y.txt": "x\n", "link@": "a.go"}
	made := file("a.go", base["a.go"], "a\nB\nc\n")
	remove := "<<<<<<< DELETE\n>>>>>>> DELETE\n"
	for _, row := range []struct {
		name, answer string
		want         []fixedits.FileChange
		code         patch.Code
		line         int
	}{
		{name: "a block", answer: "a.go\n" + block("b\n", "B\n"), want: []fixedits.FileChange{made}},
		{name: "in a fence", answer: "I fix it:\n\na.go\n```go\n" + block("b\n", "B\n") + "```\nDone.\n", want: []fixedits.FileChange{made}},
		{name: "in one fence with the name", answer: "```\na.go\n" + block("b\n", "B\n") + "```\n", want: []fixedits.FileChange{made}},
		{name: "a heading", answer: "### `a.go`\n\n" + block("b\n", "B\n"), want: []fixedits.FileChange{made}},
		{name: "bold with a colon", answer: "**./a.go:**\n" + block("b\n", "B\n"), want: []fixedits.FileChange{made}},
		{name: "CRLF", answer: strings.ReplaceAll("a.go\n"+block("b\n", "B\n"), "\n", "\r\n"), want: []fixedits.FileChange{made}},
		{name: "a CRLF file", answer: "dos.txt\n" + block("b\n", "B\n"), want: []fixedits.FileChange{file("dos.txt", base["dos.txt"], "a\r\nB\r\n")}},
		{name: "two blocks", answer: "a.go\n" + block("c\n", "C\n") + "\n" + block("a\n", "A\n"), want: []fixedits.FileChange{file("a.go", base["a.go"], "A\nb\nC\n")}},
		{
			name:   "files in turns",
			answer: "a.go\n" + block("c\n", "C\n") + "new.go\n" + block("", "n\n") + "a.go\n" + block("a\n", "A\n"),
			want:   []fixedits.FileChange{file("a.go", base["a.go"], "A\nb\nC\n"), created("new.go", "n\n")},
		},
		{name: "an empty file", answer: "empty\n" + block("", "x\n"), want: []fixedits.FileChange{file("empty", "", "x\n")}},
		{name: "a space", answer: "d/x y.txt\n" + block("x\n", "y\n"), want: []fixedits.FileChange{file("d/x y.txt", "x\n", "y\n")}},
		{name: "a deletion", answer: "a.go\n" + remove, want: []fixedits.FileChange{deleted("a.go", base["a.go"])}},
		{name: "markers in the text", answer: "new.md\n" + block("", "```\n<<<<<<< DELETE\n```\n"), want: []fixedits.FileChange{created("new.md", "```\n<<<<<<< DELETE\n```\n")}},

		{name: "no name", answer: block("b\n", "B\n"), code: patch.EditsNoFileName, line: 1},
		{name: "a sentence", answer: "Here is a new file:\n" + block("", "B\n"), code: patch.EditsNoFileName, line: 2},
		{name: "above", answer: "../a.go\n" + block("", "B\n"), code: patch.EditsNoFileName, line: 2},
		{name: "the hooks", answer: ".git/hooks/pre-commit\n" + block("", "B\n"), code: patch.EditsNoFileName, line: 2},
		{name: "through a link", answer: "link\n" + block("a.go\n", "B\n"), code: patch.DiffLink},
		{name: "below a link", answer: "link/new\n" + block("", "B\n"), code: patch.DiffLink},
		{name: "the line of an error", answer: "new.go\n" + block("", "n\n") + "a.go\n\n" + block("x\n", "B\n"), code: patch.EditsNotFound, line: 8},
		{name: "a file that is not there", answer: "b.go\n" + block("x\n", "B\n"), code: patch.DiffFileMissing, line: 2},
		{name: "in no place", answer: "a.go\n" + block("", "B\n"), code: patch.EditsEmptySearch, line: 2},
		{name: "no change", answer: "a.go\n" + block("a\n", "a\n"), code: patch.DiffNoChanges},
		{name: "no block", answer: "I would rather not.\n", code: patch.EditsNone},
		{name: "nothing", answer: "", code: patch.EditsNone},
		{name: "no end", answer: "a.go\n<<<<<<< SEARCH\na\n=======\nb\n", code: patch.EditsMalformed, line: 2},
		{name: "no divider", answer: "a.go\n<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n", code: patch.EditsMalformed, line: 4},
		{name: "half a deletion", answer: "a.go\n<<<<<<< DELETE\n", code: patch.EditsMalformed, line: 2},
		{name: "half a deletion at the end", answer: "a.go\n<<<<<<< DELETE", code: patch.EditsMalformed, line: 2},
		{name: "both changed and deleted", answer: "a.go\n" + block("b\n", "B\n") + remove, code: patch.EditsOverlap, line: 7},
		{name: "a deletion of nothing", answer: "b.go\n" + remove, code: patch.DiffFileMissing, line: 2},
		{name: "a file and a folder", answer: "x\n" + block("", "B\n") + "x/y\n" + block("", "B\n"), code: patch.FileAndFolder},
		{name: "too large", answer: strings.Repeat("x", 16<<20+1), code: patch.ChangeTooLarge},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, err := change.ParseEdits(row.answer, base.read)
			wantCode(t, err, row.code)
			if e, ok := err.(*patch.Error); ok && row.line > 0 && e.Line != row.line {
				t.Errorf("the error is of line %d, want %d", e.Line, row.line)
			}
			if err != nil {
				return
			}
			if diff := cmp.Diff(mustNew(t, row.want...), c); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestApply(t *testing.T) {
	base := tree{"a.go": "a\nb\nc\n", "dos.txt": "a\r\nb\r\n", "twice": "x\nx\n"}
	for _, row := range []struct {
		name   string
		edits  []change.Edit
		want   []fixedits.FileChange
		code   patch.Code
		detail string // the start of it
	}{
		{
			name: "two files", edits: []change.Edit{{Path: "a.go", Search: "b", Replace: "B"}, {Path: "dos.txt", Search: "a", Replace: "A"}, {Path: "a.go", Search: "c\n", Replace: "C\n"}},
			want: []fixedits.FileChange{file("a.go", base["a.go"], "a\nB\nC\n"), file("dos.txt", base["dos.txt"], "A\r\nb\r\n")},
		},
		{name: "markers", edits: []change.Edit{{Path: "a.go", Search: "b", Replace: "=======\n>>>>>>> REPLACE"}}, want: []fixedits.FileChange{file("a.go", base["a.go"], "a\n=======\n>>>>>>> REPLACE\nc\n")}},
		{name: "a name with a space", edits: []change.Edit{{Path: "new file", Replace: "x"}}, want: []fixedits.FileChange{created("new file", "x\n")}},
		{name: "deleted lines", edits: []change.Edit{{Path: "a.go", Search: "a\nb\n"}}, want: []fixedits.FileChange{file("a.go", base["a.go"], "c\n")}},
		{name: "a deleted file", edits: []change.Edit{{Path: "a.go", Delete: true}}, want: []fixedits.FileChange{deleted("a.go", base["a.go"])}},
		{name: "none", code: patch.DiffNoChanges},
		{name: "a bad name", edits: []change.Edit{{Path: "../x", Replace: "x"}}, code: patch.DiffBadName},
		{name: "overlap", edits: []change.Edit{{Path: "dos.txt", Search: "a", Replace: "A"}, {Path: "a.go", Search: "a\nb"}, {Path: "a.go", Search: "b"}}, code: patch.EditsOverlap, detail: "edit 3: another block"},
		{name: "twice", edits: []change.Edit{{Path: "twice", Search: "x"}}, code: patch.EditsAmbiguous, detail: "edit 1: the searched lines are in the file 2 times"},
		{name: "not there", edits: []change.Edit{{Path: "a.go", Search: "a", Replace: "A"}, {Path: "a.go", Search: "b\nd", Replace: "x"}}, code: patch.EditsNotFound, detail: "edit 2: the searched lines are not in the file; they are most like those from line 2 on, but line 2 of the search differs"},
		{name: "changed and deleted", edits: []change.Edit{{Path: "a.go", Search: "a"}, {Path: "a.go", Delete: true}}, code: patch.EditsOverlap, detail: "edit 2: "},
		{name: "too large", edits: []change.Edit{{Path: "new", Replace: strings.Repeat("x", 16<<20+1)}}, code: patch.ChangeTooLarge},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, err := change.Apply(row.edits, base.read)
			wantCode(t, err, row.code)
			if e, ok := err.(*patch.Error); ok && (e.Line != 0 || !strings.HasPrefix(e.Detail, row.detail)) {
				t.Errorf("line %d: %s, want %s", e.Line, e.Detail, row.detail)
			}
			if err != nil {
				return
			}
			if diff := cmp.Diff(mustNew(t, row.want...), c); diff != "" {
				t.Error(diff)
			}
		})
	}
}
