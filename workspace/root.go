// Package workspace is the only code that reads or writes the source tree.
//
// Paths are relative to the workspace root and slash separated, whatever the system. They reach the file system
// through os.Root alone, so that no path, link or race leads out of the root. [Workspace.Write] replaces many files
// in one transaction that a kill at any point leaves old or new, file by file, and that [Workspace.Recover] or the
// next run completes. Build actions read their inputs through [Declared] instead, and never write.
package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// A Workspace is an open source tree. Its methods may be called from several goroutines.
type Workspace struct {
	// OnWait, where set, is called once when Write or Recover has to wait for another run, with the run that
	// holds the lock. Set it before the first call.
	OnWait func(Holder)
	// OnRecover, where set, is called when Write or Recover has finished what a
	// killed run left, with what it did. Set it before the first call.
	OnRecover func(Recovered)

	path   string // absolute, as Root reports it
	real   string // path with all links resolved: absolute links below it lead into the workspace
	root   *os.Root
	dir    *os.File // the root folder itself, for openat2 and fsync
	links  hardLinks
	nested repositories
	step   func(point, path string) error // set by tests alone: fails, or kills the process, at a point of a transaction
	close  sync.Once
}

// FindRoot returns the absolute path of the nearest folder, from dir upward, with a MODULE.bazel or a .git in it, and
// of dir itself where there is none. It fails where dir is not a folder.
func FindRoot(dir string) (string, error) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("%s: no absolute path: %w", dir, err)
	}
	if info, err := os.Stat(start); err != nil {
		return "", fmt.Errorf("%s: no workspace: %w", start, cause(err))
	} else if !info.IsDir() {
		return "", fmt.Errorf("%s: no workspace: it is a %s, not a folder", start, kind(info.Mode()))
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
		return nil, fmt.Errorf("%s: no absolute path: %w", root, err)
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

// Close releases the handles of the workspace. Calls after the first do nothing.
func (w *Workspace) Close() error {
	var err error
	w.close.Do(func() { err = errors.Join(w.dir.Close(), w.root.Close()) })
	return err
}

// cause strips the operation and the path that os puts before a failure: our messages name the path themselves.
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

// kind names what is found where a regular file or a folder was expected.
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
