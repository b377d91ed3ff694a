package workspace

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// hasSyncfs: there is no such call on this system; every file is synced by itself.
const hasSyncfs = false

func syncFilesystem(*os.File) error { return errors.ErrUnsupported }

// syncText hands one file to the drive. What the drive still has in its own cache is made durable by the Sync of the
// journal that follows, which on this system empties that cache (F_FULLFSYNC): doing so for every file would take some
// ten milliseconds each.
func syncText(file *os.File) error { return unix.Fsync(int(file.Fd())) }

// syncFolder makes the names in a folder durable.
func syncFolder(folder *os.File) error { return folder.Sync() }
