package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// undoable starts a run that can be undone.
func undoable(t *testing.T, w *Workspace) *Undo {
	t.Helper()
	u, err := w.Undo(context.Background())
	check(t, err)
	return u
}

// recoverIn recovers a workspace like another process.
func recoverIn(t *testing.T, root string) Recovered {
	t.Helper()
	w, err := Open(root)
	check(t, err)
	defer w.Close()
	done, err := w.Recover(context.Background())
	check(t, err)
	return done
}

func TestUndoTakesBackAllWrites(t *testing.T) {
	w := open(t, map[string]string{"a": "1", "b": "1", "c": "1"})
	u := undoable(t, w)
	check(t, u.Write(context.Background(), []Change{change("a", "1", "2"), change("b", "1", "2")}))
	check(t, u.Write(context.Background(), []Change{change("a", "2", "3"), change("c", "1", "2")}))
	wantTree(t, w.Root(), map[string]string{"a": "3", "b": "2", "c": "2", undoName: harvest(t, w.Root())[undoName]})
	u.Close() // the run is killed
	done := recoverIn(t, w.Root())
	if !done.Found || !slices.Equal(done.TakenBack, []string{"a", "b", "c"}) || len(done.Stale) > 0 {
		t.Errorf("recovered %+v", done)
	}
	wantTree(t, w.Root(), map[string]string{"a": "1", "b": "1", "c": "1"})
}

func TestUndoTakesBackCreationsAndDeletions(t *testing.T) {
	w := open(t, map[string]string{"a": "1", "d/e/only": "1", "keep": "1"})
	check(t, os.Chmod(filepath.Join(w.Root(), "d/e/only"), 0o755))
	was := layout(t, w.Root())
	u := undoable(t, w)
	check(t, u.Write(context.Background(), []Change{creation("n/new", "1"), deletion("a", "1"), deletion("d/e/only", "1"), creation("twice", "1")}))
	check(t, u.Write(context.Background(), []Change{change("n/new", "1", "2"), creation("a", "2"), deletion("twice", "1"), creation("n/m/more", "")}))
	u.Close() // the run is killed
	done := recoverIn(t, w.Root())
	if want := []string{"a", "d/e/only", "n/m/more", "n/new"}; !slices.Equal(done.TakenBack, want) || len(done.Stale) > 0 {
		t.Errorf("recovered %+v", done)
	}
	wantLayout(t, w.Root(), was)
}

func TestUndoOfACreationOfAnExistingFile(t *testing.T) {
	w := open(t, map[string]string{"a": "1", "d/": ""})
	u := undoable(t, w)
	err := u.Write(context.Background(), []Change{creation("a", "2"), creation("d", "2"), creation("n", "2")})
	var stale *StaleError
	if !errors.As(err, &stale) || len(stale.Files) != 2 || !stale.Files[0].Exists {
		t.Errorf("error %v", err)
	}
	check(t, u.Done())
	wantLayout(t, w.Root(), map[string]string{"a": "1", "d/": ""})
}

func TestUndoThatIsDoneKeepsAllWrites(t *testing.T) {
	w := open(t, map[string]string{"a": "1"})
	u := undoable(t, w)
	check(t, u.Write(context.Background(), []Change{change("a", "1", "2")}))
	check(t, u.Done())
	if done := recoverIn(t, w.Root()); done.Found {
		t.Errorf("recovered %+v", done)
	}
	wantTree(t, w.Root(), map[string]string{"a": "2"})
}

// Files that were edited since are not restored, but all others are.
func TestUndoLeavesFilesThatWereEditedSince(t *testing.T) {
	w := open(t, map[string]string{"a": "1", "b": "1", "c": "1", "d": "1"})
	u := undoable(t, w)
	check(t, u.Write(context.Background(), []Change{change("a", "1", "2"), change("b", "1", "2"), change("c", "1", "2"), change("d", "1", "2")}))
	u.Close()
	check(t, os.WriteFile(filepath.Join(w.Root(), "b"), []byte("edited"), 0o666))
	check(t, os.Remove(filepath.Join(w.Root(), "c")))
	check(t, os.WriteFile(filepath.Join(w.Root(), "d"), []byte("1"), 0o666)) // by hand
	done := recoverIn(t, w.Root())
	want := []StaleFile{{Path: "b", Reason: "edited since"}, {Path: "c", Reason: "no longer exists"}}
	if !slices.Equal(done.TakenBack, []string{"a"}) || !slices.Equal(done.Stale, want) {
		t.Errorf("recovered %+v", done)
	}
	wantTree(t, w.Root(), map[string]string{"a": "1", "b": "edited", "d": "1"})
}

