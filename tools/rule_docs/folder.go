package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// update is the remedy for the errors of current.
const update = "run go run ./tools/rule_docs"

// written returns the pages in a folder, by slash-separated relative path.
func written(dir string) (map[string]string, error) {
	pages := make(map[string]string)
	folder := os.DirFS(dir)
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".md") {
			return err
		}
		text, err := fs.ReadFile(folder, name)
		pages[name] = string(text)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return pages, nil
}

// current returns an error for each page of a folder that differs, is missing,
// or is not in pages.
func current(dir string, pages map[string]string) error {
	there, err := written(dir)
	if err != nil {
		return err
	}
	var errs []error
	for name, text := range pages {
		switch old, ok := there[name]; {
		case !ok:
			errs = append(errs, fmt.Errorf("%s: missing: %s", name, update))
		case old != text:
			errs = append(errs, fmt.Errorf("%s: not current: %s", name, update))
		}
	}
	for name := range there {
		if _, ok := pages[name]; !ok {
			errs = append(errs, fmt.Errorf("%s: its rule does not exist: %s", name, update))
		}
	}
	return errors.Join(errs...)
}

// write makes a folder contain exactly these pages. It does not write a page
// that is current, to preserve its modification time.
func write(dir string, pages map[string]string) error {
	there, err := written(dir)
	if err != nil {
		return err
	}
	for name := range there {
		if _, ok := pages[name]; !ok {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
				return err
			}
		}
	}
	for name, text := range pages {
		if there[name] == text {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}
