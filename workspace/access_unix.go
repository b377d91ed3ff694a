//go:build unix

package workspace

import (
	"os"

	"golang.org/x/sys/unix"
)

// mayWrite returns the error that making a file in an open folder would end
// in: of a read-only mount, or of the folder's permissions.
func mayWrite(folder *os.File) error {
	return unix.Faccessat(int(folder.Fd()), ".", unix.W_OK|unix.X_OK, unix.AT_EACCESS)
}
