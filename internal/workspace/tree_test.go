package workspace

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_edits"
)

// plant creates a tree. A name that ends in "/" is a folder, and a text that
// starts with "-> " is a link.
func plant(t testing.TB, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			check(t, os.MkdirAll(path, 0o755))
			continue
		}
		check(t, os.MkdirAll(filepath.Dir(path), 0o755))
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			check(t, os.Symlink(target, path))
		} else {
			check(t, os.WriteFile(path, []byte(text), 0o644))
		}
	}
}

// harvest reads a tree back in the form of plant, including our own files.
func harvest(t testing.TB, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	check(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if entry.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			files[name] = "-> " + target
			return err
		}
		if !entry.Type().IsRegular() {
			files[name] = "a " + kind(entry.Type())
			return nil
		}
		text, err := os.ReadFile(path)
		files[name] = string(text)
		return err
	}))
	return files
}

// open opens a new tree with files in it.
func open(t testing.TB, files map[string]string) *Workspace {
	t.Helper()
	return openAt(t, t.TempDir(), files)
}

func openAt(t testing.TB, root string, files map[string]string) *Workspace {
	t.Helper()
	plant(t, root, files)
	w, err := Open(root)
	check(t, err)
	t.Cleanup(func() { check(t, w.Close()) })
	return w
}

// change is a change of a file from one text to another.
func change(path, before, after string) Change {
	return Change{Path: path, BeforeSHA256: fixedits.Digest([]byte(before)), After: []byte(after)}
}

func write(w *Workspace, changes ...Change) error {
	return w.Write(context.Background(), changes)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantError asserts that an error has all of parts in its text.
func wantError(t testing.TB, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", parts)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not say %q", err, part)
		}
	}
}

// numbered is a tree of count files in folders of ten, some two deep.
func numbered(count int, text string) map[string]string {
	files := map[string]string{}
	for i := range count {
		dir := fmt.Sprintf("d%02d", i/10)
		if i/10%3 == 2 {
			dir += "/deep"
		}
		files[fmt.Sprintf("%s/f%03d.txt", dir, i)] = fmt.Sprintf("%s of file %d\n", text, i)
	}
	return files
}

// oneByOne is a step that is called by one goroutine at a time.
func oneByOne(step func(point, path string) error) func(point, path string) error {
	var mutex sync.Mutex
	return func(point, path string) error {
		mutex.Lock()
		defer mutex.Unlock()
		return step(point, path)
	}
}
