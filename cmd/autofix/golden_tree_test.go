package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A tree is a file tree: the bytes of each file by slash-separated path, or "->
// target" for a link. The path of an executable file ends in .executable.
type tree map[string]string

// copyTree creates the tree of golden files at to.
func copyTree(t *testing.T, from, to string) {
	t.Helper()
	if err := os.MkdirAll(to, 0o755); err != nil {
		t.Fatal(err)
	}
	for path, content := range readTree(t, from, ".in") {
		target := filepath.Join(to, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// readTree returns the golden files below dir, whose names all end in suffix,
// without the suffix.
func readTree(t *testing.T, dir, suffix string) tree {
	t.Helper()
	files := tree{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, ok := strings.CutSuffix(path, suffix)
		if !ok {
			t.Errorf("%s: does not end in %s", path, suffix)
		}
		relative, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		files[filepath.ToSlash(relative)] = string(content)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return files
}

// writeTree replaces the golden files below dir.
func writeTree(t *testing.T, dir string, files tree) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	for path, content := range files {
		target := filepath.Join(dir, filepath.FromSlash(path)+".out")
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// snapshot returns the current files below root. For an unreadable file it has
// the mode.
func snapshot(t *testing.T, root string) tree {
	t.Helper()
	files := tree{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == ".git" {
			return fs.SkipDir // steps that run git show what is in it
		}
		if err != nil || entry.IsDir() {
			return err
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		relative = filepath.ToSlash(relative)
		info, err := entry.Info()
		if err != nil {
			return err
		}
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			files[relative] = "-> " + target
			return err
		case !info.Mode().IsRegular():
			files[relative] = info.Mode().String()
			return nil
		case info.Mode()&0o111 != 0:
			relative += ".executable"
		}
		content, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrPermission) {
			content, err = []byte(info.Mode().String()), nil
		}
		files[relative] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// changes returns the files of after that are missing from before or differ.
func changes(before, after tree) tree {
	changed := tree{}
	for path, content := range after {
		if old, ok := before[path]; !ok || old != content {
			changed[path] = content
		}
	}
	for path := range before {
		if _, ok := after[path]; !ok {
			changed[path] = "gone\n"
		}
	}
	return changed
}
