package workspace

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wantTree asserts all files of a tree, so that nothing else is left in it.
func wantTree(t testing.TB, root string, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, harvest(t, root)); diff != "" {
		t.Errorf("the tree differs (-want +got):\n%s", diff)
	}
}

func TestWrite(t *testing.T) {
	odd := map[string]string{
		"odd/new\nline":           "1",
		"odd/not utf8 \xff\xfe":   "2",
		"odd/quote\" back\\slash": "3",
		"odd/ space ":             "4",
		"odd/-dash":               "5",
		"odd/ünï":                 "6",
	}
	for _, row := range []struct {
		rule    string
		files   map[string]string
		changes []Change
		want    map[string]string // the differences from files
	}{
		{"no changes, nothing happens", map[string]string{"a": "1"}, nil, nil},
		{"one file", map[string]string{"a": "1", "b": "1"}, []Change{change("a", "1", "2")}, map[string]string{"a": "2"}},
		{
			"files of several folders",
			map[string]string{"a": "1", "x/y/b": "1", "x/c": "1"},
			[]Change{change("x/y/b", "1", "3"), change("a", "1", "2"), change("x/c", "1", "4")},
			map[string]string{"a": "2", "x/y/b": "3", "x/c": "4"},
		},
		{"to an empty text and from one", map[string]string{"a": "1", "b": ""}, []Change{change("a", "1", ""), change("b", "", "2")}, map[string]string{"a": "", "b": "2"}},
		{"bytes are bytes", map[string]string{"a": "\x00\xff\r\n"}, []Change{change("a", "\x00\xff\r\n", "\xfe\r\x00")}, map[string]string{"a": "\xfe\r\x00"}},
		{"longer than a buffer", map[string]string{"a": strings.Repeat("a", 200_000)}, []Change{change("a", strings.Repeat("a", 200_000), strings.Repeat("b", 300_000))}, map[string]string{"a": strings.Repeat("b", 300_000)}},
		{
			"a link stays, its file is written",
			map[string]string{"a": "1", "to-a": "-> a", "x/up": "-> ../a"},
			[]Change{change("x/up", "1", "2")},
			map[string]string{"a": "2"},
		},
		{"through a linked folder", map[string]string{"x/a": "1", "to-x": "-> x"}, []Change{change("to-x/a", "1", "2")}, map[string]string{"x/a": "2"}},
		{
			"several names of one file, written once",
			map[string]string{"x/a": "1", "to-x": "-> x", "to-a": "-> x/a"},
			[]Change{change("to-a", "1", "2"), change("x/a", "1", "2"), change("to-x/a", "1", "2"), change("./x//a", "1", "2")},
			map[string]string{"x/a": "2"},
		},
		{"names of any bytes", odd, []Change{
			change("odd/new\nline", "1", "n1"), change("odd/not utf8 \xff\xfe", "2", "n2"), change("odd/quote\" back\\slash", "3", "n3"),
			change("odd/ space ", "4", "n4"), change("odd/-dash", "5", "n5"), change("odd/ünï", "6", "n6"),
		}, map[string]string{
			"odd/new\nline": "n1", "odd/not utf8 \xff\xfe": "n2", "odd/quote\" back\\slash": "n3",
			"odd/ space ": "n4", "odd/-dash": "n5", "odd/ünï": "n6",
		}},
	} {
		t.Run(row.rule, func(t *testing.T) {
			w := open(t, row.files)
			check(t, write(w, row.changes...))
			want := maps.Clone(row.files)
			maps.Copy(want, row.want)
			wantTree(t, w.Root(), want)
		})
	}
}

// Many files are made durable by another call than few, and several goroutines
// share a folder.
func TestWriteMany(t *testing.T) {
	files := numbered(300, "old")
	for i := range 200 {
		files["flat/"+strings.Repeat("x", i+1)] = "old"
	}
	w := open(t, files)
	var changes []Change
	want := map[string]string{}
	for path, text := range files {
		want[path] = "new " + text
		changes = append(changes, change(path, text, want[path]))
	}
	check(t, write(w, changes...))
	wantTree(t, w.Root(), want)
}

