package shadow

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// copyFiles copies the files that are to be copied, folders side by side.
func (t *Tree) copyFiles() error {
	var group errgroup.Group
	group.SetLimit(2 * runtime.GOMAXPROCS(0))
	for dir, names := range t.copies {
		group.Go(func() error {
			at, err := t.dir.OpenRoot(filepath.FromSlash(dir))
			if err != nil {
				return err
			}
			defer at.Close()
			for _, name := range names {
				if err := t.copyFile(at, name, path.Join(dir, name)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// copyFile copies a file of the workspace into its folder, unless the copy has
// its size, mode and time of modification already. A copy shares its blocks
// with the original if the file system can do that, since io.Copy asks for it.
func (t *Tree) copyFile(at *os.Root, base, name string) error {
	from := filepath.Join(t.Root, filepath.FromSlash(name))
	info, err := os.Lstat(from)
	if err != nil || !info.Mode().IsRegular() { // it was there a moment ago
		return t.remove(at, base, name)
	}
	mode := info.Mode().Perm() | 0o600
	if now, err := at.Lstat(base); err == nil && now.Mode() == mode && now.Size() == info.Size() && now.ModTime().Equal(info.ModTime()) {
		return nil
	}
	in, err := os.Open(from)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return t.remove(at, base, name)
	case errors.Is(err, fs.ErrPermission): // so is a link to it
		if err := t.remove(at, base, name); err != nil {
			return err
		}
		return t.change("link", name, func() error { return at.Symlink(from, base) })
	case err != nil:
		return err
	}
	defer in.Close()
	if err := t.replace(at, base, name, mode, in); err != nil {
		return err
	}
	return t.change("set the time of", name, func() error { return at.Chtimes(base, info.ModTime(), info.ModTime()) })
}
