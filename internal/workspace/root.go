// Package workspace is the only code that reads or writes the source tree.
//
// Paths are relative to the workspace root and slash separated on every system.
// They are accessed only through os.Root, so that no path, link or race leads
// out of the root. [Workspace.Write] replaces many files in one transaction. If
// it is killed at any point, each file is either old or new, and
// [Workspace.Recover] or the next run completes the transaction. Build actions
// read their inputs through [Declared] instead, and never write.
package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// A Workspace is an open source tree. Its methods may be called from several
// goroutines.
type Workspace struct {
	// OnWait, if set, is called once when Write or Recover has to wait for
	// another run, with the holder of the lock. Set it before the first call.
	OnWait func(Holder)
	// OnRecover, if set, is called with the result after Write or Recover has
	// completed the work of a killed run. Set it before the first call.
	OnRecover func(Recovered)

	path   string // absolute, as returned by Root
	real   string // path with all links resolved; absolute links below it stay in the workspace
	root   *os.Root
	dir    *os.File // the root folder itself, for openat2 and fsync
	links  hardLinks
	nested repositories
	step   func(point, path string) error // set only by tests: fails, or kills the process, at a point of a transaction
	close  sync.Once
}

// FindRoot returns the absolute path of the nearest folder, from dir upward,
// that contains a MODULE.bazel or a .git, or of dir itself if there is none. It
// fails if dir is not a folder.
func FindRoot(dir string) (string, error) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("%s: cannot make it an absolute path: %w", dir, err)
	}
	if info, err := os.Stat(start); err != nil {
		return "", fmt.Errorf("%s: not a workspace: %w", start, cause(err))
	} else if !info.IsDir() {
		return "", fmt.Errorf("%s: not a workspace: it is a %s, not a folder", start, kind(info.Mode()))
	}
	for at := start; ; at = filepath.Dir(at) {
		for _, marker := range []string{"MODULE.bazel", ".git"} {
			if _, err := os.Lstat(filepath.Join(at, marker)); err == nil {
				return at, nil
			}
		}
		if at == filepath.Dir(at) {
			return start, nil
		}
	}
}

// Open opens the source tree below the folder root. Close it after use.
func Open(root string) (*Workspace, error) {
	path, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot make it an absolute path: %w", root, err)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot open the workspace: %w", path, cause(err))
	}
	handle, err := os.OpenRoot(real)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot open the workspace: %w", path, cause(err))
	}
	dir, err := handle.Open(".")
	if err != nil {
		handle.Close()
		return nil, fmt.Errorf("%s: cannot open the workspace: %w", path, cause(err))
	}
	return &Workspace{path: path, real: real, root: handle, dir: dir}, nil
}

// Root returns the absolute path of the workspace root.
func (w *Workspace) Root() string { return w.path }

// Close closes the handles of the workspace. Further calls do nothing.
func (w *Workspace) Close() error {
	var err error
	w.close.Do(func() { err = errors.Join(w.dir.Close(), w.root.Close()) })
	return err
}

// cause strips the operation and the path that package os puts before an error:
// our messages contain the path themselves.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

// kind returns the name of a file type that was found instead of a regular file
// or a folder.
func kind(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return "regular file"
	case mode.IsDir():
		return "folder"
	case mode&fs.ModeSymlink != 0:
		return "symbolic link"
	case mode&fs.ModeNamedPipe != 0:
		return "named pipe"
	case mode&fs.ModeSocket != 0:
		return "socket"
	case mode&fs.ModeDevice != 0:
		return "device"
	default:
		return "special file"
	}
}
