//go:build unix

package workspace

import (
	"context"
	"maps"
	"os"
	"testing"
)

// undoRun writes every file of a tree three times, and keeps the writes.
func undoRun(w *Workspace) error {
	u, err := w.Undo(context.Background())
	if err != nil {
		return err
	}
	for range 3 {
		changes, err := prefixed(w, "new ")
		if err != nil {
			return err
		}
		if err := u.Write(context.Background(), changes); err != nil {
			return err
		}
	}
	return u.Done()
}

// A run of several writes is killed at each step. The next run finds either all
// files as they were, or all with their last texts.
func TestKillUndo(t *testing.T) {
	files := map[string]string{"a": "a\n", "b/c": "c\n", "b/d": "d\n", "e/f/g": "g\n", "not utf8 \xff\n": "text\n"}
	last := map[string]string{}
	for path, text := range files {
		last[path] = "new new new " + text
	}
	dir := memory(t)
	old, done := 0, 0
	seen := map[string]bool{}
	for step := 1; ; step++ {
		root := dir + "/tree"
		replant(t, root, files)
		point, _ := crash(t, root, "undo", step)
		if point == "" {
			break
		}
		seen[point] = true
		recoverIn(t, root)
		switch got := harvest(t, root); {
		case maps.Equal(got, files):
			old++
		case maps.Equal(got, last):
			done++
		default:
			t.Fatalf("killed at step %d, %q: %q", step, point, got)
		}
	}
	for _, point := range []string{"undo written", "undo durable", "renamed", "committed", "undo done"} {
		if !seen[point] {
			t.Errorf("never killed at %q", point)
		}
	}
	if old < 100 || done != 0 {
		t.Errorf("%d runs were taken back, and %d kept: want all that were killed before they were over taken back", old, done)
	}
}

// The recovery of a killed run is killed at each step, and another one
// completes it.
func TestKillUndoRecovery(t *testing.T) {
	files := map[string]string{"a": "a\n", "b/c": "c\n"}
	root := memory(t) + "/tree"
	for _, at := range []string{"undo durable", "committed", "undo done"} {
		killed := 1 // the last step of the run at which it is killed there
		for step := 1; ; step++ {
			replant(t, root, files)
			point, _ := crash(t, root, "undo", step)
			if point == "" {
				break
			}
			if point == at {
				killed = step
			}
		}
		for step := 1; ; step++ {
			replant(t, root, files)
			crash(t, root, "undo", killed)
			point, _ := crash(t, root, "recover", step)
			recoverIn(t, root)
			if got := harvest(t, root); !maps.Equal(got, files) {
				t.Fatalf("%s, the recovery killed at step %d, %q: %q", at, step, point, got)
			}
			if point == "" {
				if step < 10 {
					t.Errorf("%s: a recovery of %d steps", at, step)
				}
				break
			}
		}
	}
}

// replant makes a tree consist of exactly the given files.
func replant(t *testing.T, root string, files map[string]string) {
	t.Helper()
	check(t, os.RemoveAll(root))
	plant(t, root, files)
}
