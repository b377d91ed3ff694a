package workspace

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// hasSyncfs is false: this system has no such call, and each file is synced
// separately.
const hasSyncfs = false

func syncFilesystem(*os.File) error { return errors.ErrUnsupported }

// syncText writes one file to the drive. The cache of the drive becomes durable
// by the later Sync of the journal, which flushes that cache on this system
// (F_FULLFSYNC); doing so for every file would take some ten milliseconds each.
func syncText(file *os.File) error { return unix.Fsync(int(file.Fd())) }

// syncFolder makes the entries of a folder durable.
func syncFolder(folder *os.File) error { return folder.Sync() }
