package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// interrupt leaves a tree in the state of a run that was killed after its
// commit. The tests with real kills are in crash_unix_test.go.
func interrupt(t testing.TB, w *Workspace, changes ...Change) {
	t.Helper()
	check(t, killedAt(w, "committed", changes...))
}

// killedAt leaves a tree in the state of a run that was killed at a point: a
// failure there releases the lock, and a failure of the rollback leaves
// everything else in place.
func killedAt(w *Workspace, at string, changes ...Change) error {
	killed := errors.New("killed")
	done := false
	w.step = oneByOne(func(point, _ string) error {
		if done = done || point == at; done {
			return killed
		}
		return nil
	})
	defer func() { w.step = nil }()
	if err := write(w, changes...); !errors.Is(err, killed) {
		return fmt.Errorf("the write was not interrupted at %q: %w", at, err)
	}
	return nil
}

func TestJournalRoundTrip(t *testing.T) {
	entries := []*entry{
		{path: "a", before: sha256.Sum256([]byte("1")), after: sha256.Sum256([]byte("2"))},
		{path: "x/new\nline", before: sha256.Sum256([]byte("3")), after: sha256.Sum256([]byte("4"))},
		{path: "x/not utf8 \xff\xfe \u2028\"\\", before: sha256.Sum256(nil), after: sha256.Sum256([]byte("6"))},
		{path: "y/z/new", kind: creates, after: sha256.Sum256([]byte("7"))},
		{path: "z", kind: deletes, before: sha256.Sum256([]byte("8"))},
	}
	folders := []string{"y", "y/z \"\n"}
	const id = "0123456789abcdef"
	prepared := appendPrepared(nil, id, entries, folders)
	data := append(journalHeader(1234, time.Unix(1772366400, 0)), prepared...)
	for _, committed := range []bool{false, true} {
		if committed {
			data = append(data, commitLine(prepared)...)
		}
		left, err := parseJournal(data)
		if err != nil || !left.complete || left.committed != committed || len(left.entries) != len(entries) {
			t.Fatalf("committed %v: %+v, %v", committed, left, err)
		}
		if !slices.Equal(left.folders, folders) {
			t.Errorf("folders %q, want %q", left.folders, folders)
		}
		for i, e := range entries {
			got := left.entries[i]
			staged := fmt.Sprintf("%s%s-%d", stagedPrefix, id, i)
			if got.path != e.path || got.kind != e.kind || got.before != e.before || got.after != e.after || got.staged != staged {
				t.Errorf("entry %d is %q, staged %q, want %q, staged %q", i, got.path, got.staged, e.path, staged)
			}
		}
	}
	holder := parseHolder(data)
	if want := "process 1234, since 2026-03-01 12:00:00 UTC"; holder.String() != want {
		t.Errorf("holder %q, want %q", holder, want)
	}
	if len(journalHeader(1234567890, time.Now())) != headerSize || len(journalHeader(1, time.Time{})) != headerSize {
		t.Error("the held line has not always the same length, so that overwriting it would leave parts of another")
	}
}

// A waiting run may read the lines of the holder while they are written.
func TestHolderOfATornHeader(t *testing.T) {
	whole := journalHeader(1234, time.Unix(1772366400, 0))
	for _, row := range []struct {
		bytes int
		want  string
	}{
		{0, "another process"},
		{len(journalMagic), "another process"},
		{len(journalMagic) + len("held by pid 0000001234"), "process 1234"},
		{headerSize - 3, "process 1234"},
		{headerSize, "process 1234, since 2026-03-01 12:00:00 UTC"},
	} {
		if got := parseHolder(whole[:row.bytes]).String(); got != row.want {
			t.Errorf("after %d bytes: %q, want %q", row.bytes, got, row.want)
		}
	}
}

