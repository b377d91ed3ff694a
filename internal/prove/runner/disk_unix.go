//go:build linux || darwin || freebsd

package runner

import "golang.org/x/sys/unix"

// freeBytes returns how much space a user has on the disk of a folder.
func freeBytes(dir string) (free uint64, known bool) {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return 0, false
	}
	return uint64(stat.Bavail) * uint64(stat.Bsize), true
}
