//go:build unix

package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// swaps are changes of others to the tree at ws during a write. Equal files are
// next to it.
var swaps = []struct {
	what string
	do   func(t testing.TB, ws string)
	// of the files a, x/b and x/c, those that the swap removes from the
	// transaction, with the expected state of the tree
	hit   []string
	found map[string]string
}{
	{
		"a file is edited",
		func(t testing.TB, ws string) { plant(t, ws, map[string]string{"x/b": "edited"}) },
		[]string{"x/b"},
		map[string]string{"x/b": "edited"},
	},
	{
		"a file is edited in the same length, and its time set back",
		func(t testing.TB, ws string) {
			path := filepath.Join(ws, "x/b")
			info, err := os.Stat(path)
			check(t, err)
			plant(t, ws, map[string]string{"x/b": "0"})
			check(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
		},
		[]string{"x/b"},
		map[string]string{"x/b": "0"},
	},
	{
		"a file is replaced by an edited one",
		func(t testing.TB, ws string) {
			plant(t, ws, map[string]string{"x/b-new": "edited"})
			check(t, os.Rename(filepath.Join(ws, "x/b-new"), filepath.Join(ws, "x/b")))
		},
		[]string{"x/b"},
		map[string]string{"x/b": "edited"},
	},
	{
		"a file is removed",
		func(t testing.TB, ws string) { check(t, os.Remove(filepath.Join(ws, "x/b"))) },
		[]string{"x/b"},
		nil,
	},
	{
		"a file becomes a folder",
		func(t testing.TB, ws string) {
			check(t, os.Remove(filepath.Join(ws, "x/b")))
			plant(t, ws, map[string]string{"x/b/file": "1"})
		},
		[]string{"x/b"},
		map[string]string{"x/b/file": "1"},
	},
	{
		"a file becomes a link to an equal one outside",
		func(t testing.TB, ws string) { swap(t, filepath.Join(ws, "x/b"), "../../outside/b") },
		[]string{"x/b"},
		map[string]string{"x/b": "-> ../../outside/b", "x/b-moved": "1"},
	},
	{
		"a file becomes an absolute link to an equal one outside",
		func(t testing.TB, ws string) {
			swap(t, filepath.Join(ws, "x/b"), filepath.Join(filepath.Dir(ws), "outside/b"))
		},
		[]string{"x/b"},
		map[string]string{"x/b": "-> BASE/outside/b", "x/b-moved": "1"},
	},
	{
		"a folder becomes a link to an equal one outside",
		func(t testing.TB, ws string) { swap(t, filepath.Join(ws, "x"), "../outside") },
		[]string{"x/b", "x/c"},
		map[string]string{"x": "-> ../outside", "x-moved/b": "1", "x-moved/c": "1"},
	},
	{
		"a folder becomes a link to an equal one inside",
		func(t testing.TB, ws string) { swap(t, filepath.Join(ws, "x"), "equal") },
		[]string{"x/b", "x/c"},
		map[string]string{"x": "-> equal", "x-moved/b": "1", "x-moved/c": "1"},
	},
	{
		"a folder becomes a file",
		func(t testing.TB, ws string) {
			check(t, os.Rename(filepath.Join(ws, "x"), filepath.Join(ws, "x-moved")))
			plant(t, ws, map[string]string{"x": "a file"})
		},
		[]string{"x/b", "x/c"},
		map[string]string{"x": "a file", "x-moved/b": "1", "x-moved/c": "1"},
	},
	{
		"a folder becomes a link to itself",
		func(t testing.TB, ws string) { swap(t, filepath.Join(ws, "x"), "x") },
		[]string{"x/b", "x/c"},
		map[string]string{"x": "-> x", "x-moved/b": "1", "x-moved/c": "1"},
	},
	{
		"a folder is moved into .git",
		func(t testing.TB, ws string) {
			check(t, os.Mkdir(filepath.Join(ws, ".git"), 0o755))
			swap(t, filepath.Join(ws, "x"), "none")
			check(t, os.Rename(filepath.Join(ws, "x-moved"), filepath.Join(ws, ".git/x")))
		},
		[]string{"x/b", "x/c"},
		map[string]string{"x": "-> none", ".git/x/b": "1", ".git/x/c": "1"},
	},
	{
		"a folder becomes a link into .git, with equal files there",
		func(t testing.TB, ws string) {
			plant(t, ws, map[string]string{".git/b": "1", ".git/c": "1"})
			swap(t, filepath.Join(ws, "x"), ".git")
		},
		[]string{"x/b", "x/c"},
		map[string]string{"x": "-> .git", "x-moved/b": "1", "x-moved/c": "1", ".git/b": "1", ".git/c": "1"},
	},
	{
		"a folder is moved away",
		func(t testing.TB, ws string) {
			check(t, os.Rename(filepath.Join(ws, "x"), filepath.Join(ws, "x-moved")))
		},
		[]string{"x/b", "x/c"},
		map[string]string{"x-moved/b": "1", "x-moved/c": "1"},
	},
}

// Each of swaps is made at each point of a write. Nothing outside is written,
// no edit is overwritten, and nothing is left over. After a swap before the
// last examination of the files, all of them stay as they were.
func TestSwapsDuringAWrite(t *testing.T) {
	for _, row := range swaps {
		for _, at := range []string{"lock", "prepared", "created", "staged", "staged all", "synced", "verified", "commit", "committed"} {
			t.Run(row.what+"/"+at, func(t *testing.T) {
				base := t.TempDir()
				outside := map[string]string{"outside/b": "1", "outside/c": "1"}
				plant(t, base, outside)
				ws := filepath.Join(base, "ws")
				w := openAt(t, ws, map[string]string{"a": "1", "x/b": "1", "x/c": "1", "equal/b": "1", "equal/c": "1"})
				var once sync.Once
				w.step = func(point, _ string) error {
					if point == at {
						once.Do(func() { row.do(t, ws) })
					}
					return nil
				}
				err := write(w, change("a", "1", "2"), change("x/b", "1", "2"), change("x/c", "1", "2"))
				var stale *StaleError
				if !errors.As(err, &stale) {
					t.Fatalf("error %v, want a StaleError", err)
				}
				var names []string
				for _, file := range stale.Files {
					names = append(names, file.Path)
				}
				if got, want := strings.Join(names, " "), strings.Join(row.hit, " "); got != want {
					t.Errorf("stale are %s, want %s", got, want)
				}
				text := "1" // of the files that the swap did not hit
				if at == "verified" || at == "commit" || at == "committed" {
					text = "2"
				}
				want := map[string]string{"a": text, "x/b": text, "x/c": text, "equal/b": "1", "equal/c": "1"}
				for _, name := range row.hit {
					delete(want, name)
				}
				for name, text := range row.found {
					want[name] = strings.Replace(text, "BASE", base, 1)
				}
				wantTree(t, ws, want)
				wantTree(t, filepath.Join(base, "outside"), map[string]string{"b": "1", "c": "1"})
			})
		}
	}
}

// Each of swaps is made after a run was killed. Recovery completes the
// remaining files, leaves nothing over, and the next write succeeds.
func TestSwapsBeforeRecover(t *testing.T) {
	removed := swaps[0]
	removed.what, removed.hit, removed.found = "a folder is removed", []string{"x/b", "x/c"}, nil
	removed.do = func(t testing.TB, ws string) { check(t, os.RemoveAll(filepath.Join(ws, "x"))) }
	for _, row := range append(slices.Clone(swaps), removed) {
		for _, at := range []string{"synced", "committed"} {
			t.Run(row.what+"/"+at, func(t *testing.T) {
				base := t.TempDir()
				plant(t, base, map[string]string{"outside/b": "1", "outside/c": "1"})
				ws := filepath.Join(base, "ws")
				w := openAt(t, ws, map[string]string{"a": "1", "x/b": "1", "x/c": "1", "equal/b": "1", "equal/c": "1"})
				check(t, killedAt(w, at, change("a", "1", "2"), change("x/b", "1", "2"), change("x/c", "1", "2")))
				row.do(t, ws)
				done, err := w.Recover(context.Background())
				if err != nil || !done.Found {
					t.Fatalf("%+v, %v", done, err)
				}
				text := map[string]string{"synced": "1", "committed": "2"}[at]
				want := map[string]string{"a": text, "x/b": text, "x/c": text, "equal/b": "1", "equal/c": "1"}
				for _, name := range row.hit {
					delete(want, name)
				}
				for name, text := range row.found {
					want[name] = strings.Replace(text, "BASE", base, 1)
				}
				wantTree(t, ws, want)
				wantTree(t, filepath.Join(base, "outside"), map[string]string{"b": "1", "c": "1"})
				check(t, write(w, change("a", text, "3")))
			})
		}
	}
}

// The folder of a file becomes a link to .git between its lookup and its opening.
// A write leaves nothing in .git, regardless of the moment.
func TestRaceIntoGit(t *testing.T) {
	w := open(t, map[string]string{"x/b": "1", ".git/b": "1"})
	x, hidden := filepath.Join(w.Root(), "x"), filepath.Join(w.Root(), "x-moved")
	stop := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if os.Rename(x, hidden) == nil && os.Symlink(".git", x) == nil {
				os.Remove(x)
			}
			os.Rename(hidden, x)
		}
	})
	defer wait.Wait()
	defer close(stop)
	text := "1"
	for i := range 300 {
		next := fmt.Sprint(i + 2)
		err := write(w, change("x/b", text, next))
		var stale *StaleError
		switch {
		case err == nil:
			text = next
		case !errors.As(err, &stale) && !errors.Is(err, ErrOutside):
			t.Fatalf("write %d: %v", i, err)
		}
		check(t, noneStaged(filepath.Join(w.Root(), ".git")))
	}
	if got := harvest(t, filepath.Join(w.Root(), ".git")); len(got) != 1 || got["b"] != "1" {
		t.Errorf("in .git is %q", got)
	}
}

