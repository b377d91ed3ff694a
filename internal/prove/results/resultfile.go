package results

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Open opens a file that the command was to write into the folder of result
// files. Whatever else a command puts in its place is not opened.
func (raw *Raw) Open(name string) (*os.File, error) { return open(raw.Out, name) }

func open(dir, name string) (*os.File, error) {
	folder, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	info, err := folder.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", name)
	case info.Size() > maxResultFile:
		return nil, fmt.Errorf("%s has %d bytes: more than %d are not read", name, info.Size(), maxResultFile)
	}
	return folder.Open(name)
}

// OpenReport opens such a file of a measurement. The error is ErrNoReport if
// there is none.
func (raw *Raw) OpenReport(name string) (*os.File, error) {
	in, err := raw.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoReport
	}
	return in, err
}

// ReadFile returns the text of a file in the folder of result files.
func (raw *Raw) ReadFile(name string) ([]byte, error) { return ReadFile(raw.Out, name) }

// ReadFile returns the text of a file of a folder that a command wrote to.
func ReadFile(dir, name string) ([]byte, error) {
	in, err := open(dir, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, maxResultFile))
}

// MayRead reports whether a file that results name is in a folder that the
// command had to itself.
func (raw *Raw) MayRead(path string) bool {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	for _, root := range append([]string{raw.Out, raw.Dir}, raw.Roots...) {
		if root == "" {
			continue
		}
		root, err := filepath.EvalSymlinks(root)
		if err != nil {
			continue
		}
		if below, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(below) {
			return true
		}
	}
	return false
}
