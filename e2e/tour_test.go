//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The tour shows what README.md has of it, and leaves nothing behind.
func TestTour(t *testing.T) {
	folder := filepath.Join(scratch, "tour")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", folder)
	got := (&workspace{dir: repository}).run(t, ".", bazelw, "run", "--config=ci", "--noshow_progress", "//:tour").wantCode(t, 0)
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	rest := got.stdout
	for line := range strings.Lines(blockOf(t, "README.md", "Try it on this repository", 0).Text) {
		if line == "...\n" || strings.HasPrefix(line, "$ ./bazelw ") {
			continue
		}
		_, after, found := strings.Cut(rest, line)
		if !found {
			t.Fatalf("the tour does not print %q, which README.md has, in this order:\n%s", line, got.stdout)
		}
		rest = after
	}
}
