package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Both sources list the files of a folder, and report whether a path exists.
func TestNamesAndExists(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"a/folder", "empty"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a/y", "a/x"} {
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"a/nowhere": "none", "in": "a", "out": ".."} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Skip("no links on this system: ", err)
		}
	}
	ws, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	for name, source := range map[string]interface {
		Names(string) ([]string, error)
		Exists(string) bool
	}{"workspace": ws, "declared": OpenDeclared(root)} {
		for folder, want := range map[string][]string{"a": {"nowhere", "x", "y"}, "in": {"nowhere", "x", "y"}, ".": {"in", "out"}, "empty": nil} {
			if got, err := source.Names(folder); !slices.Equal(got, want) || err != nil {
				t.Errorf("%s: Names(%q) = %q, %v, want %q", name, folder, got, err, want)
			}
		}
		if got, err := source.Names("none/x"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: Names of a folder that is not there: %q, %v", name, got, err)
		}
		for path, want := range map[string]bool{"a": true, "a/x": true, "a/nowhere": true, "a/z": false, "none/x": false, "a/x/y": false, "../" + filepath.Base(root): false} {
			if got := source.Exists(path); got != want {
				t.Errorf("%s: Exists(%q) = %v", name, path, got)
			}
		}
	}
	if got, err := ws.Names("out"); !errors.Is(err, ErrOutside) {
		t.Errorf("a link out of the root: %q, %v", got, err)
	}
}

func TestReadGiven(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "file")
	if err := os.WriteFile(file, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	large := filepath.Join(root, "large")
	if err := os.WriteFile(large, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, MaxSize+1); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadGiven(file, "x"); string(got) != "text" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	for path, want := range map[string]string{
		filepath.Join(root, "none"): "x: no such file or directory",
		root:                        "x: is a directory",
		large:                       "x: cannot read it: larger than 16 MiB",
	} {
		if _, err := ReadGiven(path, "x"); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}
