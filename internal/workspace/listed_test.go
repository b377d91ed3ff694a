package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// A listed workspace finds what the workspace finds.
func TestListed(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"a/folder", "empty", "many"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	names := []string{"a/x", "a/.hidden", "a/K", "a/é"}
	for i := range 500 {
		names = append(names, fmt.Sprintf("many/a-long-name-%03d", i))
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(root, name), []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"a/nowhere": "none", "a/link": "x", "in": "a", "out": ".."} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Skip("no links on this system: ", err)
		}
	}
	ws, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	listed := ws.Listed()
	for _, path := range []string{
		"a", "a/x", "a/y", "a/X", "a/k", "a/K", "a/é", "a/É", "a/.hidden", "a/hidden", "a/folder", "a/link", "a/nowhere", "a/x/y", "a//y", "a/./x", "./a/y", "a/",
		"empty/x", "none", "none/x", "none/x/y", "in/x", "in/y", "out/x", "many/a-long-name-000", "many/a-long-name-499", "many/none",
		"", ".", "..", "../x", "a/../../x", "a/../x", "/", "/a/x", "a/x\x00", ".git/config",
	} {
		want, wantErr := ws.Read(path)
		got, err := listed.Read(path)
		if string(got) != string(want) || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() || errors.Is(err, fs.ErrNotExist) != errors.Is(wantErr, fs.ErrNotExist) {
			t.Errorf("Read(%q) = %q, %v, want %q, %v", path, got, err, want, wantErr)
		}
		if got, want := listed.Exists(path), ws.Exists(path); got != want {
			t.Errorf("Exists(%q) = %t, want %t", path, got, want)
		}
	}
	for _, path := range []string{"a/X", "a/\u212a", "many/none", "in/y"} { // perhaps on this file system, or not in a list
		if listed.lacks(path) {
			t.Errorf("%s: missing without a look", path)
		}
	}
}
