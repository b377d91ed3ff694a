//go:build unix

package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// makeDeep creates nested folders in root until no absolute path can name the
// last one, with a file in each.
func makeDeep(t *testing.T, root string) {
	t.Helper()
	at, err := unix.Open(root, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		t.Fatal(err)
	}
	for range 25 {
		name := strings.Repeat("d", 200)
		if err := unix.Mkdirat(at, name, 0o755); err != nil {
			t.Fatal(err)
		}
		next, err := unix.Openat(at, name, unix.O_RDONLY|unix.O_DIRECTORY, 0)
		unix.Close(at)
		if at = next; err != nil {
			t.Fatal(err)
		}
		file, err := unix.Openat(at, "f", unix.O_CREAT|unix.O_WRONLY, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		unix.Close(file)
	}
	unix.Close(at)
	// RemoveAll of the test folder does not support paths of this length.
	t.Cleanup(func() {
		handle, err := os.OpenRoot(root)
		if err != nil {
			t.Fatal(err)
		}
		defer handle.Close()
		if err := handle.RemoveAll(strings.Repeat("d", 200)); err != nil {
			t.Error(err)
		}
	})
}

func TestListLeavesOutPathsThatAreTooLong(t *testing.T) {
	for _, checkout := range []bool{false, true} {
		root := t.TempDir()
		makeDeep(t, root)
		if err := os.WriteFile(filepath.Join(root, "a"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if checkout {
			git(t, root, "init", "-q")
		}
		w, err := Open(root)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		var leftOut []string
		files, err := w.List([]string{"."}, ListOptions{LeftOut: func(path string) { leftOut = append(leftOut, path) }})
		if err != nil || !slices.Contains(files, "a") || len(files) < 10 || len(files) > 20 {
			t.Errorf("git %t: %d files, %v", checkout, len(files), err)
		}
		for _, name := range files {
			if len(root)+1+len(name) > MaxPath {
				t.Errorf("git %t: %d bytes are listed", checkout, len(root)+1+len(name))
			}
		}
		if len(leftOut) == 0 {
			t.Errorf("git %t: nothing is told", checkout)
		}
	}
}