// If a power failure leaves any part of a journal that is not whole, the tree is
// rolled back, and nothing of the killed run is left.
func TestRecoverFromEveryPartOfAJournal(t *testing.T) {
	files := map[string]string{"a": "1", "x/y/b": "1", "x/not utf8 \xff": "1"}
	changes := []Change{change("a", "1", "2"), change("x/y/b", "1", "2"), change("x/not utf8 \xff", "1", "2")}
	want := map[string]string{"a": "2", "x/y/b": "2", "x/not utf8 \xff": "2"}
	killed := open(t, files)
	interrupt(t, killed, changes...)
	left := harvest(t, killed.Root())
	whole := left[journalName]
	root := killed.Root()
	try := func(rule, journal string, complete bool) {
		t.Helper()
		check(t, os.RemoveAll(root)) // the same root: staged texts are identified by its path
		left[journalName] = journal
		w := openAt(t, root, left)
		done, err := w.Recover(context.Background())
		if err != nil || !done.Found || done.RolledBack == complete {
			t.Errorf("%s: %+v, %v", rule, done, err)
		}
		if complete {
			wantTree(t, root, want)
		} else {
			wantTree(t, root, files)
		}
	}
	for n := range len(whole) {
		try(fmt.Sprintf("cut after %d bytes", n), whole[:n], false)
	}
	for _, n := range []int{len(journalMagic), headerSize, headerSize + 20, len(whole) - 70, len(whole) - 1} {
		try(fmt.Sprintf("zeros after %d bytes", n), whole[:n]+strings.Repeat("\x00", len(whole)-n), false)
	}
	try("all zeros", strings.Repeat("\x00", len(whole)), false)
	try("whole", whole, true)
}

func TestRecoverRefusesADamagedJournal(t *testing.T) {
	for _, row := range []struct {
		rule   string
		damage func(journal string) string
		why    string
	}{
		{"a path was changed", func(j string) string { return strings.Replace(j, `"a"`, `"b"`, 1) }, ".autofix-journal: damaged: its checksum is wrong, so no file was changed"},
		{"a digest was changed", func(j string) string { i := strings.Index(j, `"a"`) - 3; return j[:i] + "00" + j[i+2:] }, "damaged"},
		{"the checksum was", func(j string) string { return j[:len(j)-3] + "00\n" }, "damaged"},
		{"something was added", func(j string) string { return j + "x\n" }, "damaged"},
		{"it is not a journal", func(string) string { return "my notes\n" }, ".autofix-journal: not a journal of this tool, but it has the name of one: move it away"},
		{"a later version", func(j string) string { return strings.Replace(j, "journal 2", "journal 3", 1) }, "not a journal of this tool"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			w := open(t, map[string]string{"a": "1", "b": "1"})
			interrupt(t, w, change("a", "1", "2"))
			before := harvest(t, w.Root())
			before[journalName] = row.damage(before[journalName])
			check(t, os.WriteFile(filepath.Join(w.Root(), journalName), []byte(before[journalName]), 0o644))
			_, err := w.Recover(context.Background())
			wantError(t, err, row.why)
			wantTree(t, w.Root(), before)
			wantError(t, write(w, change("b", "1", "2")), row.why)
			wantTree(t, w.Root(), before)
		})
	}
}

// A journal may come with a hostile tree: it must not name paths outside, or
// files that are not sources.
func TestRecoverRefusesHostileJournals(t *testing.T) {
	for _, path := range []string{"../outside", "/etc/passwd", "x/../../outside", "./a", "a/", "", ".git/config", "out/secret", journalName} {
		base := t.TempDir()
		id := openAt(t, filepath.Join(base, "ws"), map[string]string{"a": "1"}).tag() + "01234567"
		plant(t, base, map[string]string{
			"outside/secret": "1", "outside/" + stagedPrefix + id + "-0": "evil", stagedPrefix + id + "-0": "evil", "outside-file": "1",
			"ws/out": "-> ../outside", "ws/.git/config": "1", "ws/.git/" + stagedPrefix + "0123456789abcdef-0": "evil", "ws/a": "1",
		})
		prepared := appendPrepared(nil, id, []*entry{{path: path, before: sha256.Sum256([]byte("1")), after: sha256.Sum256([]byte("evil"))}}, nil)
		journal := append(append(journalHeader(1, time.Time{}), prepared...), commitLine(prepared)...)
		plant(t, base, map[string]string{"ws/" + journalName: string(journal)})
		want := harvest(t, base)
		delete(want, "ws/"+journalName)
		w, err := Open(filepath.Join(base, "ws"))
		check(t, err)
		if _, err := w.Recover(context.Background()); err != nil {
			t.Errorf("%q: %v", path, err)
		}
		wantTree(t, base, want)
		check(t, w.Close())
	}
}

// A link at the path of the journal must not redirect it to another file.
func TestJournalMustNotBeALink(t *testing.T) {
	for _, target := range []string{"precious", "../outside", "none", "folder"} {
		base := t.TempDir()
		plant(t, base, map[string]string{"outside": "1", "ws/precious": "1", "ws/folder/": "", "ws/a": "1", "ws/" + journalName: "-> " + target})
		before := harvest(t, base)
		w, err := Open(filepath.Join(base, "ws"))
		check(t, err)
		wantError(t, write(w, change("a", "1", "2")), "cannot lock the workspace: .autofix-journal: not a journal of this tool")
		_, err = w.Recover(context.Background())
		wantError(t, err, "not a journal of this tool")
		wantTree(t, base, before)
		check(t, w.Close())
	}
}

