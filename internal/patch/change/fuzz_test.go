package change_test

import (
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
)

// FuzzChange reads back the patch of any two texts, and takes it apart.
func FuzzChange(f *testing.F) {
	f.Add("a.go", "a\nb\n", "a\nc\n", uint64(0))
	f.Add("a b", "a\r\nb", "\x00\n", uint64(1))
	f.Add("ö", "--- x\n+++ y\n@@ -1 +1 @@\n", "diff --git a/x b/x\n", uint64(2))
	f.Fuzz(func(t *testing.T, name, base, text string, seed uint64) {
		if len(base)+len(text) > 1<<16 {
			return
		}
		c, err := change.New([]fixedits.FileChange{file(name, base, text), created("new", text), deleted("old", base)})
		if err != nil {
			return
		}
		again, err := change.Parse(c.Diff(), tree{name: base, "old": base}.read)
		if err != nil {
			t.Fatalf("%v\n%s", err, c.Diff())
		}
		if diff := cmp.Diff(c, again); diff != "" {
			t.Fatalf("%s\n%s", diff, c.Diff())
		}
		checkHunks(t, c, rand.New(rand.NewPCG(3, seed)))
	})
}

// FuzzParse reads anything, as a diff and as blocks: ends with a change that
// can be read back, or with an error that does not quote the base.
func FuzzParse(f *testing.F) {
	f.Add("--- a/a.go\n+++ b/a.go\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", "a\nb\nc\n")
	f.Add("diff --git a/new b/new\nnew file mode 100755\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n", "")
	f.Add("diff --git a/new b/new\nnew file mode 120000\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n", "")
	f.Add("diff --git a/a.go b/a.go\nold mode 100644\nnew mode 100755\n", "x")
	f.Add("diff --git a/a.go b/a.go\nGIT binary patch\nliteral 0\nHcmV?d00001\n\n", "x")
	f.Add("a.go\n"+block("b\n", "B\n"), "a\r\nb\r\n")
	f.Add("a.go\n<<<<<<< DELETE\n>>>>>>> DELETE\n", "x")
	f.Fuzz(func(t *testing.T, text, base string) {
		const secret = "the-secret-of-the-base"
		read := func(name string) ([]byte, fs.FileMode, error) {
			if strings.HasPrefix(name, "new") {
				return nil, 0, fs.ErrNotExist
			}
			return []byte(base + secret), 0o644, nil
		}
		for _, parse := range []func(string, change.Reader) (*change.Change, error){change.Parse, change.ParseEdits} {
			c, err := parse(text, read)
			if err != nil {
				if strings.Contains(err.Error(), secret) && !strings.Contains(text, secret) {
					t.Fatalf("the error has the text of the base: %v", err)
				}
				continue
			}
			again, err := change.Parse(c.Diff(), read)
			if err != nil || again.SHA256() != c.SHA256() {
				t.Fatalf("read back: %v\n%q\n%s", err, text, c.Diff())
			}
		}
	})
}
