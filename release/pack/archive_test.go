package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A member is an entry as a reader of the archive finds it.
type member struct {
	Name, Text string
	Mode       fs.FileMode
}

var wantMembers = []member{
	{"autofix", "the program", 0o755},
	{"LICENSE", "the license", 0o644},
}

func TestArchivesDependOnNamesAndTextsAlone(t *testing.T) {
	for _, row := range []struct {
		out  string
		list func(t *testing.T, text []byte) []member
	}{
		{"a.tar.gz", listTarGz},
		{"a.zip", listZip},
	} {
		t.Run(row.out, func(t *testing.T) {
			var archives [2][]byte
			for i, time := range []time.Time{time.Unix(0, 0), time.Unix(1<<31-1, 0)} {
				dir := t.TempDir()
				mode := []fs.FileMode{0o600, 0o777}[i]
				program := newFile(t, dir, "program", "the program", mode, time)
				license := newFile(t, dir, "license", "the license", mode, time)
				out := filepath.Join(dir, row.out)
				err := run([]string{"archive", "-out", out, "-program", "autofix=" + program, "-file", "LICENSE=" + license}, io.Discard)
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
			if diff := cmp.Diff(wantMembers, row.list(t, archives[0])); diff != "" {
				t.Errorf("members (-want +got):\n%s", diff)
			}
		})
	}
}

func listTarGz(t *testing.T, text []byte) []member {
	t.Helper()
	unzipped, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if !unzipped.ModTime.IsZero() || unzipped.Name != "" {
		t.Errorf("the gzip header has time %v, name %q", unzipped.ModTime, unzipped.Name)
	}
	var members []member
	for archive := tar.NewReader(unzipped); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return members
		}
		if err != nil {
			t.Fatal(err)
		}
		if header.Uid != 0 || header.Gid != 0 || header.Uname != "" || header.Gname != "" {
			t.Errorf("%s has an owner: %+v", header.Name, header)
		}
		members = append(members, readMember(t, header.Name, header.FileInfo(), archive))
	}
}

func listZip(t *testing.T, text []byte) []member {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	var members []member
	for _, file := range archive.File {
		from, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		members = append(members, readMember(t, file.Name, file.FileInfo(), from))
	}
	return members
}

func readMember(t *testing.T, name string, info fs.FileInfo, from io.Reader) member {
	t.Helper()
	text, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	if !info.ModTime().Equal(packed) {
		t.Errorf("%s is of %v, want %v", name, info.ModTime(), packed)
	}
	return member{name, string(text), info.Mode()}
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
		{"no pair", []string{"archive", "-out", dir + "/a.zip", "-file", program}, "is no pair: separate its name and its path by ="},
		{"an argument", []string{"archive", "-out", dir + "/a.zip", program}, "give files as -program or -file"},
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
