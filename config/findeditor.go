package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/config/editorconfig"
)

// FindEditor reads the .editorconfig files that hold for files, whose paths are relative to root and slash separated:
// those of their folders and of all folders above, no further than root.
func FindEditor(root string, files []string) (*editorconfig.Set, error) {
	set := new(editorconfig.Set)
	seen := make(map[string]bool)
	for _, file := range files {
		for dir := path.Dir(file); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			err := addEditor(set, root, path.Join(dir, editorconfig.Name))
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
	}
	return set, nil
}

// ReadEditor reads .editorconfig files. Names are relative to root and slash separated: a file holds for what is in its
// folder and below.
func ReadEditor(root string, names []string) (*editorconfig.Set, error) {
	set := new(editorconfig.Set)
	for _, name := range names {
		if path.Base(name) != editorconfig.Name {
			return nil, fmt.Errorf("%s: not an %s: the file must have that name", name, editorconfig.Name)
		}
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, fmt.Errorf("%s: not in the workspace: it would hold for none of its files", name)
		}
		if err := addEditor(set, root, path.Clean(name)); err != nil {
			return nil, err
		}
	}
	return set, nil
}

func addEditor(set *editorconfig.Set, root, name string) error {
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		return fmt.Errorf("%s: %w", name, errors.Unwrap(err))
	}
	return set.Add(path.Dir(name), data)
}
