//go:build unix

package workspace

import (
	"os"

	"golang.org/x/sys/unix"
)

// flock takes the lock of an open file, and reports whether it was free.
// gofrs/flock works by path, and would follow links that lead out of the root.
func flock(file *os.File) (bool, error) {
	for {
		switch err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err {
		case nil:
			return true, nil
		case unix.EWOULDBLOCK:
			return false, nil
		case unix.EINTR:
		default:
			return false, err
		}
	}
}
