//go:build unix

package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that cannot be created or deleted is detected before anything is
// written.
func TestCreateAndDeleteWithoutPermission(t *testing.T) {
	for _, row := range []struct {
		rule   string
		create string
		remove string
		why    string
		chmod  string
		mode   fs.FileMode
	}{
		{"in a folder that may not be written", "d/new", "", "d/new: cannot write next to it: its folder must be writable: permission denied", "d", 0o555},
		{"in a new folder of one", "d/e/f/new", "", "d/e/f/new: cannot create its folder in d: permission denied", "d", 0o555},
		{"in a folder that may not be entered", "d/e/new", "", "d/e: cannot look it up: permission denied", "d", 0o444},
		{"a deletion in a folder that may not be written", "new", "d/there", "d/there: cannot write next to it: its folder must be writable: permission denied", "d", 0o555},
		{"a read-only file is deleted", "new", "d/there", "", "d/there", 0o444},
	} {
		t.Run(row.rule, func(t *testing.T) {
			root := t.TempDir()
			files := map[string]string{"edited": "1", "d/there": "1"}
			plant(t, root, files)
			path := filepath.Join(root, row.chmod)
			check(t, os.Chmod(path, row.mode))
			failed, _ := run(t, child(nil, "create", root, row.create, row.remove))
			if _, err := os.Lstat(path); err == nil {
				check(t, os.Chmod(path, 0o755))
			}
			if row.why != "" {
				if !strings.Contains(failed, row.why) {
					t.Errorf("error %q, want %q", failed, row.why)
				}
				wantLayout(t, root, withFolders(files))
				return
			}
			if failed != "" {
				t.Errorf("error %q", failed)
			}
			wantLayout(t, root, map[string]string{"edited": "2", "new": "new"})
		})
	}
}

// A name that is too long for the system is rejected before the commit, in any
// folder.
func TestCreateWithTooLongAName(t *testing.T) {
	long := strings.Repeat("n", 300)
	for _, name := range []string{long, "d/" + long, "none/" + long, "none/" + long + "/x", "d/" + long + "/y/x"} {
		w := open(t, map[string]string{"a": "1", "d/x": "1"})
		before := layout(t, w.Root())
		err := write(w, creation(name, "x"), change("a", "1", "2"))
		var unwritable *UnwritableError
		if !errors.As(err, &unwritable) || len(unwritable.Files) != 1 || unwritable.Files[0].Path != name {
			t.Errorf("%.10s: %v", name, err)
		}
		wantLayout(t, w.Root(), before)
	}
}

// Swapping the folders that a write creates does not redirect its files.
func TestMadeFoldersThatAreSwapped(t *testing.T) {
	for _, point := range []string{"folder made", "staged all", "verified", "committed"} {
		for _, target := range []string{"../outside", "equal", ".git"} {
			base := t.TempDir()
			plant(t, base, map[string]string{"outside/e/keep": "1", "ws/equal/e/keep": "1", "ws/.git/e/keep": "1", "ws/a": "1"})
			w := openAt(t, filepath.Join(base, "ws"), nil)
			done := false
			w.step = func(at, path string) error {
				if at == point && (path == "" || path == "d") && !done {
					done = true
					swap(t, filepath.Join(w.Root(), "d"), target)
				}
				return nil
			}
			err := write(w, creation("d/e/new", "x"), change("a", "1", "2"))
			if err == nil || !done {
				t.Errorf("%s, %s: done %v, %v", point, target, done, err)
			}
			w.step = nil
			for name := range harvest(t, base) {
				if strings.Contains(name, stagedPrefix) || strings.HasSuffix(name, "/new") || strings.HasSuffix(name, journalName) {
					t.Errorf("%s, %s: %s is left", point, target, name)
				}
			}
			for _, keep := range []string{"outside/e/keep", "ws/equal/e/keep", "ws/.git/e/keep"} {
				if _, err := os.Stat(filepath.Join(base, keep)); err != nil {
					t.Errorf("%s, %s: %v", point, target, err)
				}
			}
		}
	}
}