func TestUndoWaitsForAnotherRun(t *testing.T) {
	w := open(t, map[string]string{"a": "1"})
	u := undoable(t, w)
	check(t, u.Write(context.Background(), []Change{change("a", "1", "2")}))
	other, err := Open(w.Root())
	check(t, err)
	defer other.Close()
	ctx, cancel := context.WithCancel(context.Background())
	other.OnWait = func(h Holder) {
		if h.PID != os.Getpid() {
			t.Errorf("waits for %s", h)
		}
		cancel()
	}
	var locked *LockedError
	if _, err := other.Recover(ctx); !errors.As(err, &locked) {
		t.Errorf("Recover while the run goes on: %v", err)
	}
	wantTree(t, w.Root(), map[string]string{"a": "2", undoName: harvest(t, w.Root())[undoName]})
	check(t, u.Done())
	next := undoable(t, other)
	check(t, next.Done())
}

// A run first undoes the writes of a killed one.
func TestUndoTakesBackAKilledRunFirst(t *testing.T) {
	w := open(t, map[string]string{"a": "1"})
	u := undoable(t, w)
	check(t, u.Write(context.Background(), []Change{change("a", "1", "2")}))
	u.Close()
	next := undoable(t, w)
	check(t, next.Write(context.Background(), []Change{change("a", "1", "3")}))
	check(t, next.Done())
	wantTree(t, w.Root(), map[string]string{"a": "3"})
}

func TestUndoOfAStaleFileWritesNothing(t *testing.T) {
	w := open(t, map[string]string{"a": "1", "b": "edited"})
	u := undoable(t, w)
	err := u.Write(context.Background(), []Change{change("a", "1", "2"), change("b", "1", "2"), change("gone", "1", "2")})
	var stale *StaleError
	if !errors.As(err, &stale) || len(stale.Files) != 2 || stale.Written != 0 {
		t.Errorf("error %v", err)
	}
	check(t, u.Done())
	wantTree(t, w.Root(), map[string]string{"a": "1", "b": "edited"})
}

// A file at the path of the journal that is not a journal of this root is
// rejected, and nothing is written.
func TestUndoJournalsThatAreRefused(t *testing.T) {
	w := open(t, map[string]string{"a": "1"})
	u := undoable(t, w)
	check(t, u.Write(context.Background(), []Change{change("a", "1", "2")}))
	u.Close()
	journal := harvest(t, w.Root())[undoName]
	for name, text := range map[string]string{
		"another file":     "my notes\n",
		"of another root":  strings.Replace(journal, "root ", "root 0", 1),
		"of another tool":  strings.Replace(journal, "autofix undo 1", "autofix undo 2", 1),
		"a text, in place": "1",
	} {
		root := t.TempDir()
		plant(t, root, map[string]string{"a": "2", undoName: text})
		w, err := Open(root)
		check(t, err)
		if _, err := w.Recover(context.Background()); err == nil || !strings.Contains(err.Error(), undoName) {
			t.Errorf("%s: error %v", name, err)
		}
		wantTree(t, root, map[string]string{"a": "2", undoName: text})
		check(t, w.Close())
	}
}

func FuzzParseUndo(f *testing.F) {
	records := []undoRecord{
		{path: "a", before: digestOf([]byte("1\n2")), after: digestOf(nil), first: true, text: []byte("1\n2")},
		{path: "x/\xff\n", before: digestOf(nil), after: digestOf([]byte("b")), first: true},
		{path: "a", before: digestOf(nil), after: digestOf([]byte("c"))},
		{path: "new", after: digestOf([]byte("n")), first: true},
		{path: "run", before: digestOf([]byte("x")), first: true, text: []byte("x"), program: true},
		{path: "new", before: digestOf([]byte("n"))},
		{path: "run", after: digestOf([]byte("y"))},
	}
	header := string(undoHeader(1, time.Time{}, "01234567"))
	whole := header + string(appendBatch(nil, records[:2])) + string(appendBatch(nil, records[2:]))
	for _, seed := range []string{"", "\x00\x00", header, whole, whole[:len(whole)-9], header + "batch 0 \n", strings.Replace(whole, "none absent", "text absent", 1)} {
		f.Add([]byte(seed))
	}
	got, err := parseUndo([]byte(whole), "01234567")
	if err != nil || fmt.Sprint(got) != fmt.Sprint(records) {
		f.Fatalf("%v, %v", got, err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		records, err := parseUndo(data, "01234567")
		for _, r := range records {
			if err != nil || isOwn(r.path) || r.first && r.before != absent && digestOf(r.text) != r.before || r.before == absent && r.text != nil || !r.first && r.text != nil {
				t.Errorf("%q: record %+v, error %v", data, r, err)
			}
		}
		if again, _ := parseUndo(append(slices.Clip(data), "torn"...), "01234567"); len(again) > len(records) {
			t.Errorf("%q: a torn end has records", data)
		}
	})
}
