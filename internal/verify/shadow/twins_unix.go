//go:build unix

package shadow

import (
	"io/fs"
	"syscall"
)

// A fileID identifies a file of a machine, whatever its names.
type fileID struct{ device, inode uint64 }

// twinsOf returns the id of a file, and whether it has several names.
func twinsOf(info fs.FileInfo) (id fileID, several bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || stat.Nlink < 2 {
		return fileID{}, false
	}
	return fileID{uint64(stat.Dev), uint64(stat.Ino)}, true //nolint:unconvert // int32 on darwin
}
