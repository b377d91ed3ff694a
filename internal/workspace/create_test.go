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
	"testing"

	"github.com/google/go-cmp/cmp"
)

// creation and deletion return changes that create and delete a file.
func creation(path, text string) Change {
	return Change{Path: path, After: []byte(text), Create: true}
}

func program(path, text string) Change {
	return Change{Path: path, After: []byte(text), Create: true, Executable: true}
}

func deletion(path, text string) Change {
	c := change(path, text, "")
	c.After, c.Delete = nil, true
	return c
}

// layout is a tree in the form of harvest, with its folders and the modes of
// executable files.
func layout(t testing.TB, root string) map[string]string {
	t.Helper()
	all := harvest(t, root)
	check(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if entry.IsDir() {
			all[name+"/"] = ""
			return nil
		}
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() && info.Mode()&0o100 != 0 {
			all[name] = "executable: " + all[name]
		}
		return err
	}))
	return all
}

func wantLayout(t testing.TB, root string, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, layout(t, root)); diff != "" {
		t.Errorf("the tree (-want +got):\n%s", diff)
	}
}

func TestWriteCreatesAndDeletes(t *testing.T) {
	for _, row := range []struct {
		rule    string
		files   map[string]string
		changes []Change
		want    map[string]string
	}{
		{"a file", nil, []Change{creation("new", "x\n")}, map[string]string{"new": "x\n"}},
		{"an empty file", nil, []Change{creation("new", "")}, map[string]string{"new": ""}},
		{"a program", nil, []Change{program("run", "#!/bin/sh\n")}, map[string]string{"run": "executable: #!/bin/sh\n"}},
		{
			"files in folders that are not there", nil,
			[]Change{creation("a/b/c/x", "1"), creation("a/y", "2"), creation("a/b/z", "3")},
			map[string]string{"a/": "", "a/b/": "", "a/b/c/": "", "a/b/c/x": "1", "a/y": "2", "a/b/z": "3"},
		},
		{"a deleted file", map[string]string{"a": "1", "b": "2"}, []Change{deletion("a", "1")}, map[string]string{"b": "2"}},
		{
			"a deleted file, and the folders that had nothing else",
			map[string]string{"a/b/c/x": "1", "a/y": "2"},
			[]Change{deletion("a/b/c/x", "1")},
			map[string]string{"a/": "", "a/y": "2"},
		},
		{
			"all files of a folder, in any order",
			map[string]string{"a/b/x": "1", "a/b/y": "2", "a/z": "3", "keep": "4"},
			[]Change{deletion("a/z", "3"), deletion("a/b/x", "1"), deletion("a/b/y", "2")},
			map[string]string{"keep": "4"},
		},
		{
			"a folder that is not empty",
			map[string]string{"a/x": "1", "a/empty/": ""},
			[]Change{deletion("a/x", "1")},
			map[string]string{"a/": "", "a/empty/": ""},
		},
		{
			"a file that is renamed",
			map[string]string{"a/x": "1"},
			[]Change{deletion("a/x", "1"), creation("b/x", "1")},
			map[string]string{"b/": "", "b/x": "1"},
		},
		{
			"a file that is renamed into the folder that it leaves",
			map[string]string{"a/x": "1"},
			[]Change{deletion("a/x", "1"), creation("a/y", "1")},
			map[string]string{"a/": "", "a/y": "1"},
		},
		{
			"all of it at once",
			map[string]string{"a": "1", "b/x": "1", "c": "1"},
			[]Change{change("a", "1", "2"), deletion("b/x", "1"), creation("d/e", "2")},
			map[string]string{"a": "2", "c": "1", "d/": "", "d/e": "2"},
		},
		{
			"the same creation and deletion twice",
			map[string]string{"a": "1"},
			[]Change{creation("new", "x"), deletion("a", "1"), creation("new", "x"), deletion("a", "1")},
			map[string]string{"new": "x"},
		},
	} {
		t.Run(row.rule, func(t *testing.T) {
			w := open(t, row.files)
			check(t, write(w, row.changes...))
			wantLayout(t, w.Root(), row.want)
		})
	}
}

