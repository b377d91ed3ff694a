package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// Declared reads the declared inputs of a build action. It exists beside Workspace since the rule of a workspace, that
// no link leads out of the root, is wrong in an action: a sandbox is made of links that lead out of it, into the
// source tree, the output base or a content store. What an action may read is decided by the build system, which
// shows it the declared inputs and nothing else, so Declared follows links as they are and only refuses the paths that
// no action is given: absolute ones and ones with "..". It cannot write.
type Declared struct {
	dir string
}

// OpenDeclared returns the inputs of an action that runs in the folder dir: "" and "." are the working folder; a
// persistent worker names the folder of its request.
func OpenDeclared(dir string) Declared { return Declared{dir: dir} }

// Canonical returns path as the action was given it, cleaned: an action knows no other name of its inputs.
func (d Declared) Canonical(path string) (string, error) { return lexical(path) }

// Read returns the bytes of the regular file that path leads to. A missing file is an error that wraps
// fs.ErrNotExist; a folder, pipe, socket or device is an error, and a file larger than MaxSize a *[SizeError].
func (d Declared) Read(path string) ([]byte, error) { return d.read(path, whole(MaxSize)) }

// Head returns the first bytes of the file that Read would read, at most limit of them. Its errors are Read's.
func (d Declared) Head(path string, limit int) ([]byte, error) {
	return d.read(path, amount{limit: limit})
}

func (d Declared) read(path string, much amount) ([]byte, error) {
	clean, err := lexical(path)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(d.dir, filepath.FromSlash(clean)), os.O_RDONLY|openNonblock, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: not among the action's inputs: declare it: %w", clean, fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read it: %w", clean, cause(err))
	}
	defer file.Close()
	return readRegular(clean, file, much)
}

// List returns the files among paths, and those below the folders among them, in byte order, each once. Folders are
// declared as such (a source folder, or a tree artifact), so everything below them is an input: links are followed and
// nothing is skipped. A missing path, and one that is neither file nor folder, is an error.
func (d Declared) List(paths []string) ([]string, error) {
	var files []string
	for _, name := range paths {
		clean, err := lexical(name)
		if err != nil {
			return nil, err
		}
		if files, err = d.list(files, clean); err != nil {
			return nil, err
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// list adds what name leads to. A link to a folder above itself ends in the system's error for too many links.
func (d Declared) list(files []string, name string) ([]string, error) {
	on := filepath.Join(d.dir, filepath.FromSlash(name))
	info, err := os.Stat(on)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: not among the action's inputs: declare it: %w", name, fs.ErrNotExist)
	case err != nil:
		return nil, fmt.Errorf("%s: cannot look it up: %w", name, cause(err))
	case info.Mode().IsRegular():
		return append(files, name), nil
	case !info.IsDir():
		return nil, fmt.Errorf("%s: cannot check it: it is a %s, %w", name, kind(info.Mode()), ErrNotRegular)
	}
	entries, err := os.ReadDir(on)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot list it: %w", name, cause(err))
	}
	for _, entry := range entries {
		if files, err = d.list(files, path.Join(name, entry.Name())); err != nil {
			return nil, err
		}
	}
	return files, nil
}
