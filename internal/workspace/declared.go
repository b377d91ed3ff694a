package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Declared reads the declared inputs of a build action. It is separate from
// Workspace because the rule that no link leads out of the root does not hold
// in an action: a sandbox consists of links that lead out of it, into the
// source tree, the output base or a content store. The build system decides
// what an action may read, by exposing only the declared inputs. Declared
// therefore follows links and rejects only paths that no action gets:
// absolute ones and ones with "..". It cannot write.
type Declared struct {
	dir string
}

// OpenDeclared returns the inputs of an action that runs in the folder dir. ""
// and "." are the working folder; a persistent worker passes the folder of its
// request.
func OpenDeclared(dir string) Declared { return Declared{dir: dir} }

// Canonical returns path as given to the action, cleaned: an action knows no
// other names of its inputs.
func (d Declared) Canonical(path string) (string, error) { return lexical(path) }

// Read returns the bytes of the regular file at path. If it is missing, the
// error wraps fs.ErrNotExist; a folder, pipe, socket or device is an error, and
// a file larger than MaxSize a *[SizeError].
func (d Declared) Read(path string) ([]byte, error) { return d.read(path, whole(MaxSize)) }

// Head returns the first bytes of the file that Read would read, at most limit.
// Its errors are the errors of Read.
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

// List returns the files and the folders among paths, in byte order, each once.
// It leaves out files of version control and of Bazel, which glob(["**"]) finds:
// they differ from one machine to the next.
// It does not list the contents of a folder, because an action with a source
// folder as input reruns when the entry of the folder changes, but not when a
// file in it does. It is an error if a path is missing, or is neither a file
// nor a folder.
func (d Declared) List(paths []string) (files, folders []string, err error) {
	for _, name := range paths {
		clean, err := lexical(name)
		if err != nil {
			return nil, nil, err
		}
		if isOwn(clean) {
			continue
		}
		info, err := os.Stat(filepath.Join(d.dir, filepath.FromSlash(clean)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, nil, fmt.Errorf("%s: not among the action's inputs: declare it: %w", clean, fs.ErrNotExist)
		case err != nil:
			return nil, nil, fmt.Errorf("%s: cannot look it up: %w", clean, cause(err))
		case info.IsDir():
			folders = append(folders, clean)
		case info.Mode().IsRegular():
			files = append(files, clean)
		default:
			return nil, nil, fmt.Errorf("%s: cannot check it: it is a %s, %w", clean, kind(info.Mode()), ErrNotRegular)
		}
	}
	slices.Sort(files)
	slices.Sort(folders)
	return slices.Compact(files), slices.Compact(folders), nil
}
