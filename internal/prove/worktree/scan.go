package worktree

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// addFolders notes the folders around a wanted file.
func (t *Tree) addFolders(name string) {
	for dir := path.Dir(name); !t.folders[dir]; dir = path.Dir(dir) {
		t.folders[dir] = true
	}
}

// A scan has the contents of a tree, by path.
type scan struct {
	files   map[string]stamp // files, links and anything else but folders
	folders []string         // outer ones first
}

// scan walks the tree, without .git. No link is followed. Folders that this user
// may not read or write are opened up: a command has closed them.
func (t *Tree) scan() (*scan, error) {
	if err := t.openUp(); err != nil {
		return nil, err
	}
	s := &scan{files: map[string]stamp{}}
	return s, t.scanFolder(s, ".")
}

// openUp lets this user work in the folder of the tree.
func (t *Tree) openUp() error {
	trees, err := os.OpenRoot(t.repository.path(treesName))
	if err != nil {
		return err
	}
	defer trees.Close()
	info, err := trees.Lstat(t.name)
	if err == nil && info.Mode()&0o700 != 0o700 {
		err = trees.Chmod(t.name, 0o755)
	}
	return err
}

func (t *Tree) scanFolder(s *scan, dir string) error {
	entries, err := readDir(t.root, filepath.FromSlash(dir))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		if name == gitName {
			continue
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if !info.IsDir() {
			s.files[name] = stampOf(info)
			continue
		}
		if info.Mode()&0o700 != 0o700 {
			if err := t.root.Chmod(filepath.FromSlash(name), 0o755); err != nil {
				return err
			}
		}
		s.folders = append(s.folders, name)
		if err := t.scanFolder(s, name); err != nil {
			return err
		}
	}
	return nil
}

// gitStamps returns the stamps of all files and folders of .git.
func (t *Tree) gitStamps() (map[string]stamp, error) {
	stamps := map[string]stamp{}
	err := fs.WalkDir(t.root.FS(), gitName, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		stamps[name] = stampOf(info)
		return nil
	})
	return stamps, err
}

// gitIsSealed reports whether nothing has changed in .git.
func (t *Tree) gitIsSealed() bool {
	now, err := t.gitStamps()
	if err != nil || len(now) != len(t.sealed) {
		return false
	}
	for name, s := range t.sealed {
		if is, found := now[name]; !found || !s.same(is) {
			return false
		}
	}
	return true
}

// matches reports whether a file of the tree is of the kind that is wanted.
func (w *wanted) matches(mode os.FileMode) bool {
	switch w.mode {
	case modeLink:
		return mode&fs.ModeType == fs.ModeSymlink
	case modeExecutable:
		return mode.IsRegular() && (mode&0o100 != 0 || !hasModes)
	case modeRegular:
		return mode.IsRegular() && (mode&0o100 == 0 || !hasModes)
	}
	return false
}
