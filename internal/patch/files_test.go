package patch_test

import (
	"fmt"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/patch"
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
		{name: "a change", diff: git("x", "", sides("a/x", "b/x")), want: "false false 0 x\n"},
		{name: "plain headers", diff: sides("d/x", "d/x"), want: "false false 0 d/x\n"},
		{name: "a folder a", diff: sides("a/a/x", "b/a/x"), want: "false false 0 a/x\n"},
		{name: "several", diff: git("x", "", sides("a/x", "b/x")) + git("y", "new file mode 100755\n", "--- /dev/null\n+++ b/y\n@@ -0,0 +1 @@\n+a\n") + git("z", "deleted file mode 100644\n", "--- a/z\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"), want: "false false 0 x\ntrue false 755 y\nfalse true 0 z\n"},
		{name: "a creation without its mode", diff: "--- /dev/null\n+++ b/y\n@@ -0,0 +1 @@\n+a\n", want: "true false 644 y\n"},
		{name: "an empty file", diff: git("y", "new file mode 100644\nindex 0000000..e69de29\n", ""), want: "true false 644 y\n"},
		{name: "a mode", diff: git("y", "old mode 100644\nnew mode 100755\n", ""), want: "false false 755 y\n"},
		{name: "a name with spaces", diff: git("x y", "new file mode 100644\n", ""), want: "true false 644 x y\n"},
		{name: "a quoted name", diff: "diff --git \"a/\\303\\274\" \"b/\\303\\274\"\nnew file mode 100644\n", want: "true false 644 ü\n"},
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
		{name: "Begin Patch and nothing", diff: "*** Begin Patch\n*** End Patch\n", code: patch.DiffNoHunks},
	} {
		t.Run(row.name, func(t *testing.T) {
			files, err := patch.ParseFiles(row.diff)
			checkError(t, err, row.code, 0)
			got := ""
			for _, f := range files {
				got += fmt.Sprintf("%t %t %o %s\n", f.Created, f.Deleted, f.Mode, f.Path)
			}
			if got != row.want {
				t.Errorf("%q, want %q", got, row.want)
			}
		})
	}
}
