package workspace

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Exists reports whether anything exists at a path, including a dangling link.
// It is false for a path that leads out of the root.
func (w *Workspace) Exists(path string) bool {
	clean, err := lexical(path)
	if err != nil {
		return false
	}
	if there, known := w.existsLinkFree(clean); known {
		return there
	}
	_, err = w.root.Lstat(filepath.FromSlash(clean))
	return err == nil
}

// Names returns the base names of the entries of a folder, except for folders,
// in byte order. Links in the path are followed inside the root. If the folder
// does not exist, the error wraps fs.ErrNotExist.
func (w *Workspace) Names(folder string) ([]string, error) {
	clean, err := lexical(folder)
	if err != nil {
		return nil, err
	}
	resolved, info, err := w.resolve(clean)
	if err != nil {
		return nil, err
	}
	if info == nil || !info.IsDir() {
		return nil, fmt.Errorf("%s: cannot list it: %w", clean, fs.ErrNotExist)
	}
	dir, err := w.root.Open(filepath.FromSlash(resolved))
	if err != nil {
		return nil, fmt.Errorf("%s: cannot list it: %w", clean, cause(err))
	}
	defer dir.Close()
	return namesIn(clean, dir)
}

// namesIn returns the base names of the entries of an open folder.
func namesIn(clean string, dir *os.File) ([]string, error) {
	entries, err := dir.ReadDir(-1)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot list it: %w", clean, cause(err))
	}
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

// Root returns the folder that paths are relative to.
func (d Declared) Root() string { return d.dir }

// Exists reports whether anything exists at a path.
func (d Declared) Exists(path string) bool {
	clean, err := lexical(path)
	if err != nil {
		return false
	}
	_, err = os.Lstat(filepath.Join(d.dir, filepath.FromSlash(clean)))
	return err == nil
}

// Names returns the base names of the entries of a folder, except for folders,
// in byte order. If the folder does not exist, the error wraps fs.ErrNotExist.
func (d Declared) Names(folder string) ([]string, error) {
	clean, err := lexical(folder)
	if err != nil {
		return nil, err
	}
	dir, err := os.Open(filepath.Join(d.dir, filepath.FromSlash(clean)))
	if err != nil {
		return nil, fmt.Errorf("%s: cannot list it: %w", clean, cause(err))
	}
	defer dir.Close()
	return namesIn(clean, dir)
}

// ReadGiven returns the bytes of a file named on the command line. It may be
// anywhere, and may be a pipe, such as that of <(...) in a shell. name replaces
// its name in errors. A folder is an error, and more than MaxSize bytes are a
// *[SizeError].
func ReadGiven(file, name string) ([]byte, error) {
	open, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	}
	defer open.Close()
	content, err := readSized(io.LimitReader(open, MaxSize+1), 0)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	case len(content) > MaxSize:
		return nil, &SizeError{Path: name}
	}
	return content, nil
}
