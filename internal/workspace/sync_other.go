//go:build !linux && !darwin

package workspace

import (
	"errors"
	"os"
	"runtime"
)

// hasSyncfs is false: this system has no such call, and each file is synced
// separately.
const hasSyncfs = false

func syncFilesystem(*os.File) error { return errors.ErrUnsupported }

// syncText makes one file durable.
func syncText(file *os.File) error { return file.Sync() }

// syncFolder makes the entries of a folder durable. Windows does so by itself,
// and cannot sync a folder.
func syncFolder(folder *os.File) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	return folder.Sync()
}
