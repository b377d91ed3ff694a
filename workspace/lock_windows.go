package workspace

import (
	"os"

	"golang.org/x/sys/windows"
)

// flock takes the lock of an open file, and reports whether it was free. Locks of this system keep others from reading
// what they cover, so it covers one byte far behind the text that says who holds it.
func flock(file *os.File) (bool, error) {
	place := windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(file.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place)
	if err == windows.ERROR_LOCK_VIOLATION || err == windows.ERROR_IO_PENDING {
		return false, nil
	}
	return err == nil, err
}
