//go:build unix

package workspace

import (
	"os"

	"golang.org/x/sys/unix"
)

// mayWrite returns the error that creating a file in an open folder would
// return because of a read-only mount or the permissions of the folder.
func mayWrite(folder *os.File) error {
	return unix.Faccessat(int(folder.Fd()), ".", unix.W_OK|unix.X_OK, unix.AT_EACCESS)
}
