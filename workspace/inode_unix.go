//go:build unix

package workspace

import (
	"io/fs"
	"syscall"
)

// openNonblock keeps the open of a named pipe from waiting for its other end.
const openNonblock = syscall.O_NONBLOCK

// A fileID tells the files of one machine apart, whatever their names.
type fileID struct{ device, inode uint64 }

// identify returns the id of a described file. ok is false where the system has none.
func identify(info fs.FileInfo) (id fileID, ok bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return fileID{}, false
	}
	return fileID{uint64(stat.Dev), uint64(stat.Ino)}, true //nolint:unconvert // int32 on darwin
}

// linkCount returns how many names a file has.
func linkCount(info fs.FileInfo) int {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 1
	}
	return int(stat.Nlink)
}
