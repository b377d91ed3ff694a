//go:build unix

package workspace

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// keepMetadata gives a staged text the owner, mode and extended attributes of
// the file that it replaces.
func keepMetadata(old, staged *os.File, info fs.FileInfo) error {
	made, err := staged.Stat()
	if err != nil {
		return err
	}
	mode := info.Mode()
	was, okWas := info.Sys().(*syscall.Stat_t)
	is, okIs := made.Sys().(*syscall.Stat_t)
	changed := false
	if okWas && okIs && (was.Uid != is.Uid || was.Gid != is.Gid) {
		err := staged.Chown(int(was.Uid), int(was.Gid))
		switch {
		case errors.Is(err, fs.ErrPermission):
			// The file has another owner but is in one of our folders. Like any
			// tool that replaces files, we become its owner; it must not run
			// with the rights of the old owner.
			mode &^= fs.ModeSetuid | fs.ModeSetgid
		case err != nil:
			return err
		}
		changed = true // a change of owner clears bits of the mode
	}
	if changed || made.Mode() != mode {
		if err := staged.Chmod(mode); err != nil {
			return err
		}
	}
	return keepAttributes(old, staged)
}
