package workspace

import (
	"os"

	"golang.org/x/sys/unix"
)

// hasSyncfs is true: one call makes a whole file system durable, whatever the
// number of files.
const hasSyncfs = true

// syncFilesystem makes all writes to the file system of an open folder durable,
// and fails if a write since the folder was opened could not be completed.
func syncFilesystem(folder *os.File) error { return unix.Syncfs(int(folder.Fd())) }

// syncText makes one file durable.
func syncText(file *os.File) error { return file.Sync() }

// syncFolder makes the entries of a folder durable.
func syncFolder(folder *os.File) error { return folder.Sync() }
