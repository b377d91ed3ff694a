package workspace

import (
	"os"

	"golang.org/x/sys/windows"
)

// flock takes the lock of an open file, and reports whether it was free.
// Windows prevents others from reading the locked range, so the range is one
// byte far after the text that names the holder.
func flock(file *os.File) (bool, error) {
	place := windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(file.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place)
	if err == windows.ERROR_LOCK_VIOLATION || err == windows.ERROR_IO_PENDING {
		return false, nil
	}
	return err == nil, err
}
