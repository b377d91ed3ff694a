//go:build unix

package workspace

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// halfway returns what is wrong with a tree after part of a mixed write: every
// file must be whole, either old or new.
func halfway(t testing.TB, root string) (wrong []string) {
	t.Helper()
	before, after := mixedTree(), mixedResult()
	now := layout(t, root)
	for name, text := range now {
		base := filepath.Base(name)
		if name == journalName || strings.HasPrefix(base, stagedPrefix) || strings.HasSuffix(name, "/") {
			continue
		}
		old, was := before[name]
		next, will := after[name]
		if !(was && text == old) && !(will && text == next) {
			wrong = append(wrong, name+" is "+text)
		}
	}
	for name := range before {
		_, will := after[name]
		if _, there := now[name]; !there && will {
			wrong = append(wrong, name+" is not there")
		}
	}
	return wrong
}

// wantMixed asserts that a tree has all changes, or none of them and nothing
// that was created for them.
func wantMixed(t testing.TB, root, when string) (complete bool) {
	t.Helper()
	now := layout(t, root)
	if cmp.Equal(now, withFolders(mixedResult())) {
		return true
	}
	if diff := cmp.Diff(withFolders(mixedTree()), now); diff != "" {
		t.Errorf("%s: neither old nor new (-was +is):\n%s", when, diff)
	}
	return false
}

// The process is killed before and after every folder that is created or
// removed, and every file that is created, deleted, renamed or edited.
func TestKillAtEveryStepOfAMixedWrite(t *testing.T) {
	base := memory(t)
	killed := map[string]int{}
	for step := 1; ; step++ {
		root := filepath.Join(base, strconv.Itoa(step))
		plant(t, root, mixedTree())
		point, _ := crash(t, root, "mixed", step)
		if point == "" {
			wantLayout(t, root, withFolders(mixedResult()))
			break
		}
		killed[point]++
		if wrong := halfway(t, root); len(wrong) > 0 {
			t.Fatalf("killed at step %d, %q: %q", step, point, wrong)
		}
		w, err := Open(root)
		check(t, err)
		if step%2 == 0 {
			done, err := w.Recover(context.Background())
			if err != nil || !done.Found && point != "done" || len(done.Stale) > 0 {
				t.Errorf("killed at step %d, %q, then recovered: %+v, %v", step, point, done, err)
			}
		} else { // the next run, for another file, finishes the killed one first
			check(t, write(w, creation("other/file", "1")))
			check(t, write(w, deletion("other/file", "1")))
		}
		check(t, w.Close())
		complete := wantMixed(t, root, point)
		if committed := isCommitted(point); complete != committed && point != "commit" {
			t.Errorf("killed at step %d, %q: complete %v", step, point, complete)
		}
		check(t, os.RemoveAll(root))
	}
	for _, point := range append([]string{"folder made", "folder removed"}, points...) {
		if killed[point] == 0 && point != "linked" {
			t.Errorf("no kill at %q", point)
		}
	}
	t.Logf("kills by point: %v", killed)
}

// isCommitted reports whether a transaction is completed after a kill at a
// point.
func isCommitted(point string) bool {
	switch point {
	case "committed", "rename", "renamed", "renamed all", "folder removed", "folders synced", "done":
		return true
	}
	return false
}

// Recover is killed after kills of the write: one that is rolled back, and some
// that are completed.
func TestKillAtEveryStepOfAMixedRecovery(t *testing.T) {
	base := memory(t)
	tried := map[string]bool{}
	kills := 0
	for step := 1; ; step++ {
		first := filepath.Join(base, "tree")
		check(t, os.RemoveAll(first))
		plant(t, first, mixedTree())
		point, _ := crash(t, first, "mixed", step)
		if point == "" {
			break
		}
		if tried[point] || point == "done" || point == "lock" {
			continue
		}
		tried[point] = true
		for again := 1; ; again++ {
			if again > 1 {
				check(t, os.RemoveAll(first)) // the same root: staged texts are identified by its path
				plant(t, first, mixedTree())
				if at, _ := crash(t, first, "mixed", step); at == "" {
					break
				}
			}
			at, _ := crash(t, first, "recover", again)
			if at == "" {
				break
			}
			kills++
			if wrong := halfway(t, first); len(wrong) > 0 {
				t.Fatalf("killed at %q, and its recovery at %q: %q", point, at, wrong)
			}
			w, err := Open(first)
			check(t, err)
			done, err := w.Recover(context.Background())
			if err != nil || len(done.Stale) > 0 {
				t.Errorf("killed at %q, and its recovery at %q: %+v, %v", point, at, done, err)
			}
			check(t, w.Close())
			wantMixed(t, first, point+", then "+at)
		}
	}
	if least := 30; kills < least {
		t.Errorf("%d steps of recoveries were tried, want %d", kills, least)
	}
	t.Logf("%d kills of recoveries", kills)
}

// mixedRun makes mixedChanges, and then undoes some of them, in one strict run.
func mixedRun(w *Workspace) error {
	u, err := w.Undo(context.Background())
	if err != nil {
		return err
	}
	if err := u.Write(context.Background(), mixedChanges()); err != nil {
		return err
	}
	if err := u.Write(context.Background(), []Change{
		deletion("made/by/us", "2"), change("new", "", "3"), creation("gone/deep/only", "4"), deletion("moved/to", "1"),
	}); err != nil {
		return err
	}
	return u.Done()
}

// A strict run of two writes that create and delete is killed at each step, and
// then undone.
func TestKillAMixedUndo(t *testing.T) {
	root := filepath.Join(memory(t), "tree")
	kills := 0
	for step := 1; ; step++ {
		check(t, os.RemoveAll(root))
		plant(t, root, mixedTree())
		point, _ := crash(t, root, "undo mixed", step)
		if point == "" {
			break
		}
		kills++
		done := recoverIn(t, root)
		if len(done.Stale) > 0 {
			t.Errorf("killed at step %d, %q: %+v", step, point, done)
		}
		if diff := cmp.Diff(withFolders(mixedTree()), layout(t, root)); diff != "" {
			t.Fatalf("killed at step %d, %q (-was +is):\n%s", step, point, diff)
		}
	}
	if kills < 60 {
		t.Errorf("%d kills", kills)
	}
}
