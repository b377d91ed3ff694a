package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// Find returns the configuration file that holds for a folder: the nearest one upward, no further than root. Dir is
// relative to root and slash separated, as is the result, which is empty where there is none.
func Find(root, dir string) (string, error) {
	for dir = path.Clean(dir); ; dir = path.Dir(dir) {
		name := path.Join(dir, Name)
		file := filepath.Join(root, filepath.FromSlash(name))
		info, err := os.Lstat(file)
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			if info, err = os.Stat(file); errors.Is(err, fs.ErrNotExist) {
				return "", fmt.Errorf("%s: a link that leads nowhere", name)
			}
		}
		switch {
		case err == nil && info.Mode().IsRegular():
			return name, nil
		case err == nil:
			return "", fmt.Errorf("%s: not a regular file", name)
		case !errors.Is(err, fs.ErrNotExist):
			return "", fmt.Errorf("%s: %w", name, errors.Unwrap(err))
		}
		if dir == "." || dir == "/" {
			return "", nil
		}
	}
}

// A Tree is the configuration of the files of a workspace: for each the nearest one upward, without merging.
type Tree struct {
	folders map[string]*Config
}

// FindAll reads the configurations that hold for files, whose paths are relative to root and slash separated, and
// checks them against what is known, as Read does. Siblings, which may be nil, are added to each.
func FindAll(root string, files []string, known func() Schema, siblings *Siblings) (*Tree, error) {
	t := &Tree{folders: make(map[string]*Config)}
	read := map[string]*Config{"": (*Config)(nil).WithSiblings(siblings)}
	for _, file := range files {
		dir := path.Dir(file)
		if _, ok := t.folders[dir]; ok {
			continue
		}
		name, err := Find(root, dir)
		if err != nil {
			return nil, err
		}
		if _, ok := read[name]; !ok {
			c, err := Read(root, name, known)
			if err != nil {
				return nil, err
			}
			read[name] = c.WithSiblings(siblings)
		}
		t.folders[dir] = read[name]
	}
	return t, nil
}

// For returns the configuration of a file that was given to FindAll, or is in the folder of one.
func (t *Tree) For(file string) *Config { return t.folders[path.Dir(file)] }

// Read reads and validates one configuration file. Name is relative to root, or absolute. What is known is only asked for where
// the file has something that it tells about.
func Read(root, name string, known func() Schema) (*Config, error) {
	file := filepath.FromSlash(name)
	if !filepath.IsAbs(file) {
		file = filepath.Join(root, file)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, errors.Unwrap(err))
	}
	c, err := Parse(name, data)
	if err != nil {
		return nil, err
	}
	if len(c.rules) == 0 && len(c.formats) == 0 {
		return c, nil
	}
	return c, c.Validate(known())
}
