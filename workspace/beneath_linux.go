package workspace

import (
	"io"
	"io/fs"
	"os"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// noOpenat2 is set once openat2 was refused: it came with Linux 5.6.
var noOpenat2 atomic.Bool

// openat2 opens a path that has no links in it at all, in one call where os.Root takes one a folder. ok is false where
// this did not work, whatever the reason: os.Root then finds out why, and says so.
func (w *Workspace) openat2(clean string, flags uint64) (fd descriptor, ok bool) {
	fd, err := w.tryOpenat2(clean, flags)
	return fd, err == nil
}

// tryOpenat2 is openat2 with the system's error.
func (w *Workspace) tryOpenat2(clean string, flags uint64) (descriptor, error) {
	if noOpenat2.Load() {
		return 0, unix.ENOSYS
	}
	how := unix.OpenHow{
		Flags:   flags | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS,
	}
	for {
		fd, err := unix.Openat2(int(w.dir.Fd()), clean, &how)
		switch err {
		case nil:
			return descriptor(fd), nil
		case unix.EINTR:
			continue
		case unix.ENOSYS, unix.EPERM: // an old kernel, and what older sandboxes answer to calls they don't know
			noOpenat2.Store(true)
		}
		return 0, err
	}
}

// A descriptor is an open file without what os.File adds to it: the poller takes five calls of the system for each
// file, and is of no use for regular ones.
type descriptor int

// Read is that of io.Reader.
func (d descriptor) Read(into []byte) (int, error) {
	for {
		n, err := unix.Read(int(d), into)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return 0, err
		case n == 0 && len(into) > 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

// regular returns what the system says of the file, if it is a regular one.
func (d descriptor) regular() (unix.Stat_t, bool) {
	var stat unix.Stat_t
	err := unix.Fstat(int(d), &stat)
	return stat, err == nil && stat.Mode&unix.S_IFMT == unix.S_IFREG
}

func (d descriptor) close() { _ = unix.Close(int(d)) }

// readLinkFree returns that much of a regular file whose path has no links in
// it. ok is as openat2 has it.
func (w *Workspace) readLinkFree(clean string, much amount) (content []byte, ok bool) {
	fd, ok := w.openat2(clean, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY)
	if !ok {
		return nil, false
	}
	defer fd.close()
	stat, ok := fd.regular()
	if !ok || much.exceeds(stat.Size) {
		return nil, false
	}
	content, err := readSized(io.LimitReader(fd, much.room()), int(min(stat.Size, int64(much.limit))))
	return content, err == nil && !much.exceeds(int64(len(content)))
}

// isLinkFree reports whether a path leads to a regular file, has no links in it, and is the file's only name. false
// means no more than that it was not found to be.
func (w *Workspace) isLinkFree(clean string) bool {
	fd, ok := w.openat2(clean, unix.O_PATH)
	if !ok {
		return false
	}
	defer fd.close()
	stat, ok := fd.regular()
	return ok && stat.Nlink == 1
}

// existsLinkFree reports whether there is anything at a path, if a path without
// links in it can tell.
func (w *Workspace) existsLinkFree(clean string) (there, known bool) {
	fd, err := w.tryOpenat2(clean, unix.O_PATH)
	if err == nil {
		fd.close()
	}
	return err == nil, err == nil || err == unix.ENOENT || err == unix.ENOTDIR
}

// statLinkFree describes the file at a path without links, or returns nil.
func (w *Workspace) statLinkFree(clean string) fs.FileInfo {
	fd, ok := w.openat2(clean, unix.O_PATH)
	if !ok {
		return nil
	}
	file := os.NewFile(uintptr(fd), clean)
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil
	}
	return info
}
