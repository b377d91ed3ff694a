//go:build linux || darwin || freebsd

package shadow

import "golang.org/x/sys/unix"

// space returns the free bytes and files of the file system of a folder, for
// its user. ok is false if that is not known.
func space(dir string) (bytes, files uint64, ok bool) {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return 0, 0, false
	}
	bytes, files = uint64(stat.Bavail)*uint64(stat.Bsize), uint64(stat.Ffree)
	if stat.Files == 0 { // it makes them as it needs them
		files = leastFiles
	}
	return bytes, files, true
}
