//go:build unix

package workspace

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
)

func TestWriteKeepsModes(t *testing.T) {
	for _, mode := range []fs.FileMode{
		0o644, 0o755, 0o600, 0o666, 0o777, 0o640, 0o700, 0o400, 0o444, 0o555,
		0o755 | fs.ModeSetuid, 0o755 | fs.ModeSetgid, 0o644 | fs.ModeSticky,
	} {
		t.Run(mode.String(), func(t *testing.T) {
			w := open(t, map[string]string{"a": "1"})
			path := filepath.Join(w.Root(), "a")
			check(t, os.Chmod(path, mode))
			info, err := os.Stat(path)
			check(t, err)
			if info.Mode() != mode {
				t.Skipf("this system makes %v of it", info.Mode())
			}
			check(t, write(w, change("a", "1", "2")))
			if info, err = os.Stat(path); err != nil || info.Mode() != mode {
				t.Errorf("mode %v, %v, want %v", info.Mode(), err, mode)
			}
			wantTree(t, w.Root(), map[string]string{"a": "2"})
		})
	}
}

func TestWriteKeepsOwners(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root may give files away")
	}
	w := open(t, map[string]string{"a": "1", "b": "1"})
	check(t, os.Lchown(filepath.Join(w.Root(), "a"), 1234, 4321))
	check(t, os.Chmod(filepath.Join(w.Root(), "a"), 0o750|fs.ModeSetuid))
	check(t, write(w, change("a", "1", "2"), change("b", "1", "2")))
	info, err := os.Stat(filepath.Join(w.Root(), "a"))
	check(t, err)
	if uid, gid := owner(info); uid != 1234 || gid != 4321 || info.Mode() != 0o750|fs.ModeSetuid {
		t.Errorf("owner %d:%d, mode %v", uid, gid, info.Mode())
	}
	info, err = os.Stat(filepath.Join(w.Root(), "b"))
	check(t, err)
	if uid, _ := owner(info); uid != 0 {
		t.Errorf("owner of the other file is %d", uid)
	}
}

// A hard-linked file stays one file under all its names in the workspace,
// whichever of them a change uses. A name outside keeps the old text, since
// nothing outside is written.
func TestWriteKeepsHardLinks(t *testing.T) {
	for _, row := range []struct {
		rule    string
		changes []Change
	}{
		{"by one name", []Change{change("x/b", "1", "2")}},
		{"by another", []Change{change("a", "1", "2")}},
		{"by all", []Change{change("x/y/c", "1", "2"), change("a", "1", "2"), change("x/b", "1", "2")}},
	} {
		t.Run(row.rule, func(t *testing.T) {
			base := t.TempDir()
			w := openAt(t, filepath.Join(base, "ws"), map[string]string{"a": "1", "x/y/": "", "other": "1"})
			names := []string{"ws/x/b", "ws/x/y/c", "outside"}
			for _, name := range names {
				check(t, os.Link(filepath.Join(w.Root(), "a"), filepath.Join(base, name)))
			}
			var renames atomic.Int64
			w.step = func(point, _ string) error {
				if point == "renamed" {
					renames.Add(1)
				}
				return nil
			}
			check(t, write(w, row.changes...))
			wantTree(t, base, map[string]string{
				"ws/a": "2", "ws/x/b": "2", "ws/x/y/c": "2", "ws/other": "1", "outside": "1",
			})
			first, err := os.Stat(filepath.Join(base, "ws/a"))
			check(t, err)
			for _, name := range names[:2] {
				info, err := os.Stat(filepath.Join(base, name))
				if err != nil || !os.SameFile(first, info) || linkCount(info) != 3 {
					t.Errorf("%s is no longer a name of ws/a (%v)", name, err)
				}
			}
			if renames.Load() != 3 {
				t.Errorf("%d renames, want one a name", renames.Load())
			}
		})
	}
}

func TestWriteRefusesTwoTextsForHardLinks(t *testing.T) {
	w := open(t, map[string]string{"a": "1"})
	check(t, os.Link(filepath.Join(w.Root(), "a"), filepath.Join(w.Root(), "b")))
	wantError(t, write(w, change("a", "1", "2"), change("b", "1", "3")),
		"b: cannot write it: it is the same file as a, and the changes give it two texts: apply them one after the other")
	wantTree(t, w.Root(), map[string]string{"a": "1", "b": "1"})
	// The names were those of one file when they were looked up, but no longer
	// are at the time of the write.
	check(t, os.Remove(filepath.Join(w.Root(), "b")))
	plant(t, w.Root(), map[string]string{"b": "own"})
	check(t, write(w, change("a", "1", "2")))
	wantTree(t, w.Root(), map[string]string{"a": "2", "b": "own"})
}

func TestManyHardLinks(t *testing.T) {
	w := open(t, numbered(60, "old"))
	files := harvest(t, w.Root())
	var changes []Change
	want := map[string]string{}
	for path, text := range files {
		check(t, os.Link(filepath.Join(w.Root(), path), filepath.Join(w.Root(), path+"-too")))
		changes = append(changes, change(path, text, "new "+text))
		want[path], want[path+"-too"] = "new "+text, "new "+text
	}
	check(t, write(w, changes...))
	wantTree(t, w.Root(), want)
	for path := range files {
		info, err := os.Stat(filepath.Join(w.Root(), path))
		if err != nil || linkCount(info) != 2 {
			t.Errorf("%s has %d names, %v", path, linkCount(info), err)
		}
	}
}

// swap replaces a file or folder of a tree by a link.
func swap(t testing.TB, path, target string) {
	t.Helper()
	check(t, os.Rename(path, path+fmt.Sprint("-moved")))
	check(t, os.Symlink(target, path))
}
