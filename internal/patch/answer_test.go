package patch_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/patch"
)

var all = patch.Formats{Diff: true, Edits: true, File: true}

func TestParseAnswer(t *testing.T) {
	const diff = "@@ -1 +1 @@\n-a\n+b\n"
	const envelope = "*** Begin Patch\n*** Update File: Dockerfile\n@@\n-a\n+b\n*** End Patch\n"
	for _, row := range []struct {
		name, text string
		accepts    patch.Formats
		want       patch.Answer
		code       patch.Code
		line       int
	}{
		{name: "no change", text: "NO_CHANGE", accepts: all},
		{name: "no change after a notice", text: "Model metadata not found.\n\n  NO_CHANGE \r\n\n", accepts: all},
		{name: "no change in a block", text: "```\nNO_CHANGE\n```\n", accepts: all},
		{name: "no change where only diffs are accepted", text: "NO_CHANGE\n", accepts: patch.Formats{Diff: true}},
		{name: "no change in prose", text: "I say NO_CHANGE.", accepts: all, code: patch.AnswerNoBlock},
		{name: "no change before the end", text: "NO_CHANGE\nIt is fine.", accepts: all, code: patch.AnswerNoBlock},
		{name: "no change in bold", text: "**NO_CHANGE**", accepts: all, code: patch.AnswerNoBlock},
		{name: "nothing", text: "", accepts: all, code: patch.AnswerEmpty},
		{name: "whitespace", text: " \n\t\n", accepts: all, code: patch.AnswerEmpty},
		{name: "prose", text: "I cannot help with that.", accepts: all, code: patch.AnswerNoBlock},
		{name: "a diff without a fence", text: diff, accepts: all, code: patch.AnswerNoBlock},
		{name: "a diff", text: "```diff\n" + diff + "```", accepts: all, want: patch.Answer{Kind: patch.KindDiff, Body: diff, Line: 2}},
		{
			name: "a diff between prose", text: "Notice.\n\nHere it is:\n```patch\n" + diff + "```\nDone.\n", accepts: all,
			want: patch.Answer{Kind: patch.KindDiff, Body: diff, Line: 5},
		},
		{
			name: "a notice without a newline", text: "Metadata for `m` not found.```diff\n" + diff + "```\n", accepts: all,
			want: patch.Answer{Kind: patch.KindDiff, Body: diff, Line: 2},
		},
		{name: "a glued fence without an info string", text: "See ```\n" + diff + "```\n", accepts: all, code: patch.AnswerUnclosed, line: 5},
		{name: "CRLF", text: "```diff\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n```\r\n", accepts: all, want: patch.Answer{Kind: patch.KindDiff, Body: diff, Line: 2}},
		{name: "tildes", text: "~~~ diff\n" + diff + "~~~~\n", accepts: all, want: patch.Answer{Kind: patch.KindDiff, Body: diff, Line: 2}},
		{name: "braces", text: "```{.diff}\nx\n```\n", accepts: all, want: patch.Answer{Kind: patch.KindDiff, Body: "x\n", Line: 2}},
		{name: "a diff that says it is a Dockerfile", text: "```Dockerfile\n" + diff + "```", accepts: all, want: patch.Answer{Kind: patch.KindDiff, Body: diff, Line: 2}},
		{name: "a diff by its header", text: "```\n--- a\n+++ b\n" + diff + "```", accepts: all, want: patch.Answer{Kind: patch.KindDiff, Body: "--- a\n+++ b\n" + diff, Line: 2}},
		{name: "an unusable diff", text: "```diff\nFROM a\n```", accepts: all, want: patch.Answer{Kind: patch.KindDiff, Body: "FROM a\n", Line: 2}},
		{name: "a file", text: "```Dockerfile\nFROM a\n```", accepts: all, want: patch.Answer{Kind: patch.KindFile, Body: "FROM a\n", Line: 2}},
		{name: "a file that is not accepted", text: "x\n```Dockerfile\nFROM a\n```", accepts: patch.Formats{Diff: true, Edits: true}, code: patch.AnswerWrongFormat, line: 2},
		{name: "a diff that is not accepted", text: "```\n" + diff + "```", accepts: patch.Formats{Edits: true}, code: patch.AnswerWrongFormat, line: 1},
		{
			name: "edits in a diff block", text: "```diff\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n```", accepts: all,
			want: patch.Answer{Kind: patch.KindEdits, Body: "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n", Line: 2},
		},
		{
			name: "edits after the name of the file", text: "```\nDockerfile\n<<<<<<< SEARCH\n```", accepts: all,
			want: patch.Answer{Kind: patch.KindEdits, Body: "Dockerfile\n<<<<<<< SEARCH\n", Line: 2},
		},
		{name: "edits by the info string", text: "```edits\nx\n```", accepts: all, want: patch.Answer{Kind: patch.KindEdits, Body: "x\n", Line: 2}},
		{
			name: "a text with fences in a longer fence", text: "````md\n```\ncode\n```\n````\n", accepts: all,
			want: patch.Answer{Kind: patch.KindFile, Body: "```\ncode\n```\n", Line: 2},
		},
		{
			name: "a text with fences in tildes", text: "~~~md\n```\ncode\n```\n~~~\n", accepts: all,
			want: patch.Answer{Kind: patch.KindFile, Body: "```\ncode\n```\n", Line: 2},
		},
		{
			name: "a context line that is a fence", text: "```diff\n@@ -1,2 +1,2 @@\n ```\n-a\n+b\n```\n", accepts: all,
			want: patch.Answer{Kind: patch.KindDiff, Body: "@@ -1,2 +1,2 @@\n ```\n-a\n+b\n", Line: 2},
		},
		{name: "an indented block", text: "- so:\n\n  ```diff\n  @@ -1 +1 @@\n  -a\n  +b\n  ```\n", accepts: all, want: patch.Answer{Kind: patch.KindDiff, Body: diff, Line: 4}},
		{name: "inline code of three backticks", text: "Use ```x```.\n```diff\n" + diff + "```", accepts: all, want: patch.Answer{Kind: patch.KindDiff, Body: diff, Line: 3}},
		{name: "two blocks", text: "```\na\n```\n```\nb\n```\n", accepts: all, code: patch.AnswerManyBlocks, line: 4},
		{name: "fences in a fence of the same length", text: "```md\n```\ncode\n```\n```\n", accepts: all, code: patch.AnswerManyBlocks, line: 4},
		{name: "a block and no change", text: "```diff\n" + diff + "```\nNO_CHANGE\n", accepts: all, code: patch.AnswerBoth, line: 6},
		{name: "no change and a block", text: "NO_CHANGE\n```diff\n" + diff + "```\n", accepts: all, code: patch.AnswerBoth, line: 1},
		{name: "not closed", text: "x\n```diff\n" + diff, accepts: all, code: patch.AnswerUnclosed, line: 2},
		{name: "closed by a shorter fence", text: "````diff\n" + diff + "```\n", accepts: all, code: patch.AnswerUnclosed, line: 1},
		{name: "closed by the other character", text: "```diff\n" + diff + "~~~\n", accepts: all, code: patch.AnswerUnclosed, line: 1},
		{name: "an empty block", text: "```diff\n\n```\n", accepts: all, code: patch.AnswerEmptyBlock, line: 1},
		{name: "thoughts with blocks", text: "<think>\nMaybe\n```diff\n-x\n```\nor NO_CHANGE\nNO_CHANGE\n</think>\n\n```diff\n" + diff + "```\n", accepts: all, want: patch.Answer{Kind: patch.KindDiff, Body: diff, Line: 11}},
		{name: "thoughts after a notice, in one line", text: "Notice.\n<thinking>hm</thinking>\n```diff\n" + diff + "```\n", accepts: all, want: patch.Answer{Kind: patch.KindDiff, Body: diff, Line: 4}},
		{name: "thoughts, then no change", text: "<think>a ``` b\n```\n</think>NO_CHANGE", accepts: all},
		{name: "thoughts whose start was dropped", text: "Maybe\n```\nx\n```\n</think>\n```diff\n" + diff + "```\n", accepts: all, want: patch.Answer{Kind: patch.KindDiff, Body: diff, Line: 7}},
		{name: "thoughts without an end", text: "<think>\n```diff\n" + diff + "```\n", accepts: all, code: patch.AnswerUnclosed, line: 1},
		{name: "thoughts and nothing", text: "<think>\nhm\n</think>\n", accepts: all, code: patch.AnswerEmpty},
		{name: "a tag in a block", text: "```\n<think>\nFROM a\n```\n", accepts: all, want: patch.Answer{Kind: patch.KindFile, Body: "<think>\nFROM a\n", Line: 2}},
		{
			name: "Begin Patch without a fence", text: "Here:\n\n" + envelope + "\nDone.\n", accepts: all,
			want: patch.Answer{Kind: patch.KindDiff, Body: envelope, Line: 3},
		},
		{name: "Begin Patch in a fence", text: "```\n" + envelope + "```\n", accepts: all, want: patch.Answer{Kind: patch.KindDiff, Body: envelope, Line: 2}},
		{name: "Begin Patch in a command", text: "```sh\napply_patch <<'EOF'\n" + envelope + "EOF\n```\n", accepts: all, want: patch.Answer{Kind: patch.KindDiff, Body: "apply_patch <<'EOF'\n" + envelope + "EOF\n", Line: 2}},
		{name: "Begin Patch and no change", text: envelope + "NO_CHANGE\n", accepts: all, code: patch.AnswerBoth, line: 7},
		{name: "Begin Patch that is not accepted", text: envelope, accepts: patch.Formats{File: true}, code: patch.AnswerWrongFormat},
		{name: "too large", text: strings.Repeat("x", 11), accepts: patch.Formats{Diff: true, MaxBytes: 10}, code: patch.AnswerTooLarge},
		{name: "just as large as allowed", text: "NO_CHANGE", accepts: patch.Formats{MaxBytes: 9}},
		{name: "not UTF-8", text: "\xff", accepts: all, code: patch.AnswerNotText},
		{name: "NUL", text: "```\n\x00\n```", accepts: all, code: patch.AnswerNotText},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := patch.ParseAnswer(row.text, row.accepts)
			checkError(t, err, row.code, row.line)
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			var refused *patch.Error
			if errors.As(err, &refused) && !refused.Code.Malformed() {
				t.Errorf("%s is not malformed", refused.Code)
			}
		})
	}
}

