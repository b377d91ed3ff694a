package patch_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/patch"
)

func TestParseFiles(t *testing.T) {
	const change = "@@ -1 +1 @@\n-a\n+b\n"
	git := func(name, extended, rest string) string {
		return "diff --git a/" + name + " b/" + name + "\n" + extended + rest
	}
	sides := func(older, newer string) string { return "--- " + older + "\n+++ " + newer + "\n" + change }
	for _, row := range []struct {
		name, diff string
		want       string // a line for each file: operation, mode and path
		code       patch.Code
	}{
		{name: "a change", diff: git("x", "", sides("a/x", "b/x")), want: "0 0 x\n"},
		{name: "plain headers", diff: sides("d/x", "d/x"), want: "0 0 d/x\n"},
		{name: "a folder a", diff: sides("a/a/x", "b/a/x"), want: "0 0 a/x\n"},
		{name: "several", diff: git("x", "", sides("a/x", "b/x")) + git("y", "new file mode 100755\n", "--- /dev/null\n+++ b/y\n@@ -0,0 +1 @@\n+a\n") + git("z", "deleted file mode 100644\n", "--- a/z\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"), want: "0 0 x\n1 755 y\n2 0 z\n"},
		{name: "a creation without its mode", diff: "--- /dev/null\n+++ b/y\n@@ -0,0 +1 @@\n+a\n", want: "1 644 y\n"},
		{name: "an empty file", diff: git("y", "new file mode 100644\nindex 0000000..e69de29\n", ""), want: "1 644 y\n"},
		{name: "a mode", diff: git("y", "old mode 100644\nnew mode 100755\n", ""), want: "0 755 y\n"},
		{name: "a name with spaces", diff: git("x y", "new file mode 100644\n", ""), want: "1 644 x y\n"},
		{name: "a quoted name", diff: "diff --git \"a/\\303\\274\" \"b/\\303\\274\"\nnew file mode 100644\n", want: "1 644 ü\n"},
		{name: "nothing", diff: "", code: patch.DiffEmpty},
		{name: "no header", diff: change, code: patch.DiffMalformed},
		{name: "a link", diff: git("x", "new file mode 120000\n", "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+/etc\n"), code: patch.DiffLink},
		{name: "a change into a link", diff: git("x", "old mode 100644\nnew mode 120000\n", ""), code: patch.DiffLink},
		{name: "a link that is changed", diff: git("x", "index 1..2 120000\n", sides("a/x", "b/x")), code: patch.DiffLink},
		{name: "a submodule", diff: git("x", "new file mode 160000\n", ""), code: patch.DiffSubmodule},
		{name: "another mode", diff: git("x", "new file mode 100777\n", ""), code: patch.DiffMode},
		{name: "a set-uid mode", diff: git("x", "old mode 100755\nnew mode 104755\n", ""), code: patch.DiffMode},
		{name: "binary", diff: git("x", "index 1..2\n", "GIT binary patch\nliteral 0\n"), code: patch.DiffBinary},
		{name: "a rename", diff: "diff --git a/x b/y\nrename from x\nrename to y\n", code: patch.DiffRenames},
		{name: "a rename by its names", diff: sides("a/x", "b/y"), code: patch.DiffRenames},
		{name: "a copy", diff: "diff --git a/x b/y\ncopy from x\ncopy to y\n", code: patch.DiffCopies},
		{name: "names that disagree", diff: git("x", "", sides("a/y", "b/y")), code: patch.DiffMalformed},
		{name: "created and deleted", diff: "--- /dev/null\n+++ /dev/null\n" + change, code: patch.DiffMalformed},
		{name: "no hunks", diff: git("x", "", ""), code: patch.DiffNoHunks},
		{name: "the same file twice", diff: git("x", "", sides("a/x", "b/x")) + git("x", "", sides("a/x", "b/x")), code: patch.DiffSameFileTwice},
		{name: "the same file in another case", diff: git("x", "", sides("a/x", "b/x")) + git("X", "", sides("a/X", "b/X")), code: patch.DiffSameFileTwice},
		{name: "an absolute name", diff: sides("/etc/passwd", "/etc/passwd"), code: patch.DiffBadName},
		{name: "an absolute name after the folder", diff: sides("a//etc/passwd", "b//etc/passwd"), code: patch.DiffBadName},
		{name: "out of the folder", diff: sides("a/../x", "b/../x"), code: patch.DiffBadName},
		{name: "out of the folder and back", diff: sides("a/d/../x", "b/d/../x"), code: patch.DiffBadName},
		{name: "git's folder", diff: sides("a/.git/hooks/pre-commit", "b/.git/hooks/pre-commit"), code: patch.DiffBadName},
		{name: "git's folder on Windows", diff: sides("a/d/.GIT./config", "b/d/.GIT./config"), code: patch.DiffBadName},
		{name: "a backslash", diff: sides(`a/..\x`, `b/..\x`), code: patch.DiffBadName},
		{name: "a drive", diff: sides("C:/x", "C:/x"), code: patch.DiffBadName},
		{name: "no name", diff: sides("a/", "b/"), code: patch.DiffBadName},
		{name: "another format", diff: "*** Begin Patch\n", code: patch.DiffForeign},
	} {
		t.Run(row.name, func(t *testing.T) {
			files, err := patch.ParseFiles(row.diff)
			checkError(t, err, row.code, 0)
			got := ""
			for _, f := range files {
				got += fmt.Sprintf("%d %o %s\n", f.Op, f.Mode, f.Path)
			}
			if got != row.want {
				t.Errorf("%q, want %q", got, row.want)
			}
		})
	}
}