func noneStaged(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), stagedPrefix) {
			return fmt.Errorf("%s is left in %s", entry.Name(), dir)
		}
	}
	return err
}

// If the other names of a file cannot be found, that is an error for this file
// only.
func TestFailingHardLinkWalk(t *testing.T) {
	w := open(t, map[string]string{"a": "1", "b": "1", ".bazelignore/": ""}) // an unreadable list of ignored folders
	check(t, os.Link(filepath.Join(w.Root(), "a"), filepath.Join(w.Root(), "a-too")))
	const why = "a: cannot find the other names of this hard-linked file: .bazelignore: cannot read it: it is a folder"
	for range 2 { // there is only one walk
		_, err := w.Canonical("a")
		wantError(t, err, why)
		if errors.Is(err, ErrOutside) || errors.Is(err, ErrNotRegular) || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v is mistaken for another error", err)
		}
	}
	_, err := w.List([]string{"a"}, ListOptions{Canonical: true})
	wantError(t, err, why)
	wantError(t, write(w, change("a", "1", "2"), change("b", "1", "2")), why)
	wantTree(t, w.Root(), map[string]string{"a": "1", "a-too": "1", "b": "1"})
	if got, err := w.Canonical("b"); err != nil || got != "b" {
		t.Errorf("%q, %v", got, err)
	}
	check(t, write(w, change("b", "1", "2")))
}

// A folder that cannot be read at all fails the walk. One that this user may
// not enter is skipped.
func TestHardLinkWalkThatCannotRead(t *testing.T) {
	w := open(t, map[string]string{"a": "1"})
	check(t, os.Link(filepath.Join(w.Root(), "a"), filepath.Join(w.Root(), "b")))
	closed, err := os.OpenRoot(w.Root())
	check(t, err)
	check(t, closed.Close())
	if err := (&hardLinks{names: map[fileID][]string{}}).walk(closed, "."); err == nil {
		t.Error("no error of a folder that cannot be read")
	}
	if err := eachEntry(closed, func(fs.DirEntry) error { return nil }); err == nil {
		t.Error("no error of a folder that cannot be read")
	}
	stop := errors.New("stop")
	if err := eachEntry(w.root, func(fs.DirEntry) error { return stop }); err != stop {
		t.Errorf("error %v of a visit, want it as it is", err)
	}
}
