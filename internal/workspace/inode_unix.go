//go:build unix

package workspace

import (
	"io/fs"
	"syscall"
)

// openNonblock prevents opening a named pipe from blocking until its other end
// is opened.
const openNonblock = syscall.O_NONBLOCK

// A fileID identifies a file of a machine, whatever its names.
type fileID struct{ device, inode uint64 }

// identify returns the id of a file. ok is false if the system has none.
func identify(info fs.FileInfo) (id fileID, ok bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return fileID{}, false
	}
	return fileID{uint64(stat.Dev), uint64(stat.Ino)}, true //nolint:unconvert // int32 on darwin
}

// linkCount returns the number of names of a file.
func linkCount(info fs.FileInfo) int {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 1
	}
	return int(stat.Nlink)
}
