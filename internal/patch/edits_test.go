package patch_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// block writes a search/replace block.
func block(search, replace string) string {
	return "<<<<<<< SEARCH\n" + search + "=======\n" + replace + ">>>>>>> REPLACE\n"
}

func TestApplyEdits(t *testing.T) {
	for _, row := range []struct {
		name, base, blocks string
		want               string
		code               patch.Code
		line               int
	}{
		{name: "one block", base: base, blocks: block("RUN make\n", "RUN make all\n"), want: made},
		{name: "CRLF", base: base, blocks: strings.ReplaceAll(block("RUN make\n", "RUN make all\n"), "\n", "\r\n"), want: made},
		{name: "spaces after the markers", base: base, blocks: strings.ReplaceAll(block("RUN make\n", "RUN make all\n"), "=======", "=======  "), want: made},
		{name: "the name of the file first", base: base, blocks: "Dockerfile\n" + block("RUN make\n", "RUN make all\n"), want: made},
		{name: "several lines", base: base, blocks: block("COPY . .\nRUN make\n", "COPY . .\nRUN make all\n"), want: made},
		{
			name: "two blocks, not in order", base: base, blocks: block("RUN make\n", "RUN make all\n") + "\n" + block("FROM debian:12\n", "FROM debian:13\n"),
			want: strings.Replace(made, "12", "13", 1),
		},
		{name: "blocks search the base", base: "a\nb\n", blocks: block("a\n", "b\n") + block("b\n", "a\n"), want: "b\na\n"},
		{name: "neighbors", base: "a\nb\nc\n", blocks: block("a\n", "A\nA\n") + block("b\n", "B\n"), want: "A\nA\nB\nc\n"},
		{name: "a deletion", base: "a\nb\n", blocks: block("a\n", ""), want: "b\n"},
		{name: "everything is deleted", base: "a\n", blocks: block("a\n", ""), want: ""},
		{name: "blank lines", base: "a\n\nb\n", blocks: block("\n", "# x\n"), want: "a\n# x\nb\n"},
		{name: "the end without a newline", base: "a\nb", blocks: block("b\n", "c\n"), want: "a\nc"},
		{name: "the end becomes an empty line", base: "a\nb", blocks: block("b\n", "\n"), want: "a\n\n"},
		{name: "the last line is deleted", base: "a\nb", blocks: block("b\n", ""), want: "a\n"},
		{name: "an empty file", base: "", blocks: block("", "FROM a\n"), want: "FROM a\n"},
		{name: "markers of another length are text", base: "<<<<<<<< SEARCH\n", blocks: block("<<<<<<<< SEARCH\n", "x\n"), want: "x\n"},

		{name: "not there", base: base, blocks: "\n" + block("RUN make it\n", ""), code: patch.EditsNotFound, line: 2},
		{name: "part of a line", base: base, blocks: block("RUN mak\n", ""), code: patch.EditsNotFound},
		{name: "other whitespace", base: base, blocks: block("RUN  make\n", ""), code: patch.EditsNotFound},
		{name: "in two places", base: "a\nb\na\n", blocks: block("a\n", "c\n"), code: patch.EditsAmbiguous, line: 1},
		{name: "in two places that overlap", base: "a\na\na\n", blocks: block("a\na\n", "c\n"), code: patch.EditsAmbiguous},
		{name: "the same lines", base: "a\nb\nc\n", blocks: block("a\nb\n", "x\n") + block("b\nc\n", "y\n"), code: patch.EditsOverlap, line: 7},
		{name: "the same block twice", base: "a\n", blocks: block("a\n", "x\n") + block("a\n", "x\n"), code: patch.EditsOverlap},
		{name: "two blocks for an empty file", base: "", blocks: block("", "a\n") + block("", "b\n"), code: patch.EditsOverlap},
		{name: "a search for nothing", base: "a\n", blocks: block("", "b\n"), code: patch.EditsEmptySearch, line: 1},
		{name: "nothing changes", base: "a\n", blocks: block("a\n", "a\n"), code: patch.DiffNoChanges},
		{name: "no block", base: "a\n", blocks: "\n", code: patch.EditsNone},
		{name: "text between", base: "a\n", blocks: block("a\n", "b\n") + "and then\n", code: patch.EditsMalformed, line: 6},
		{name: "another file", base: "a\n", blocks: "app/main.go\n" + block("a\n", "b\n"), code: patch.DiffFileMismatch, line: 1},
		{name: "no divider", base: "a\n", blocks: "<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n", code: patch.EditsMalformed, line: 3},
		{name: "two dividers", base: "a\n", blocks: block("a\n", "b\n=======\n"), code: patch.EditsMalformed, line: 5},
		{name: "no end", base: "a\n", blocks: "<<<<<<< SEARCH\na\n=======\nb\n", code: patch.EditsMalformed, line: 1},
		{name: "a start within", base: "a\n", blocks: "<<<<<<< SEARCH\na\n<<<<<<< SEARCH\n", code: patch.EditsMalformed, line: 3},
		{name: "an end without a start", base: "a\n", blocks: ">>>>>>> REPLACE\n", code: patch.EditsMalformed},
		{name: "a base with CRLF", base: "a\r\n", blocks: block("a\n", "b\n"), code: patch.BaseNotLF},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := patch.ApplyEdits([]byte(row.base), row.blocks, names)
			checkError(t, err, row.code, row.line)
			if err == nil && string(got.Text) != row.want {
				t.Errorf("%q, want %q", got.Text, row.want)
			}
		})
	}
}

func TestApplyEditsTellsThePlaces(t *testing.T) {
	_, err := patch.ApplyEdits([]byte(strings.Repeat("a\n", 8)), block("a\n", "c\n"), names)
	if want := "line 1: the searched lines are in the file 8 times, at lines 1, 2, 3, 4, 5 and 3 more; search for more lines, so that they are in one place only (edits_ambiguous)"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	_, err = patch.ApplyEdits([]byte("a\nb\n"), block("a\nc\n", "c\n"), names)
	if want := "line 1: the searched lines are not in the file; they are most like those from line 1 on, " +
		"but line 2 of the search differs from line 2 of the file; copy the searched lines exactly from the file, whole and with their whitespace (edits_not_found)"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