func TestApplyFiles(t *testing.T) {
	tree := map[string]string{"x": "a\nb\n", "z": "a\n", "empty": ""}
	broken := errors.New("broken")
	read := func(path string) ([]byte, error) {
		if path == "broken" {
			return nil, broken
		}
		text, ok := tree[path]
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		}
		return []byte(text), nil
	}
	for _, row := range []struct {
		name, diff string
		want       map[string]string
		code       patch.Code
	}{
		{
			name: "a change, a creation and deletions",
			diff: "--- a/x\n+++ b/x\n@@ -1,9 @@\n-a\n+A\n b\n--- /dev/null\n+++ b/y\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n" +
				"--- a/z\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\ndiff --git a/empty b/empty\ndeleted file mode 100644\n",
			want: map[string]string{"x": "A\nb\n", "y": "a", "z": "", "empty": ""},
		},
		{name: "a mode", diff: "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", want: map[string]string{"x": "a\nb\n"}},
		{name: "a file that is missing", diff: "--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", code: patch.DiffFileMissing},
		{name: "a deletion of none", diff: "--- a/y\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", code: patch.DiffFileMissing},
		{name: "a creation of a file that exists", diff: "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n", code: patch.DiffFileExists},
		{name: "a creation of an empty file that exists", diff: "--- /dev/null\n+++ b/empty\n@@ -0,0 +1 @@\n+a\n", code: patch.DiffFileExists},
		{name: "a deletion of a part", diff: "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", code: patch.DiffApplyFailed},
		{name: "a deletion without the lines", diff: "diff --git a/x b/x\ndeleted file mode 100644\n", code: patch.DiffApplyFailed},
		{name: "a second patch that fails", diff: "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+A\n--- a/z\n+++ b/z\n@@ -1 +1 @@\n-q\n+A\n", code: patch.DiffApplyFailed},
		{name: "a file that cannot be read", diff: "--- a/broken\n+++ b/broken\n@@ -1 +1 @@\n-q\n+A\n", code: patch.DiffReadFailed},
	} {
		t.Run(row.name, func(t *testing.T) {
			files, err := patch.ParseFiles(row.diff)
			if err != nil {
				t.Fatal(err)
			}
			results, err := patch.ApplyFiles(files, read)
			checkError(t, err, row.code, 0)
			var got map[string]string
			for _, r := range results {
				if got == nil {
					got = make(map[string]string)
				}
				got[r.Path] = string(r.Text)
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if row.code == patch.DiffReadFailed && (!errors.Is(err, broken) || !strings.Contains(err.Error(), "broken")) {
				t.Errorf("the cause is lost: %v", err)
			}
		})
	}
}