func TestWriteLeavesUnchangedFilesAlone(t *testing.T) {
	w := open(t, map[string]string{"same": "1", "not named": "1", "a": "1"})
	before := map[string]os.FileInfo{}
	for _, name := range []string{"same", "not named"} {
		info, err := os.Stat(filepath.Join(w.Root(), name))
		check(t, err)
		before[name] = info
	}
	check(t, write(w, change("same", "1", "1"), change("a", "1", "2")))
	for name, was := range before {
		info, err := os.Stat(filepath.Join(w.Root(), name))
		check(t, err)
		if !unchanged(was, info) {
			t.Errorf("%s was touched", name)
		}
	}
	// Changes without effect need no lock, so no permission to write either.
	w.step = func(point, _ string) error { t.Errorf("step %q of a transaction", point); return nil }
	check(t, write(w, change("same", "1", "1")))
}

func TestWriteRefusesStaleFiles(t *testing.T) {
	files := map[string]string{"a": "edited", "b": "1", "x/c": "1", "folder/": ""}
	for _, row := range []struct {
		rule    string
		changes []Change
		want    string
	}{
		{"a changed file", []Change{change("b", "1", "2"), change("a", "1", "2")}, "a: stale: has changed since it was checked: nothing was written; run the command again"},
		{"a vanished file", []Change{change("b", "1", "2"), change("none", "1", "2")}, "none: stale: no longer exists: nothing was written; run the command again"},
		{"in a vanished folder", []Change{change("none/x", "1", "2"), change("b", "1", "2")}, "none/x: stale: no longer exists: nothing was written; run the command again"},
		{"one and another", []Change{change("x/c", "0", "2"), change("a", "1", "2")}, "a: stale: has changed since it was checked (and 1 more file): nothing was written; run the command again"},
		{"and all others", []Change{change("x/c", "0", "2"), change("a", "1", "2"), change("b", "0", "3")}, "a: stale: has changed since it was checked (and 2 more files): nothing was written; run the command again"},
		{"a change that was already applied", []Change{change("b", "0", "1")}, "b: stale: has changed since it was checked: nothing was written; run the command again"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			w := open(t, files)
			before := harvest(t, w.Root())
			err := write(w, row.changes...)
			var stale *StaleError
			if !errors.As(err, &stale) || err.Error() != row.want {
				t.Errorf("error %v, want %s", err, row.want)
			}
			wantTree(t, w.Root(), before)
		})
	}
}

func TestWriteRefuses(t *testing.T) {
	w, base := linked(t)
	before := harvest(t, base)
	for _, row := range []struct {
		rule   string
		change Change
		why    string
	}{
		{"a path above the root", change("../outside/secret", "secret", "x"), `it has ".."`},
		{"an absolute path", change(filepath.Join(base, "outside/secret"), "secret", "x"), "it is absolute"},
		{"a link that leaves", change("out", "secret", "x"), "a link in it leads above the root"},
		{"an absolute link that leaves", change("out-absolute", "secret", "x"), "the link out-absolute leads to"},
		{"a linked folder that leaves", change("out-folder/secret", "secret", "x"), "a link in it leads above the root"},
		{"a file of git", change(".git/config", "", "[core]\n\tfsmonitor = evil\n"), "it belongs to version control"},
		{"a link to one", change("to-config", "", "x"), "it belongs to version control"},
		{"the journal", change(journalName, "", "x"), "it belongs to this tool"},
		{"a folder", change("sub", "", "x"), "sub: cannot write it: it is a folder, not a regular file"},
		{"no digest", Change{Path: "a.txt", After: []byte("x")}, `a.txt: cannot write it: "" is not the SHA-256`},
		{"a digest in capitals", Change{Path: "a.txt", BeforeSHA256: strings.Repeat("A", 64)}, "64 lower-case hex digits"},
	} {
		for _, changes := range [][]Change{{row.change}, {change("a.txt", "a", "x"), row.change}} {
			wantError(t, write(w, changes...), row.why)
		}
		wantTree(t, base, before)
	}
	err := write(w, change("a.txt", "a", "1"), change("to-a", "a", "2"))
	wantError(t, err, "a.txt: cannot write it: the changes give it two texts: apply them one after the other")
	wantTree(t, base, before)
}

func TestWriteEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	files := numbered(100, "old")
	w := open(t, files)
	var seen atomic.Int64
	w.step = func(point, _ string) error {
		if point == "staged all" {
			cancel(errors.New("enough"))
		}
		if point == "rename" {
			seen.Add(1)
		}
		return nil
	}
	var changes []Change
	for path, text := range files {
		changes = append(changes, change(path, text, "new"))
	}
	wantError(t, w.Write(ctx, changes), "enough")
	if n := seen.Load(); n > 0 {
		t.Errorf("%d renames after the context ended", n)
	}
	wantTree(t, w.Root(), files)
}
