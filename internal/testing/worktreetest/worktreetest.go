// Package worktreetest writes repositories of tests, and compares them before
// and after something that must not touch them.
package worktreetest

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Fingerprint returns a line for every file and folder below a folder, .git and
// its objects, index, references and logs included: the path, mode, size, time
// and hash. A file that was created and removed shows in the time of its folder.
func Fingerprint(dir string) (string, error) {
	var out strings.Builder
	err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Lstat(name)
		if err != nil {
			return err
		}
		content := ""
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			content, err = os.Readlink(name)
		case info.Mode().IsRegular():
			var text []byte
			text, err = os.ReadFile(name)
			content = fmt.Sprintf("%x", sha256.Sum256(text))
		}
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(dir, name)
		fmt.Fprintf(&out, "%q %v %d %d %s\n", filepath.ToSlash(relative), info.Mode(), info.Size(), info.ModTime().UnixNano(), content)
		return err
	})
	return out.String(), err
}

// Untouched fails the test, at its end, if one of the folders has changed.
func Untouched(t testing.TB, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		before, err := Fingerprint(dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			after, err := Fingerprint(dir)
			if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(strings.Split(before, "\n"), strings.Split(after, "\n")); diff != "" {
				t.Errorf("%s was touched (-before +after):\n%s", dir, diff)
			}
		})
	}
}

// Write writes files below a folder, by path. Names that end with * are of files
// that can be run.
func Write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name, runnable := strings.CutSuffix(name, "*")
		at := filepath.Join(dir, filepath.FromSlash(name))
		mode := os.FileMode(0o644)
		if runnable {
			mode = 0o755
		}
		err := os.MkdirAll(filepath.Dir(at), 0o755)
		if err == nil {
			err = os.WriteFile(at, []byte(text), mode)
		}
		if err == nil {
			err = os.Chmod(at, mode)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
