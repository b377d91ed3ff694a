//go:build !linux && !darwin

package workspace

import (
	"errors"
	"os"
	"runtime"
)

// hasSyncfs: there is no such call on this system; every file is synced by itself.
const hasSyncfs = false

func syncFilesystem(*os.File) error { return errors.ErrUnsupported }

// syncText makes one file durable.
func syncText(file *os.File) error { return file.Sync() }

// syncFolder makes the names in a folder durable. Windows does that itself, and can't sync a folder.
func syncFolder(folder *os.File) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	return folder.Sync()
}
