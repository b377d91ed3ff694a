package workspace

import (
	"os"

	"golang.org/x/sys/unix"
)

// hasSyncfs: one call makes all of a file system durable, whatever the number of files.
const hasSyncfs = true

// syncFilesystem makes everything durable that was written to the file system of an open folder, and fails where
// anything written since the folder was opened could not be.
func syncFilesystem(folder *os.File) error { return unix.Syncfs(int(folder.Fd())) }

// syncText makes one file durable.
func syncText(file *os.File) error { return file.Sync() }

// syncFolder makes the names in a folder durable.
func syncFolder(folder *os.File) error { return folder.Sync() }
