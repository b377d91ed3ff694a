package workspace

import (
	"io/fs"
	"os"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// noOpenat2 is set once openat2 was refused: it came with Linux 5.6.
var noOpenat2 atomic.Bool

// openat2 opens a path that has no links in it at all, in one call where os.Root takes one a folder. nil means no
// more than that this did not work: os.Root then finds out why, and says so.
func (w *Workspace) openat2(clean string, flags uint64) *os.File {
	if noOpenat2.Load() {
		return nil
	}
	how := unix.OpenHow{
		Flags:   flags | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS,
	}
	for {
		fd, err := unix.Openat2(int(w.dir.Fd()), clean, &how)
		switch err {
		case nil:
			return os.NewFile(uintptr(fd), clean)
		case unix.EINTR:
			continue
		case unix.ENOSYS, unix.EPERM: // an old kernel, and what older sandboxes answer to calls they don't know
			noOpenat2.Store(true)
		}
		return nil
	}
}

// openLinkFree opens the file at a path without links for reading, or returns nil.
func (w *Workspace) openLinkFree(clean string) *os.File {
	return w.openat2(clean, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY)
}

// statLinkFree describes the file at a path without links, or returns nil.
func (w *Workspace) statLinkFree(clean string) fs.FileInfo {
	file := w.openat2(clean, unix.O_PATH)
	if file == nil {
		return nil
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil
	}
	return info
}
