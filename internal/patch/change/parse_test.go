package change_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
)

func TestParse(t *testing.T) {
	base := tree{
		"a.go": "a\nb\nc\n", "dos.txt": "a\r\nb\r\nc\r\n", "mixed.txt": "a\r\nb\nc\r\nd\r\ne\r\n", "run.sh*": "a\nb\nc\n",
		"link@": "/etc/passwd", "sub/": "", "empty": "", "bare": "a\nb", "odd.txt": "a\r\r\nb\r\n",
	}
	hunk := func(name, lines string) string {
		return fmt.Sprintf("--- a/%s\n+++ b/%s\n@@ -1,3 +1,3 @@\n%s", name, name, lines)
	}
	for _, row := range []struct {
		name, diff string
		want       []fixedits.FileChange
		code       patch.Code
	}{
		{name: "a line", diff: hunk("a.go", " a\n-b\n+B\n c\n"), want: []fixedits.FileChange{file("a.go", "a\nb\nc\n", "a\nB\nc\n")}},
		{name: "text around", diff: "Subject: x\n\n" + hunk("a.go", " a\n-b\n+B\n c\n") + "-- \n2.39.5\n", want: []fixedits.FileChange{file("a.go", "a\nb\nc\n", "a\nB\nc\n")}},
		{name: "wrong counts", diff: "--- a/a.go\n+++ b/a.go\n@@ -1,1 +1,1 @@\n a\n-b\n+B\n c\n", want: []fixedits.FileChange{file("a.go", "a\nb\nc\n", "a\nB\nc\n")}},
		{name: "LF for CRLF", diff: hunk("dos.txt", " a\n-b\n+B\n c\n"), want: []fixedits.FileChange{file("dos.txt", base["dos.txt"], "a\r\nB\r\nc\r\n")}},
		{name: "CRLF for CRLF", diff: hunk("dos.txt", " a\r\n-b\r\n+B\r\n c\r\n"), want: []fixedits.FileChange{file("dos.txt", base["dos.txt"], "a\r\nB\r\nc\r\n")}},
		{name: "to LF", diff: hunk("dos.txt", " a\r\n-b\r\n+b\n c\r\n"), code: patch.DiffNoChanges},
		{name: "to LF, as git has it", diff: "diff --git a/dos.txt b/dos.txt\n" + hunk("dos.txt", " a\r\n-b\r\n+b\n c\r\n"), want: []fixedits.FileChange{file("dos.txt", base["dos.txt"], "a\r\nb\nc\r\n")}},
		{name: "mixed", diff: "--- a/mixed.txt\n+++ b/mixed.txt\n@@ -1,5 +1,6 @@\n a\n b\n-c\n+C\n+X\n d\n e\n", want: []fixedits.FileChange{file("mixed.txt", base["mixed.txt"], "a\r\nb\nC\r\nX\r\nd\r\ne\r\n")}},
		{name: "all in CRLF", diff: strings.ReplaceAll(hunk("a.go", " a\n-b\n+B\n c\n"), "\n", "\r\n"), want: []fixedits.FileChange{file("a.go", "a\nb\nc\n", "a\nB\nc\n")}},
		{name: "a new file in CRLF", diff: "--- /dev/null\r\n+++ b/new\r\n@@ -0,0 +1 @@\r\n+x\r\n", want: []fixedits.FileChange{created("new", "x\n")}},
		{name: "a new file", diff: "diff --git a/new b/new\nnew file mode 100755\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n", want: []fixedits.FileChange{{Path: "new", Created: true, Executable: true, After: []byte("x\n")}}},
		{name: "a new file in CRLF, as git has it", diff: "diff --git a/new b/new\nnew file mode 100644\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\r\n", want: []fixedits.FileChange{created("new", "x\r\n")}},
		{name: "a deleted file", diff: "--- a/a.go\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-a\n-b\n-c\n", want: []fixedits.FileChange{deleted("a.go", "a\nb\nc\n")}},
		{name: "a mode stays", diff: hunk("run.sh", " a\n-b\n+B\n c\n"), want: []fixedits.FileChange{{Path: "run.sh", Executable: true, Before: []byte("a\nb\nc\n"), After: []byte("a\nB\nc\n")}}},
		{name: "a mode changes", diff: "diff --git a/run.sh b/run.sh\nold mode 100755\nnew mode 100644\n", want: []fixedits.FileChange{{Path: "run.sh", ModeChanged: true, Before: []byte("a\nb\nc\n"), After: []byte("a\nb\nc\n")}}},
		{name: "an odd end", diff: "diff --git a/odd.txt b/odd.txt\n--- a/odd.txt\n+++ b/odd.txt\n@@ -1,2 +1,2 @@\n a\r\r\n-b\r\n+B\r\n", want: []fixedits.FileChange{file("odd.txt", base["odd.txt"], "a\r\r\nB\r\n")}},

		{name: "a link, by its mode", diff: "diff --git a/new b/new\nnew file mode 120000\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n", code: patch.DiffLink},
		{name: "a submodule", diff: "diff --git a/new b/new\nnew file mode 160000\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+Subproject commit 0123456789012345678901234567890123456789\n", code: patch.DiffSubmodule},
		{name: "through a link", diff: "--- a/link\n+++ b/link\n@@ -1 +1 @@\n-/etc/passwd\n\\ No newline at end of file\n+x\n", code: patch.DiffLink},
		{name: "what is no file", diff: "--- /dev/null\n+++ b/sub\n@@ -0,0 +1 @@\n+x\n", code: patch.DiffSubmodule},
		{name: "below a link", diff: "diff --git a/link/x/new b/link/x/new\nnew file mode 100644\n--- /dev/null\n+++ b/link/x/new\n@@ -0,0 +1 @@\n+x\n", code: patch.DiffLink},
		{name: "below a link, repaired", diff: "--- /dev/null\n+++ link/new\n@@ -0,0 +1 @@\n+x\n", code: patch.DiffLink},
		{name: "below a file", diff: "--- /dev/null\n+++ b/a.go/new\n@@ -0,0 +1 @@\n+x\n", code: patch.FileAndFolder},
		{name: "below a folder", diff: "--- /dev/null\n+++ b/sub/new\n@@ -0,0 +1 @@\n+x\n", want: []fixedits.FileChange{created("sub/new", "x\n")}},
		{name: "below a file that goes", diff: "--- a/bare\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n\\ No newline at end of file\n--- /dev/null\n+++ b/bare/new\n@@ -0,0 +1 @@\n+x\n", want: []fixedits.FileChange{deleted("bare", "a\nb"), created("bare/new", "x\n")}},
		{name: "setuid", diff: "diff --git a/run.sh b/run.sh\nold mode 100755\nnew mode 104755\n", code: patch.DiffMode},
		{name: "above", diff: hunk("../a.go", " a\n-b\n+B\n c\n"), code: patch.DiffBadName},
		{name: "the hooks", diff: "--- /dev/null\n+++ b/.git/hooks/post-checkout\n@@ -0,0 +1 @@\n+x\n", code: patch.DiffBadName},
		{name: "binary", diff: "diff --git a/a.go b/a.go\nGIT binary patch\nliteral 0\nHcmV?d00001\n\n", code: patch.DiffBinary},
		{name: "a rename", diff: "diff --git a/a.go b/b.go\nsimilarity index 100%\nrename from a.go\nrename to b.go\n", code: patch.DiffRenames},
		{name: "a place by its number only", diff: "diff --git a/a.go b/a.go\n--- a/a.go\n+++ b/a.go\n@@ -1,0 +2 @@\n+x\n", code: patch.DiffNoAnchor},
		{name: "twice", diff: hunk("a.go", " a\n-b\n+B\n c\n") + "diff --git a/a.go b/a.go\n" + hunk("a.go", " a\n-b\n+B\n c\n"), code: patch.DiffSameFileTwice},
		{name: "not there", diff: hunk("b.go", " a\n-b\n+B\n c\n"), code: patch.DiffFileMissing},
		{name: "there", diff: "--- /dev/null\n+++ b/a.go\n@@ -0,0 +1 @@\n+x\n", code: patch.DiffFileExists},
		{name: "a creation of an empty file that is there", diff: "--- /dev/null\n+++ b/empty\n@@ -0,0 +1 @@\n+x\n", code: patch.DiffFileExists},
		{name: "a deletion of none", diff: "--- a/b.go\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", code: patch.DiffFileMissing},
		{name: "a deletion without the lines", diff: "diff --git a/a.go b/a.go\ndeleted file mode 100644\n", code: patch.DiffApplyFailed},
		{name: "a deletion of an empty file", diff: "diff --git a/empty b/empty\ndeleted file mode 100644\n", want: []fixedits.FileChange{deleted("empty", "")}},
		{name: "a second part that fails", diff: hunk("a.go", " a\n-b\n+B\n c\n") + hunk("bare", " q\n-b\n+B\n c\n"), code: patch.DiffApplyFailed},
		{name: "stale", diff: hunk("a.go", " a\n-x\n+B\n c\n"), code: patch.DiffApplyFailed},
		{name: "nothing", diff: "", code: patch.DiffEmpty},
		{name: "too large", diff: strings.Repeat("x", 16<<20+1), code: patch.ChangeTooLarge},
		{name: "a part is left of the file", diff: "--- a/a.go\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n", code: patch.DiffApplyFailed},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, err := change.Parse(row.diff, base.read)
			wantCode(t, err, row.code)
			if err != nil {
				return
			}
			if diff := cmp.Diff(mustNew(t, row.want...), c); diff != "" {
				t.Error(diff)
			}
		})
	}
	_, err := change.Parse(hunk("a.go", " a\n-b\n+B\n c\n"), func(string) ([]byte, fs.FileMode, error) { return nil, 0, fs.ErrPermission })
	wantCode(t, err, patch.DiffReadFailed)
	_, err = change.Parse(hunk("b.go", " a\n-b\n+B\n c\n"), base.read)
	if want := "b.go: line 1: the file does not exist; create the file, or name one that exists (patch_file_missing)"; err.Error() != want {
		t.Errorf("the error is %q, want %q", err, want)
	}
}

