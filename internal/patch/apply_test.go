package patch_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/patch"
)

const (
	base = `FROM debian:12
RUN apt-get update
RUN apt-get install -y curl

WORKDIR /app
COPY . .
RUN make
CMD ["app"]
`
	header = "diff --git a/Dockerfile b/Dockerfile\n--- a/Dockerfile\n+++ b/Dockerfile\n"
	hunk   = "@@ -5,4 +5,4 @@\n WORKDIR /app\n COPY . .\n-RUN make\n+RUN make all\n CMD [\"app\"]\n"
)

var (
	names = patch.Names{Path: "app/Dockerfile"}
	made  = strings.Replace(base, "RUN make\n", "RUN make all\n", 1)
)

// The defects that models put into diffs. The first rows are those of
// documented measurements; go-gitdiff alone applies some of them wrongly.
func TestApply(t *testing.T) {
	for _, row := range []struct {
		name, base, diff string
		want             string
		code             patch.Code
		line             int
	}{
		{name: "a diff of git", base: base, diff: header + hunk, want: made},
		{name: "plain headers and a bogus index", base: base, diff: "index 123..456 100644\n--- Dockerfile\n+++ Dockerfile\n" + hunk, want: made},
		{name: "a bogus index", base: base, diff: strings.Replace(header, "---", "index zzz..yyy 100644\n---", 1) + hunk, want: made},
		{name: "no header", base: base, diff: hunk, want: made},
		{name: "a wrong line number", base: base, diff: header + strings.Replace(hunk, "-5,4 +5,4", "-2,4 +2,4", 1), want: made},
		{name: "a line number after the end", base: base, diff: header + strings.Replace(hunk, "-5,4 +5,4", "-900,4 +900,4", 1), want: made},
		{name: "an absurd line number", base: base, diff: header + strings.Replace(hunk, "-5,4", "-99999999999999999999,4", 1), want: made},
		{name: "counts too large", base: base, diff: header + strings.Replace(hunk, "-5,4 +5,4", "-5,9 +5,9", 1), want: made},
		{name: "counts too small", base: base, diff: header + strings.Replace(hunk, "-5,4 +5,4", "-5,2 +5,2", 1), want: made},
		{name: "counts too small, a surplus addition", base: base, diff: header + "@@ -7,1 +7,1 @@\n-RUN make\n+RUN make all\n+RUN make check\n", want: strings.Replace(made, "all\n", "all\nRUN make check\n", 1)},
		{name: "counts too small by one, then a hunk", base: base, diff: header + "@@ -1,1 +1,1 @@\n-FROM debian:12\n+FROM debian:13\n+LABEL a=b\n" + hunk, want: strings.Replace(made, "12\n", "13\nLABEL a=b\n", 1)},
		{name: "no numbers", base: base, diff: header + strings.Replace(hunk, "-5,4 +5,4", "...", 1), want: made},
		{name: "only at signs", base: base, diff: header + "@@" + strings.TrimPrefix(hunk, "@@ -5,4 +5,4 @@"), want: made},
		{name: "a section after the numbers", base: base, diff: header + strings.Replace(hunk, " @@", " @@ FROM debian:12", 1), want: made},
		{name: "context without its leading space", base: base, diff: header + strings.Replace(hunk, " COPY", "COPY", 1), want: made},
		{name: "an added line without its plus", base: base, diff: header + strings.Replace(hunk, "+RUN make all", "RUN make all", 1), code: patch.DiffApplyFailed, line: 4},
		{name: "context with a trailing space", base: base, diff: header + strings.Replace(hunk, "COPY . .", "COPY . . ", 1), code: patch.DiffApplyFailed, line: 4},
		{name: "context with a tab", base: base, diff: header + strings.Replace(hunk, "COPY ", "COPY\t", 1), code: patch.DiffApplyFailed, line: 4},
		{name: "paraphrased context", base: base, diff: header + strings.Replace(hunk, "COPY . .", "COPY ./ ./", 1), code: patch.DiffApplyFailed, line: 4},
		{name: "a deleted line that is not there", base: base, diff: header + strings.Replace(hunk, "-RUN make\n", "-RUN make it\n", 1), code: patch.DiffApplyFailed, line: 4},
		{name: "CRLF against LF", base: base, diff: strings.ReplaceAll(header+hunk, "\n", "\r\n"), want: made},
		{name: "a base with CRLF", base: "a\r\n", diff: "@@ -1 +1 @@\n-a\n+b\n", code: patch.BaseNotLF},
		{name: "a marker of an end that is not so", base: base, diff: header + hunk + "\\ No newline at end of file\n", want: made},
		{name: "a missing marker of the end", base: strings.TrimSuffix(base, "\n"), diff: header + hunk, want: strings.TrimSuffix(made, "\n")},
		{name: "an insertion at a wrong line", base: base, diff: header + "@@ -3,0 +4,1 @@\n+USER app\n", code: patch.DiffNoAnchor, line: 4},
		{name: "an insertion at the start", base: base, diff: header + "@@ -0,0 +1 @@\n+# syntax=x\n", code: patch.DiffNoAnchor, line: 4},
		{name: "an insertion into an empty file", base: "", diff: header + "@@ -0,0 +1 @@\n+FROM a\n", want: "FROM a\n"},
		{name: "an insertion into an empty file, somewhere", base: "", diff: "@@ ... @@\n+FROM a\n", want: "FROM a\n"},
		{name: "a rename", base: base, diff: "diff --git a/Dockerfile b/x\nsimilarity index 90%\nrename from Dockerfile\nrename to x\n--- a/Dockerfile\n+++ b/x\n" + hunk, code: patch.DiffRenames},
		{name: "a copy", base: base, diff: "diff --git a/Dockerfile b/x\ncopy from Dockerfile\ncopy to x\n", code: patch.DiffCopies},
		{name: "a mode change", base: base, diff: "diff --git a/Dockerfile b/Dockerfile\nold mode 100644\nnew mode 100755\n--- a/Dockerfile\n+++ b/Dockerfile\n" + hunk, code: patch.DiffMode},
		{name: "a deletion", base: base, diff: "diff --git a/Dockerfile b/Dockerfile\ndeleted file mode 100644\n--- a/Dockerfile\n+++ /dev/null\n@@ -1 +0,0 @@\n-FROM debian:12\n", code: patch.DiffDeletes},
		{name: "a deletion without its mode", base: base, diff: "--- a/Dockerfile\n+++ /dev/null\n" + hunk, code: patch.DiffDeletes},
		{name: "a creation", base: base, diff: "--- /dev/null\n+++ b/Dockerfile\n@@ -0,0 +1 @@\n+FROM a\n", code: patch.DiffCreates},
		{name: "another name", base: base, diff: strings.ReplaceAll(header, "Dockerfile", "Containerfile") + hunk, code: patch.DiffFileMismatch},
		{name: "another name on one side", base: base, diff: "--- a/Dockerfile\n+++ b/Containerfile\n" + hunk, code: patch.DiffFileMismatch},
		{name: "another name in the first line", base: base, diff: "diff --git a/x b/x\n--- a/Dockerfile\n+++ b/Dockerfile\n" + hunk, code: patch.DiffFileMismatch},
		{name: "a name that leaves the folder", base: base, diff: "--- a/../../etc/passwd\n+++ b/../../etc/passwd\n" + hunk, code: patch.DiffFileMismatch},
		{name: "the base name elsewhere", base: base, diff: "--- a/other/Dockerfile\n+++ b/other/Dockerfile\n" + hunk, code: patch.DiffFileMismatch},
		{name: "nothing", base: base, diff: "", code: patch.DiffEmpty},
		{name: "blank lines", base: base, diff: "\n \n", code: patch.DiffEmpty},
		{name: "a context diff", base: base, diff: "*** a/Dockerfile\n--- b/Dockerfile\n***************\n", code: patch.DiffForeign},
		{name: "Begin Patch", base: base, diff: "*** Begin Patch\n*** Update File: Dockerfile\n@@\n-RUN make\n+RUN make all\n*** End Patch\n", want: strings.Replace(base, "RUN make\n", "RUN make all\n", 1)},
		{name: "Begin Patch, with places", base: base, diff: "*** Begin Patch\n*** Update File: Dockerfile\n@@ FROM\n-RUN make\n+RUN make all\n*** End of File\n*** End Patch\n", want: strings.Replace(base, "RUN make\n", "RUN make all\n", 1)},
		{name: "Begin Patch, without @@, in a command", base: base, diff: "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: Dockerfile\n-RUN make\n+RUN make all\n*** End Patch\nEOF\n", want: strings.Replace(base, "RUN make\n", "RUN make all\n", 1)},
		{name: "Begin Patch of another file", base: base, diff: "*** Begin Patch\n*** Update File: other\n@@\n-RUN make\n+RUN make all\n*** End Patch\n", code: patch.DiffFileMismatch},
		{name: "Begin Patch that moves", base: base, diff: "*** Begin Patch\n*** Update File: Dockerfile\n*** Move to: other\n@@\n-RUN make\n+RUN make all\n*** End Patch\n", code: patch.DiffRenames},
		{name: "Begin Patch that adds a file", base: base, diff: "*** Begin Patch\n*** Add File: Dockerfile\n+RUN make all\n*** End Patch\n", code: patch.DiffCreates},
		{name: "Begin Patch that deletes the file", base: base, diff: "*** Begin Patch\n*** Delete File: Dockerfile\n*** End Patch\n", code: patch.DiffDeletes},
		{name: "Begin Patch of lines that are not there", base: base, diff: "*** Begin Patch\n*** Update File: Dockerfile\n@@\n-RUN nothing\n+RUN make all\n*** End Patch\n", code: patch.DiffApplyFailed},
		{name: "a context diff", base: base, diff: "*** Dockerfile\n--- Dockerfile\n", code: patch.DiffForeign},
		{name: "a combined diff", base: base, diff: "diff --cc Dockerfile\n@@@ -1 -1 +1 @@@\n", code: patch.DiffForeign},

		{name: "the full path", base: base, diff: "--- app/Dockerfile\n+++ app/Dockerfile\n" + hunk, want: made},
		{name: "the full path with folders", base: base, diff: "--- a/app/Dockerfile\n+++ b/app/Dockerfile\n" + hunk, want: made},
		{name: "times after the names", base: base, diff: "--- Dockerfile\t2026-01-01 00:00:00\n+++ Dockerfile\t2026-01-01 00:00:00\n" + hunk, want: made},
		{name: "quoted names", base: base, diff: "--- \"a/Docker\\146ile\"\n+++ \"b/Dockerfile\"\n" + hunk, want: made},
		{name: "only the old name", base: base, diff: "--- a/Dockerfile\n" + hunk, want: made},
		{name: "text before the header", base: base, diff: "Here is the diff:\n\n" + header + hunk, want: made},
		{name: "one header for each hunk", base: base, diff: header + "@@ -1 +1 @@\n-FROM debian:12\n+FROM debian:13\n" + header + hunk, want: strings.Replace(made, "12", "13", 1)},
		{name: "two files", base: base, diff: header + hunk + strings.ReplaceAll(header, "Dockerfile", "x") + hunk, code: patch.DiffManyFiles},
		{name: "two files with plain headers", base: base, diff: "--- Dockerfile\n+++ Dockerfile\n" + hunk + "--- x\n+++ x\n" + hunk, code: patch.DiffManyFiles},
		{name: "two files with bad counts", base: base, diff: header + strings.Replace(hunk, "5,4", "5,5", 1) + "--- x\n+++ x\n" + hunk, code: patch.DiffManyFiles},
		{name: "a binary patch", base: base, diff: "diff --git a/Dockerfile b/Dockerfile\nGIT binary patch\nliteral 3\nKcmYdf0000\n", code: patch.DiffBinary},
		{name: "binary files", base: base, diff: "Binary files a/Dockerfile and b/Dockerfile differ\n", code: patch.DiffBinary},
		{name: "a symbolic link", base: base, diff: "diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+/etc/passwd\n", code: patch.DiffLink},
		{name: "a submodule", base: base, diff: "diff --git a/x b/x\nindex 1..2 160000\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n", code: patch.DiffSubmodule},
		{name: "a header alone", base: base, diff: header, code: patch.DiffNoHunks},
		{name: "prose", base: base, diff: "I changed the file.\n", code: patch.DiffNoHunks},
		{name: "a change without a hunk", base: base, diff: header + "-RUN make\n+RUN make all\n", code: patch.DiffMalformed, line: 4},
		{name: "a change before a hunk", base: base, diff: header + "-RUN make\n" + hunk, code: patch.DiffMalformed, line: 4},
		{name: "only context", base: base, diff: header + "@@ -1 +1 @@\n FROM debian:12\n", code: patch.DiffNoChanges},
		{name: "a change to the same", base: base, diff: header + "@@ -1 +1 @@\n-FROM debian:12\n+FROM debian:12\n", code: patch.DiffNoChanges},
		{name: "one of several places", base: "a\nb\na\nb\n", diff: "@@ ... @@\n-a\n+c\n", code: patch.DiffAmbiguous, line: 1},
		{name: "several places, and the number of one", base: "a\nb\na\nb\n", diff: "@@ -3 +3 @@\n-a\n+c\n", want: "a\nb\nc\nb\n"},
		{name: "several places, and a wrong number", base: "a\nb\na\nb\n", diff: "@@ -2 +2 @@\n-a\n+c\n", code: patch.DiffAmbiguous},
		{name: "context that starts with a space", base: "RUN a \\\n  b \\\n  c\n", diff: "@@ -1,3 +1,3 @@\n RUN a \\\n  b \\\n-  c\n+  d\n", want: "RUN a \\\n  b \\\n  d\n"},
		{name: "an empty context line without its space", base: base, diff: "@@ -3,3 +3,3 @@\n RUN apt-get install -y curl\n\n-WORKDIR /app\n+WORKDIR /src\n", want: strings.Replace(base, "/app", "/src", 1)},
		{name: "empty lines between hunks", base: base, diff: header + "@@ -1,3 +1,3 @@\n-FROM debian:12\n+FROM debian:13\n\n" + hunk + "\n\n", want: strings.Replace(made, "12", "13", 1)},
		{name: "hunks out of order", base: base, diff: header + hunk + "@@ -1 +1 @@\n-FROM debian:12\n+FROM debian:13\n", want: strings.Replace(made, "12", "13", 1)},
		{name: "hunks that share context", base: "a\nb\nc\nd\n", diff: "@@ -1,3 +1,3 @@\n-a\n+A\n b\n c\n@@ -2,3 +2,3 @@\n b\n c\n-d\n+D\n", want: "A\nb\nc\nD\n"},
		{name: "hunks that add in one place", base: "a\nb\n", diff: "@@ -1,2 +1,3 @@\n a\n+x\n@@ -1,2 +1,3 @@\n a\n+y\n b\n", code: patch.DiffOverlap},
		{name: "hunks that delete the same line", base: "a\nb\n", diff: "@@ -1 +1 @@\n-a\n+x\n@@ -1 +1 @@\n-a\n+y\n", code: patch.DiffOverlap},
		{name: "a deleted line that looks like a header", base: "-- a/x\nb\nc\n", diff: "@@ -1,2 +1,2 @@\n--- a/x\n+++ b/x\n b\n@@ -3 +3 @@\n-c\n+d\n", want: "++ b/x\nb\nd\n"},
		{name: "a line that looks like a marker", base: "a\n\\x\n", diff: "@@ -1,2 +1,2 @@\n-a\n+b\n\\x\n", want: "b\n\\x\n"},
		{name: "not a regular mode", base: base, diff: strings.Replace(header, "---", "index 1..2 100600\n---", 1) + hunk, code: patch.DiffMode},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := patch.Apply([]byte(row.base), row.diff, names)
			checkError(t, err, row.code, row.line)
			if err != nil {
				return
			}
			if diff := cmp.Diff(row.want, string(got.Text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestApplyMendsTheEnd(t *testing.T) {
	const marker = "\\ No newline at end of file\n"
	for _, row := range []struct{ name, base, diff, want string }{
		{"as it was, with", "a\nb\n", " a\n-b\n+c\n", "a\nc\n"},
		{"as it was, without", "a\nb", " a\n-b\n" + marker + "+c\n" + marker, "a\nc"},
		{"a newline more", "a\nb", " a\n-b\n" + marker + "+b\n", "a\nb\n"},
		{"a newline less", "a\nb\n", " a\n-b\n+b\n" + marker, "a\nb"},
		{"no markers", "a\nb", " a\n-b\n+c\n", "a\nc"},
		{"markers that are wrong", "a\nb\n", " a\n-b\n" + marker + "+c\n" + marker, "a\nc\n"},
		{"the last line is deleted", "a\nb", " a\n-b\n" + marker, "a\n"},
		{"the last line is deleted, no marker", "a\nb", " a\n-b\n", "a\n"},
		{"a line after the last one", "a\nb", " a\n b\n+c\n", "a\nb\nc"},
		{"a line after the last one, with a stray marker", "a\nb", " a\n b\n" + marker + "+c\n", "a\nb\nc"},
		{"a line after the last one, as git writes it", "a\nb", " a\n-b\n" + marker + "+b\n+c\n" + marker, "a\nb\nc"},
		{"a marker before the end", "a\nb\nc\n", "-a\n" + marker + "+x\n b\n", "x\nb\nc\n"},
		{"context at the end", "a\nb", "-a\n+x\n b\n" + marker, "x\nb"},
		{"context at the end, no marker", "a\nb", "-a\n+x\n b\n", "x\nb"},
		{"an empty line after the last one", "a\nb", " b\n+\n", "a\nb\n\n"},
		{"a new line in front of the last one", "b", "+c\n-b\n", "c"},
	} {
		got, err := patch.Apply([]byte(row.base), "@@ ... @@\n"+row.diff, names)
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
		} else if string(got.Text) != row.want {
			t.Errorf("%s: %q, want %q", row.name, got.Text, row.want)
		}
	}
}

func TestResult(t *testing.T) {
	// The diff deletes and adds the first line again.
	got, err := patch.Apply([]byte(base), "@@ -1,2 +1,3 @@\n-FROM debian:12\n+FROM debian:12\n+USER app\n RUN apt-get update\n"+hunk, names)
	if err != nil {
		t.Fatal(err)
	}
	want := patch.Result{Added: 2, Deleted: 1, Ranges: []patch.Range{{2, 2, 2, 3}, {7, 8, 8, 9}}}
	if diff := cmp.Diff(want.Ranges, got.Ranges); diff != "" || got.Added != want.Added || got.Deleted != want.Deleted {
		t.Errorf("%d added, %d deleted (-want +got):\n%s", got.Added, got.Deleted, diff)
	}
	if diff := cmp.Diff([]patch.Line{{2, "USER app"}, {8, "RUN make all"}}, got.AddedLines()); diff != "" {
		t.Errorf("added (-want +got):\n%s", diff)
	}
	if between := patch.Between([]byte(base), got.Text); !cmp.Equal(between.Ranges, got.Ranges) || patch.Between(got.Text, got.Text).Changed() {
		t.Errorf("between both: %v", between.Ranges)
	}
	if diff := cmp.Diff([]patch.Line{{7, "RUN make"}}, got.DeletedLines()); diff != "" {
		t.Errorf("deleted (-want +got):\n%s", diff)
	}
}

// An error tells where the file and the diff part, without quoting them.
func TestErrorTellsThePlace(t *testing.T) {
	_, err := patch.Apply([]byte(base), header+strings.Replace(hunk, "COPY . .", "COPY ./ ./", 1), names)
	const want = "line 4: the old lines of the hunk are not in the file; they are most like those from line 5 on, " +
		"but line 6 of the change differs from line 6 of the file; copy context and deleted lines exactly from the file, with their whitespace (patch_apply_failed)"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// Hostile changes are refused instead of taking minutes.
func TestApplyHasALimit(t *testing.T) {
	same := strings.Repeat("\n", 100_000)
	var lines, hunks, blocks strings.Builder
	for i := range 20_000 {
		fmt.Fprintln(&lines, i)
		fmt.Fprintf(&hunks, "@@ ... @@\n-%d\n", i)
		fmt.Fprintf(&blocks, "<<<<<<< SEARCH\n%d\n=======\n>>>>>>> REPLACE\n", i)
	}
	_, err := patch.Apply([]byte(same+"x\n"), "@@ ... @@\n"+strings.Repeat(" \n", 50_000)+"+y\n", names)
	checkError(t, err, patch.DiffTooComplex, 1)
	_, err = patch.Apply([]byte(lines.String()), hunks.String(), names)
	checkError(t, err, patch.DiffTooComplex, 0)
	_, err = patch.ApplyEdits([]byte(lines.String()), blocks.String(), names)
	checkError(t, err, patch.DiffTooComplex, 0)
	_, err = patch.Apply([]byte(same), "@@ ... @@\n"+strings.Repeat(" \n", 50_000)+"-x\n", names)
	checkError(t, err, patch.DiffTooComplex, 1)
}
