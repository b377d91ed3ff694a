//go:build conformance

package builtin

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// The safe fixes of all files in the cache of Go modules have certificates. Run
// it with -tags=conformance -v.
func TestSafeFixesOfTheModuleCacheAreCertified(t *testing.T) {
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := strings.TrimSpace(string(cache))
	held, count := map[string]int{}, 0
	var files []checks.File
	flush := func() {
		count += len(files)
		for rule, n := range certificatesOf(t, files) {
			held[rule] += n
		}
		files = nil
	}
	err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name == filepath.Join(root, "cache"):
			return filepath.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		info, err := entry.Info()
		if err != nil || info.Size() > 1<<20 {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, name)
		if files = append(files, checks.File{Path: filepath.ToSlash(relative), Content: content}); len(files) == 256 {
			flush()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	flush()
	t.Logf("%d files; certificates by rule: %v", count, held)
}