// A journal with a hard link would be written to the file with the other name.
func TestJournalMustNotBeAHardLink(t *testing.T) {
	for _, text := range []string{"", "\x00\x00", "autofix jour"} { // a power failure may leave each of these
		base := t.TempDir()
		w := openAt(t, filepath.Join(base, "ws"), map[string]string{"a": "1"})
		plant(t, base, map[string]string{"precious": text})
		if err := os.Link(filepath.Join(base, "precious"), filepath.Join(w.Root(), journalName)); err != nil {
			t.Skipf("no hard links here: %v", err)
		}
		const why = ".autofix-journal: it has another name (a hard link), so it is not a journal of this tool: remove it"
		wantError(t, write(w, change("a", "1", "2")), why)
		_, err := w.Recover(context.Background())
		wantError(t, err, why)
		wantTree(t, base, map[string]string{"precious": text, "ws/a": "1", "ws/" + journalName: text})
		check(t, os.Remove(filepath.Join(base, "precious")))
		check(t, write(w, change("a", "1", "2")))
		wantTree(t, base, map[string]string{"ws/a": "2"})
	}
}

// A tree that was copied after a run was killed in it has the journal of that
// run. Its staged texts may belong to others by now.
func TestJournalOfAnotherRoot(t *testing.T) {
	for _, at := range []string{"synced", "committed"} {
		w := open(t, map[string]string{"a": "1", "x/b": "1"})
		check(t, killedAt(w, at, change("a", "1", "2"), change("x/b", "1", "2")))
		left := harvest(t, w.Root())
		copied := open(t, left)
		const why = ".autofix-journal: a run in another folder left it, so this tree has been copied or moved since"
		_, err := copied.Recover(context.Background())
		wantError(t, err, why)
		wantError(t, write(copied, change("a", "1", "3")), why)
		wantTree(t, copied.Root(), left)
		_, err = w.Recover(context.Background())
		check(t, err)
		text := map[string]string{"synced": "1", "committed": "2"}[at]
		wantTree(t, w.Root(), map[string]string{"a": text, "x/b": text})
	}
}

// A lock is worthless if the journal was removed by its last holder or has been
// replaced.
func TestLockedJournalMustBeInPlace(t *testing.T) {
	w := open(t, nil)
	file, created, err := w.openJournal(journalName)
	check(t, err)
	defer file.Close()
	path := filepath.Join(w.Root(), journalName)
	for _, row := range []struct {
		rule string
		do   func()
		want bool
	}{
		{"in place", func() {}, true},
		{"removed", func() { check(t, os.Remove(path)) }, false},
		{"replaced", func() { plant(t, w.Root(), map[string]string{journalName: ""}) }, false},
	} {
		row.do()
		if got, err := w.inPlace(file, journalName); err != nil || got != row.want || !created {
			t.Errorf("%s: %v, %v, want %v", row.rule, got, err, row.want)
		}
	}
}

// A write or Recover reports once that it completed the work of a killed run.
func TestOnRecover(t *testing.T) {
	for _, row := range []struct {
		rule, at string
		finish   func(w *Workspace) error
		want     string
	}{
		{"a write", "committed", func(w *Workspace) error { return write(w, change("b", "1", "2")) }, "[{true false [a] [] []}]"},
		{"Recover", "committed", func(w *Workspace) error { _, err := w.Recover(context.Background()); return err }, "[{true false [a] [] []}]"},
		{"Recover, of nothing written", "synced", func(w *Workspace) error { _, err := w.Recover(context.Background()); return err }, "[{true true [] [] []}]"},
	} {
		w := open(t, map[string]string{"a": "1", "b": "1"})
		var told []Recovered
		w.OnRecover = func(r Recovered) { told = append(told, r) }
		check(t, killedAt(w, row.at, change("a", "1", "2")))
		if len(told) > 0 {
			t.Errorf("%s: told %v of nothing", row.rule, told)
		}
		check(t, row.finish(w))
		check(t, write(w, change("b", map[bool]string{true: "2", false: "1"}[row.rule == "a write"], "3")))
		if got := fmt.Sprint(told); got != row.want {
			t.Errorf("%s: told %s, want %s", row.rule, got, row.want)
		}
	}
}

func TestRecoverWithNothingToDo(t *testing.T) {
	w := open(t, map[string]string{"a": "1"})
	done, err := w.Recover(context.Background())
	if err != nil || done.Found {
		t.Errorf("%+v, %v", done, err)
	}
	wantTree(t, w.Root(), map[string]string{"a": "1"})
}