// Git applies a diff with the result of the change, and reading the diff gives
// the change again.
func TestDiffAppliesWithGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	for seed := range rounds {
		base, c := random(t, rand.New(rand.NewPCG(1, uint64(seed))))
		if c.Empty() {
			continue
		}
		diff := c.Diff()
		again, err := change.Parse(diff, base.read)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, diff)
		}
		if d := cmp.Diff(c, again); d != "" {
			t.Fatalf("seed %d: read back: %s\n%s", seed, d, diff)
		}
		dir := t.TempDir()
		for name, text := range base {
			plain, executable := strings.CutSuffix(name, "*")
			mode := fs.FileMode(0o644)
			if executable {
				mode = 0o755
			}
			writeFile(t, filepath.Join(dir, filepath.FromSlash(plain)), text, mode)
		}
		apply(t, dir, diff)
		for i := range c.Files {
			f := &c.Files[i]
			got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Path)))
			if gone := os.IsNotExist(err); gone != f.Deleted || string(got) != string(f.After) {
				t.Fatalf("seed %d: git has %q for %s, want %q (%v)\n%s", seed, got, f.Path, f.After, err, diff)
			}
		}
	}
}

func TestModesApplyWithGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	script := file("run.sh", "a\n", "b\n")
	script.Executable, script.ModeChanged = true, true
	only := file("a b.sh", "a\n", "a\n")
	only.Executable, only.ModeChanged = true, true
	c := mustNew(t, script, only, fixedits.FileChange{Path: "new.sh", Created: true, Executable: true, After: []byte("x\n")})
	if again, err := change.Parse(c.Diff(), tree{"run.sh": "a\n", "a b.sh": "a\n"}.read); err != nil || !cmp.Equal(c, again) {
		t.Errorf("read back: %v, %v", again, err)
	}
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "run.sh"), "a\n", 0o644)
	writeFile(t, filepath.Join(dir, "a b.sh"), "a\n", 0o644)
	apply(t, dir, c.Diff())
	for _, name := range c.Paths() {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode()&0o100 == 0 && os.PathSeparator == '/' {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

func writeFile(t *testing.T, name, text string, mode fs.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func apply(t *testing.T, dir, diff string) {
	t.Helper()
	cmd := exec.Command("git", "apply", "--whitespace=nowarn")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(diff)
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_NOSYSTEM=1", "HOME="+dir, "XDG_CONFIG_HOME="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s\n%s", err, out, diff)
	}
}