func TestCreateByAnotherName(t *testing.T) {
	for _, row := range []struct {
		rule, path, made string
	}{
		{"a file in a linked folder", "to-sub/new", "sub/new"},
		{"the file that a dangling link leads to", "dangling", "sub/none/x"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			w, base := linked(t)
			want := harvest(t, base)
			check(t, write(w, creation(row.path, "text")))
			want["ws/"+row.made] = "text"
			if diff := cmp.Diff(want, harvest(t, base)); diff != "" {
				t.Errorf("the tree (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCreateAndDeleteRefuse(t *testing.T) {
	for _, row := range []struct {
		rule   string
		change Change
		want   error // nil: a *StaleError
		why    string
	}{
		{"a file that exists", creation("a.txt", "x"), nil, "a.txt: stale: to be created, but it already exists"},
		{"a link to a file", creation("to-a", "x"), nil, "stale: to be created, but it already exists"},
		{"a folder", creation("sub", "x"), ErrNotRegular, "sub: cannot write it: it is a folder"},
		{"a path below a file", creation("a.txt/b/c", "x"), nil, "a.txt/b/c: stale: to be created, but it already exists"},
		{"a path that leaves the root", creation("../new", "x"), ErrOutside, ""},
		{"a link that leaves the root", creation("out-folder/new", "x"), ErrOutside, ""},
		{"an absolute path", creation(filepath.Join(t.TempDir(), "new"), "x"), ErrOutside, ""},
		{"a folder of version control", creation(".git/hooks/pre-commit", "x"), ErrOutside, ""},
		{"a nested folder of version control", creation("none/.git/config", "x"), ErrOutside, ""},
		{"a name of a staged text", creation("none/"+stagedPrefix+"x", "x"), ErrOutside, ""},
		{"a missing file", deletion("none/x", "x"), nil, "none/x: stale: no longer exists"},
		{"a file with other bytes", deletion("a.txt", "other"), nil, "a.txt: stale: has changed since it was checked"},
		{"a folder's deletion", deletion("sub", "x"), ErrNotRegular, ""},
		{"version control's file", deletion(".git/config", "x"), ErrOutside, ""},
		{"a creation of what was there", Change{Path: "new", Create: true, BeforeSHA256: strings.Repeat("0", 64)}, errAny, "new: cannot create it: the change says that it already exists"},
		{"a deletion without a digest", Change{Path: "a.txt", Delete: true}, errAny, "is not the SHA-256 of its text before"},
		{"both", Change{Path: "new", Create: true, Delete: true}, errAny, "cannot create it"},
		{"a deletion with text", Change{Path: "a.txt", Delete: true, BeforeSHA256: strings.Repeat("0", 64), After: []byte("x")}, errAny, "cannot delete it: the change has new content for it"},
		{"a deletion of a link", deletion("to-a", "1"), errAny, "to-a: cannot delete it: it is a link to a.txt: name that file"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			w, base := linked(t)
			before := layout(t, base)
			err := write(w, row.change)
			var stale *StaleError
			switch {
			case err == nil:
				t.Error("no error")
			case row.want == nil && !errors.As(err, &stale), row.want != nil && row.want != errAny && !errors.Is(err, row.want):
				t.Errorf("%v is a %T", err, err)
			case !strings.Contains(err.Error(), row.why):
				t.Errorf("error %q does not say %q", err, row.why)
			}
			wantLayout(t, base, before)
		})
	}
}

var errAny = errors.New("any error")

func TestChangesThatContradict(t *testing.T) {
	for _, row := range []struct {
		rule    string
		changes []Change
	}{
		{"two texts", []Change{creation("new", "1"), creation("new", "2")}},
		{"two modes", []Change{creation("new", "1"), program("new", "1")}},
		{"an edit and a deletion", []Change{change("a", "1", "2"), deletion("a", "1")}},
		{"a deletion and an edit", []Change{deletion("a", "1"), change("a", "1", "2")}},
	} {
		w := open(t, map[string]string{"a": "1"})
		wantError(t, write(w, row.changes...), "the changes", "apply them one after the other")
		wantLayout(t, w.Root(), map[string]string{"a": "1"})
	}
}

// A file that somebody creates while a write prepares is not overwritten, and the
// folders that the write made are removed again.
func TestStaleBetweenThePlanAndTheRenames(t *testing.T) {
	for _, row := range []struct {
		point   string
		written bool // the rest of the set is
	}{
		{"folder made", false}, {"staged all", false}, {"verified", true}, {"committed", true},
	} {
		w := open(t, map[string]string{"a": "1"})
		w.step = func(point, _ string) error {
			if point == row.point {
				w.step = nil
				plant(t, w.Root(), map[string]string{"d/e/new": "theirs"})
			}
			return nil
		}
		err := write(w, creation("d/e/new", "ours"), creation("d/f/g/other", "x"), change("a", "1", "2"))
		var stale *StaleError
		if !errors.As(err, &stale) || len(stale.Files) != 1 || stale.Files[0].Path != "d/e/new" || !stale.Files[0].Exists {
			t.Errorf("at %s: %v", row.point, err)
		}
		want := map[string]string{"a": "1", "d/": "", "d/e/": "", "d/e/new": "theirs"}
		if row.written {
			want["a"], want["d/f/"], want["d/f/g/"], want["d/f/g/other"] = "2", "", "", "x"
		}
		wantLayout(t, w.Root(), want)
	}
}

func TestFolderThatIsGoneAgain(t *testing.T) {
	for _, row := range []struct {
		point string
		want  map[string]string
	}{
		{"folder made", map[string]string{"a": "1"}},
		{"committed", map[string]string{"a": "2"}},
	} {
		w := open(t, map[string]string{"a": "1"})
		w.step = func(point, path string) error {
			if point == row.point && (path == "d/e" || path == "") {
				w.step = nil
				check(t, os.RemoveAll(filepath.Join(w.Root(), "d")))
			}
			return nil
		}
		wantError(t, write(w, creation("d/e/new", "x"), change("a", "1", "2")), "d/e/new: stale: to be created, but its folder no longer exists")
		wantLayout(t, w.Root(), row.want)
	}
}

func TestExecutable(t *testing.T) {
	w := open(t, map[string]string{"a": "1", "d/": "", "link": "-> run"})
	check(t, write(w, program("run", "#!/bin/sh\n")))
	for path, want := range map[string]bool{"a": false, "run": true, "link": true, "none": false, "d": false, "../x": false} {
		if got := w.Executable(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// The other names of a hard-linked file keep it, as with git.
func TestDeleteOneOfSeveralNames(t *testing.T) {
	w := open(t, map[string]string{"a": "1"})
	check(t, os.Link(filepath.Join(w.Root(), "a"), filepath.Join(w.Root(), "b")))
	check(t, write(w, deletion("b", "1")))
	wantLayout(t, w.Root(), map[string]string{"a": "1"})
}

// mixedTree and mixedChanges are a set with all kinds of changes, and what it
// comes to.
func mixedTree() map[string]string {
	return map[string]string{
		"edited": "1", "x/edited": "1", "x/deleted": "1", "gone/deep/only": "1", "moved/from": "1", "deleted": "", "keep/it": "1",
	}
}

func mixedChanges() []Change {
	return []Change{
		change("edited", "1", "2"), change("x/edited", "1", "2"), deletion("x/deleted", "1"), deletion("gone/deep/only", "1"),
		deletion("moved/from", "1"), creation("moved/to", "1"), deletion("deleted", ""), creation("new", ""),
		creation("made/by/us", "2"), program("made/run", "2"), creation("x/y/z", "2"),
	}
}

func mixedResult() map[string]string {
	return map[string]string{
		"edited": "2", "x/edited": "2", "moved/to": "1", "new": "", "made/by/us": "2", "made/run": "executable: 2", "x/y/z": "2", "keep/it": "1",
	}
}

// withFolders adds the folders of a tree.
func withFolders(files map[string]string) map[string]string {
	all := map[string]string{}
	for name, text := range files {
		all[name] = text
		for i, c := range name {
			if c == '/' {
				all[name[:i+1]] = ""
			}
		}
	}
	return all
}

func TestMixedChanges(t *testing.T) {
	w := open(t, mixedTree())
	check(t, write(w, mixedChanges()...))
	wantLayout(t, w.Root(), withFolders(mixedResult()))
}

// A failure at any step leaves the tree as it was, or Recover completes it.
func TestFailAtEveryStepOfAMixedWrite(t *testing.T) {
	failed := errors.New("failed")
	tried := map[string]bool{}
	for step := 1; ; step++ {
		w := open(t, mixedTree())
		at, count := "", 0
		w.step = oneByOne(func(point, _ string) error {
			if count++; count == step {
				at = point
				return failed
			}
			return nil
		})
		err := write(w, mixedChanges()...)
		w.step = nil
		if at == "" {
			check(t, err)
			break
		}
		tried[at] = true
		if !errors.Is(err, failed) {
			t.Errorf("%q failed: %v", at, err)
		}
		want := mixedTree()
		switch at {
		case "committed", "rename", "renamed", "renamed all", "folder removed", "folders synced":
			done, err := w.Recover(context.Background())
			if err != nil || done.RolledBack || len(done.Stale) > 0 {
				t.Errorf("%q failed, then recovered: %+v, %v", at, done, err)
			}
			fallthrough
		case "done":
			want = mixedResult()
		}
		wantLayout(t, w.Root(), withFolders(want))
	}
	for _, point := range []string{"folder made", "staged", "commit", "renamed", "folder removed"} {
		if !tried[point] {
			t.Errorf("no failure at %q was tried", point)
		}
	}
}

// A journal of the previous version can be read, whichever version locked it
// last.
func TestRecoverReadsTheFirstVersion(t *testing.T) {
	for _, magic := range []string{firstMagic, journalMagic} {
		w := open(t, map[string]string{"a": "1", "b": "1"})
		interrupt(t, w, change("a", "1", "2"), change("b", "1", "2"))
		name := filepath.Join(w.Root(), journalName)
		data, err := os.ReadFile(name)
		check(t, err)
		prepared, _, _ := strings.Cut(strings.ReplaceAll(string(data[headerSize:]), "replace ", ""), "commit ")
		journal := slices.Concat([]byte(magic), data[len(magic):headerSize], []byte(prepared), commitLine([]byte(prepared)))
		check(t, os.WriteFile(name, journal, 0o644))
		done, err := w.Recover(context.Background())
		if err != nil || fmt.Sprint(done.Written) != "[a b]" {
			t.Errorf("%+v, %v", done, err)
		}
		wantLayout(t, w.Root(), map[string]string{"a": "2", "b": "2"})
	}
}

// Changes of others after a run was killed stay.
func TestRecoverKeepsWhatOthersCreatedAndDeleted(t *testing.T) {
	w := open(t, map[string]string{"a": "1", "d/x": "1", "e/x": "1", "f": "1"})
	interrupt(t, w, deletion("a", "1"), deletion("d/x", "1"), deletion("e/x", "1"), creation("new", "2"), creation("n/new", "2"), creation("same", "2"), change("f", "1", "2"))
	plant(t, w.Root(), map[string]string{"d/x": "edited", "new": "theirs", "same": "2"})
	check(t, os.Remove(filepath.Join(w.Root(), "e/x")))
	done, err := w.Recover(context.Background())
	check(t, err)
	want := Recovered{
		Found: true, Written: []string{"a", "f", "n/new"},
		Stale: []StaleFile{
			{Path: "d/x", Reason: "edited since: it has neither the old nor the new text"},
			{Path: "new", Reason: staleExists, Exists: true},
		},
	}
	if fmt.Sprint(done) != fmt.Sprint(want) {
		t.Errorf("recovered %+v\nwant %+v", done, want)
	}
	wantLayout(t, w.Root(), withFolders(map[string]string{"d/x": "edited", "new": "theirs", "same": "2", "n/new": "2", "f": "2"}))
}

// A transaction that cannot be completed, and has not begun, is rolled back.
func TestRecoverRollsBackWithoutAStagedText(t *testing.T) {
	w := open(t, map[string]string{"a": "1"})
	interrupt(t, w, deletion("a", "1"), creation("d/e/new", "2"))
	for name := range harvest(t, w.Root()) {
		if strings.HasPrefix(name, "d/e/"+stagedPrefix) {
			check(t, os.Remove(filepath.Join(w.Root(), name)))
		}
	}
	done, err := w.Recover(context.Background())
	if err != nil || !done.RolledBack || len(done.Stale) != 1 || done.Stale[0].Path != "d/e/new" {
		t.Errorf("%+v, %v", done, err)
	}
	wantLayout(t, w.Root(), map[string]string{"a": "1"})
}
