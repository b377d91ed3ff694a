package shadow

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// copyFile copies a file of the workspace, unless the copy has its size, mode
// and time of modification already. A copy shares its blocks with the original
// if the file system can do that, since io.Copy asks for it.
func (t *Tree) copyFile(name string) error {
	from := filepath.Join(t.Root, filepath.FromSlash(name))
	to := path.Join(t.inTop, name)
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	mode := info.Mode().Perm() | 0o600
	if now, err := t.top.Lstat(to); err == nil && now.Mode() == mode && now.Size() == info.Size() && now.ModTime().Equal(info.ModTime()) {
		return nil
	}
	if err := t.parents(path.Dir(to)); err != nil {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := t.replace(to, mode, in); err != nil {
		return err
	}
	return t.top.Chtimes(to, info.ModTime(), info.ModTime())
}

// parents makes a folder of top and all above it real.
func (t *Tree) parents(dir string) error {
	if info, err := t.top.Lstat(dir); err == nil && info.Mode()&fs.ModeType == fs.ModeDir {
		return nil
	}
	if dir != "." {
		if err := t.parents(path.Dir(dir)); err != nil {
			return err
		}
	}
	return t.makeFolder(dir)
}
