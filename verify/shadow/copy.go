package shadow

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// copyFiles copies the files that are to be copied.
func (t *Tree) copyFiles() error {
	var group errgroup.Group
	group.SetLimit(2 * runtime.GOMAXPROCS(0))
	for _, name := range t.copies {
		group.Go(func() error { return t.copyFile(name) })
	}
	return group.Wait()
}

// copyFile copies a file of the workspace, unless the copy has its size, mode
// and time of modification already. A copy shares its blocks with the original
// if the file system can do that, since io.Copy asks for it.
func (t *Tree) copyFile(name string) error {
	to := filepath.FromSlash(name)
	from := filepath.Join(t.Root, to)
	info, err := os.Lstat(from)
	if err != nil || !info.Mode().IsRegular() { // it was there a moment ago
		return t.remove(t.dir, to, name)
	}
	mode := info.Mode().Perm() | 0o600
	if now, err := t.dir.Lstat(to); err == nil && now.Mode() == mode && now.Size() == info.Size() && now.ModTime().Equal(info.ModTime()) {
		return nil
	}
	in, err := os.Open(from)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return t.remove(t.dir, to, name)
	case errors.Is(err, fs.ErrPermission): // so is a link to it
		if err := t.remove(t.dir, to, name); err != nil {
			return err
		}
		return t.change("link", name, func() error { return t.dir.Symlink(from, to) })
	case err != nil:
		return err
	}
	defer in.Close()
	if err := t.replace(t.dir, to, name, mode, in); err != nil {
		return err
	}
	return t.change("set the time of", name, func() error { return t.dir.Chtimes(to, info.ModTime(), info.ModTime()) })
}