func FuzzParseJournal(f *testing.F) {
	prepared := appendPrepared(nil, "0123456789abcdef", []*entry{
		{path: "a"}, {path: "x/\xff\n"}, {path: "n/new", kind: creates}, {path: "old", kind: deletes},
	}, []string{"n"})
	whole := append(append(journalHeader(1, time.Time{}), prepared...), commitLine(prepared)...)
	f.Add(whole)
	f.Add(whole[:len(whole)-1])
	f.Add(bytes.Replace(whole, []byte(" 5\n"), []byte(" 999999999\n"), 1))
	f.Add(bytes.Replace(whole, []byte(" 5\n"), []byte(" -1\n"), 1))
	f.Add([]byte("notes"))
	f.Fuzz(func(t *testing.T, data []byte) {
		left, err := parseJournal(data)
		if err != nil && left.committed {
			t.Fatalf("an error, and still committed: %v", err)
		}
		if left.committed && !left.complete {
			t.Fatal("committed, but not complete")
		}
		for _, e := range left.entries {
			if clean, err := lexical(e.path); err != nil || clean != e.path || isOwn(e.path) {
				t.Fatalf("entry %q: %v", e.path, err)
			}
		}
		if left.committed { // only our own form is accepted
			id := left.entries[0].staged[len(stagedPrefix):][:idSize]
			again := appendPrepared(nil, id, left.entries, left.folders)
			if !bytes.Equal(data[headerSize:], append(again, commitLine(again)...)) {
				t.Fatalf("committed, but not in our form:\n%q", data)
			}
		}
	})
}

func TestRecoverKeepsEdits(t *testing.T) {
	files := map[string]string{"a": "1", "b": "1", "x/c": "1", "x/d": "1", "y/e": "1"}
	var changes []Change
	for path := range files {
		changes = append(changes, change(path, "1", "2"))
	}
	w := open(t, files)
	interrupt(t, w, changes...)
	plant(t, w.Root(), map[string]string{"b": "edited since", "x/d": "2"})
	check(t, os.Remove(filepath.Join(w.Root(), "a")))
	check(t, os.RemoveAll(filepath.Join(w.Root(), "y")))
	done, err := w.Recover(context.Background())
	check(t, err)
	want := Recovered{
		Found: true, Written: []string{"x/c"},
		Stale: []StaleFile{
			{Path: "a", Reason: "no longer exists"},
			{Path: "b", Reason: "edited since: it has neither the old nor the new text"},
			{Path: "y/e", Reason: "no longer exists"},
		},
	}
	if fmt.Sprint(done) != fmt.Sprint(want) {
		t.Errorf("recovered %+v\nwant %+v", done, want)
	}
	wantTree(t, w.Root(), map[string]string{"b": "edited since", "x/c": "2", "x/d": "2"})
}

// Missing staged texts cannot be renamed. If no file has its new text yet, all
// keep the old one.
func TestRecoverWithoutAStagedText(t *testing.T) {
	files := map[string]string{"a": "1", "b": "1", "c": "1"}
	changes := []Change{change("a", "1", "2"), change("b", "1", "2"), change("c", "1", "2")}
	for _, row := range []struct {
		rule       string
		begun      bool
		damage     func(path string) error
		rolledBack bool
		want       map[string]string
	}{
		{"gone, nothing renamed", false, os.Remove, true, files},
		{"changed, nothing renamed", false, func(path string) error { return os.WriteFile(path, []byte("3"), 0o644) }, true, files},
		{"gone, a file renamed", true, os.Remove, false, map[string]string{"a": "2", "b": "1", "c": "2"}},
	} {
		t.Run(row.rule, func(t *testing.T) {
			w := open(t, files)
			interrupt(t, w, changes...)
			staged := map[string]string{}
			for name := range harvest(t, w.Root()) {
				if strings.HasPrefix(name, stagedPrefix) {
					staged[name[len(name)-1:]] = filepath.Join(w.Root(), name)
				}
			}
			check(t, row.damage(staged["1"]))
			if row.begun {
				check(t, os.Rename(staged["0"], filepath.Join(w.Root(), "a")))
			}
			done, err := w.Recover(context.Background())
			if err != nil || done.RolledBack != row.rolledBack || len(done.Stale) != 1 || done.Stale[0].Path != "b" ||
				done.Stale[0].Reason != "has its old text, because the prepared new one is gone or has changed" {
				t.Errorf("%+v, %v", done, err)
			}
			wantTree(t, w.Root(), maps.Clone(row.want))
		})
	}
}
