package workspace

import (
	"bytes"
	"io/fs"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// changeTime returns the time of the last change of a file, including its
// content, mode and links. Unlike the modification time, programs cannot set
// it.
func changeTime(info fs.FileInfo) time.Time {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return time.Time{}
	}
	return time.Unix(stat.Ctim.Unix())
}

// irreplaceable returns why a rename could not replace the file old of a
// folder, or "". It is called before anything is written, because it is too
// late to roll back when a rename fails.
func irreplaceable(folder *os.Root, old *os.File, info fs.FileInfo) string {
	var stat unix.Statx_t
	const asked = unix.STATX_ATTR_IMMUTABLE | unix.STATX_ATTR_APPEND | unix.STATX_ATTR_MOUNT_ROOT
	if err := unix.Statx(int(old.Fd()), "", unix.AT_EMPTY_PATH, 0, &stat); err == nil {
		switch has := stat.Attributes & stat.Attributes_mask & asked; {
		case has&unix.STATX_ATTR_MOUNT_ROOT != 0:
			return "a mount point: mount its folder instead"
		case has&unix.STATX_ATTR_IMMUTABLE != 0:
			return "immutable: run chattr -i on it"
		case has&unix.STATX_ATTR_APPEND != 0:
			return "append-only: run chattr -a on it"
		}
	}
	if ownsAll() {
		return ""
	}
	user := uint32(os.Geteuid())
	dir, err := folder.Stat(".")
	if err != nil || dir.Mode()&fs.ModeSticky == 0 {
		return ""
	}
	file, okFile := info.Sys().(*syscall.Stat_t)
	parent, okParent := dir.Sys().(*syscall.Stat_t)
	if okFile && okParent && file.Uid != user && parent.Uid != user {
		return "belongs to another user, in a folder such as /tmp in which users may replace only their own files"
	}
	return ""
}

// keepAttributes copies the extended attributes: access control lists, labels
// and user attributes. Most files have none, which costs one call. Attributes
// that the file system or the user cannot set are skipped, except for access
// control lists: without these, others might be able to read the file.
func keepAttributes(old, staged *os.File) error {
	from, to := int(old.Fd()), int(staged.Fd())
	size, err := unix.Flistxattr(from, nil)
	if err != nil || size == 0 {
		return nil //nolint:nilerr // none here
	}
	names := make([]byte, size)
	if size, err = unix.Flistxattr(from, names); err != nil {
		return nil //nolint:nilerr // none here
	}
	for name := range bytes.SplitSeq(bytes.TrimSuffix(names[:size], []byte{0}), []byte{0}) {
		name := string(name)
		switch name {
		case "security.capability", "security.ima", "security.evm": // they certify the old content
			continue
		}
		size, err := unix.Fgetxattr(from, name, nil)
		if err != nil {
			continue
		}
		value := make([]byte, size)
		if size, err = unix.Fgetxattr(from, name, value); err != nil {
			continue
		}
		if err := unix.Fsetxattr(to, name, value[:size], 0); err != nil && name == "system.posix_acl_access" {
			return &os.PathError{Op: "setxattr " + name, Path: staged.Name(), Err: err}
		}
	}
	return nil
}

// ownsAll reports whether this process has the rights of the owner for every
// file, as root has unless a container dropped the capability.
var ownsAll = sync.OnceValue(func() bool {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData
	if err := unix.Capget(&header, &sets[0]); err != nil {
		return os.Geteuid() == 0
	}
	return sets[0].Effective&(1<<unix.CAP_FOWNER) != 0
})
