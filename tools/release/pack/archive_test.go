package main

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/tools/release/archivelist"
)

var wantMembers = []archivelist.Member{
	{Name: "autofix", Text: []byte("the program"), Mode: 0o755, Modified: packed},
	{Name: "LICENSE", Text: []byte("the license"), Mode: 0o644, Modified: packed},
	{Name: "man/man1/a.1", Text: []byte("page a"), Mode: 0o644, Modified: packed},
	{Name: "man/man1/b.1", Text: []byte("page b"), Mode: 0o644, Modified: packed},
}

func TestArchivesDependOnNamesAndTextsAlone(t *testing.T) {
	for _, name := range []string{"a.tar.gz", "a.zip"} {
		t.Run(name, func(t *testing.T) {
			var archives [2][]byte
			for i, time := range []time.Time{time.Unix(0, 0), time.Unix(1<<31-1, 0)} {
				dir := t.TempDir()
				mode := []fs.FileMode{0o600, 0o777}[i]
				program := newFile(t, dir, "program", "the program", mode, time)
				license := newFile(t, dir, "license", "the license", mode, time)
				pages := filepath.Join(dir, "pages")
				if err := os.Mkdir(pages, 0o755); err != nil {
					t.Fatal(err)
				}
				for _, page := range [][]string{{"a", "b"}, {"b", "a"}}[i] {
					newFile(t, pages, page+".1", "page "+page, mode, time)
				}
				out := filepath.Join(dir, name)
				err := run([]string{
					"archive", "-out", out, "-program", "autofix=" + program, "-file", "LICENSE=" + license, "-dir", "man/man1=" + pages,
				}, io.Discard)
				if err != nil {
					t.Fatal(err)
				}
				if archives[i], err = os.ReadFile(out); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(archives[0], archives[1]) {
				t.Error("the archives of files with the same texts, but other modes, times and folders, differ")
			}
			members, err := archivelist.List(name, archives[0])
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(wantMembers, members); diff != "" {
				t.Errorf("members (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBadArchives(t *testing.T) {
	dir := t.TempDir()
	program := newFile(t, dir, "program", "", 0o644, time.Now())
	missing := filepath.Join(dir, "missing")
	for _, row := range []struct {
		rule string
		args []string
		want string
	}{
		{"no verb", nil, "no such verb: name one of archive, sums, versions"},
		{"an unknown verb", []string{"unpack"}, "no such verb: name one of"},
		{"no out", []string{"archive", "-program", "a=" + program}, "archive: -out: it is required"},
		{"an unknown kind", []string{"archive", "-out", dir + "/a.rar", "-program", "a=" + program}, "a.rar: unknown kind of archive: end it in .tar.gz or .zip"},
		{"nothing", []string{"archive", "-out", dir + "/a.zip"}, "a.zip: nothing to pack"},
		{"no pair", []string{"archive", "-out", dir + "/a.zip", "-file", program}, "is not a pair: separate the name and the path with ="},
		{"no folder", []string{"archive", "-out", dir + "/a.zip", "-dir", "a=" + program}, program + ": not a directory"},
		{"a missing folder", []string{"archive", "-out", dir + "/a.zip", "-dir", "a=" + missing}, missing + ": no such file"},
		{"an argument", []string{"archive", "-out", dir + "/a.zip", program}, "give files as -program, -file or -dir"},
		{"a missing file in a tar", []string{"archive", "-out", dir + "/a.tar.gz", "-file", "a=" + missing}, missing + ": no such file"},
		{"a missing file in a zip", []string{"archive", "-out", dir + "/a.zip", "-file", "a=" + missing}, missing + ": no such file"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			if err := run(row.args, io.Discard); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("got error %v, want %q in it", err, row.want)
			}
		})
	}
}

func newFile(t *testing.T, dir, name, text string, mode fs.FileMode, modified time.Time) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, modified, modified); err != nil {
		t.Fatal(err)
	}
	return path
}