// checkError checks the code of an error, and its line unless it is 0.
func checkError(t *testing.T, err error, code patch.Code, line int) {
	t.Helper()
	var refused *patch.Error
	switch {
	case code == "" && err != nil:
		t.Fatalf("refused: %v", err)
	case code == "":
	case !errors.As(err, &refused):
		t.Fatalf("got the error %v, want %s", err, code)
	case refused.Code != code || line > 0 && refused.Line != line:
		t.Errorf("got %s at line %d, want %s at line %d: %v", refused.Code, refused.Line, code, line, err)
	}
}

func TestCodesHaveWaysOut(t *testing.T) {
	codes := patch.Codes()
	if len(codes) < 30 {
		t.Errorf("there are %d codes", len(codes))
	}
	for _, c := range codes {
		if c.WayOut() == "" {
			t.Errorf("%s has no way out", c)
		}
	}
}

func TestAnswerApply(t *testing.T) {
	for _, row := range []struct {
		answer, base, want string
		code               patch.Code
	}{
		{"NO_CHANGE", "a\n", "a\n", ""},
		{"```diff\n-a\n+b\n```", "a\n", "", patch.DiffMalformed},
		{"```diff\n@@ @@\n-a\n+b\n```", "a\n", "b\n", ""},
		{"```\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n```", "a\n", "b\n", ""},
		{"```\nb\n```", "a\n", "b\n", ""},
		{"```\nb\n```", "a", "b", ""},
		{"```\nb\n\n```", "a\n", "b\n\n", ""},
		{"```\nb\n```", "", "b\n", ""},
		{"```\na\n```", "a\n", "", patch.DiffNoChanges},
		{"```\na\n```", "a\r\n", "", patch.BaseNotLF},
	} {
		answer, err := patch.ParseAnswer(row.answer, all)
		if err != nil {
			t.Fatal(err)
		}
		got, err := answer.Apply([]byte(row.base), patch.Names{Path: "Dockerfile"})
		checkError(t, err, row.code, 0)
		if err == nil && string(got.Text) != row.want {
			t.Errorf("%q: %q, want %q", row.answer, got.Text, row.want)
		}
	}
}
