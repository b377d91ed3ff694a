package worktree

import (
	"errors"
	"io/fs"
	"os"
	"path"
)

// removeAll removes a file, or a folder with its contents, even if its folders
// are read-only. No link is followed. A missing file is not an error.
func removeAll(root *os.Root, name string) error {
	err := root.RemoveAll(name)
	if err == nil || !errors.Is(err, fs.ErrPermission) {
		return err
	}
	if err := openUp(root, name); err != nil {
		return err
	}
	return root.RemoveAll(name)
}

// openUp lets this user read and write a folder and its subfolders.
func openUp(root *os.Root, name string) error {
	info, err := root.Lstat(name)
	if err != nil || !info.IsDir() {
		return err
	}
	if info.Mode()&0o700 != 0o700 {
		if err := root.Chmod(name, 0o755); err != nil {
			return err
		}
	}
	entries, err := readDir(root, name)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.IsDir() {
			if err := openUp(root, path.Join(name, entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// readDir lists a folder, which is not a link.
func readDir(root *os.Root, name string) ([]fs.DirEntry, error) {
	dir, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return dir.ReadDir(-1)
}
