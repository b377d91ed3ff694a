package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// Where the host and the new root are while it is built.
const (
	hostRoot = "/host"
	newRoot  = "/new"
)

// enter replaces the root of this mount namespace by one that has only these
// mounts.
func enter(mounts []mount) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("separate mounts from the host: %w", err)
	}
	// Any folder will do: this covers it only here.
	const base = "/tmp"
	if err := mountEmpty(base, 0); err != nil {
		return err
	}
	for _, dir := range []string{hostRoot, newRoot} {
		if err := os.Mkdir(base+dir, 0o755); err != nil {
			return err
		}
	}
	if err := unix.PivotRoot(base, base+hostRoot); err != nil {
		return fmt.Errorf("change the root: %w", err)
	}
	if err := os.Chdir("/"); err != nil {
		return err
	}
	if err := mountEmpty(newRoot, 0); err != nil {
		return err
	}
	for _, m := range mounts {
		if err := m.make(); err != nil {
			return fmt.Errorf("%s %s: %w", m.Kind, m.Path, err)
		}
	}
	// Once nothing is to be made in them.
	for _, m := range append(mounts, mount{Kind: hiddenDir, Path: "/"}) {
		if m.Kind == hiddenDir {
			if err := restrict(newRoot+m.Path, unix.MOUNT_ATTR_RDONLY, false); err != nil {
				return err
			}
		}
	}
	if err := os.Chdir(newRoot); err != nil {
		return err
	}
	// The old root ends up on the new one, and is taken away.
	if err := unix.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("change the root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return fmt.Errorf("take the host away: %w", err)
	}
	return os.Chdir("/")
}

func (m mount) make() error {
	at := newRoot + m.Path
	switch m.Kind {
	case readOnly:
		return show(m.Path, at, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NODEV)
	case readWrite:
		return show(m.Path, at, unix.MOUNT_ATTR_NODEV)
	case hiddenFile:
		return show("/dev/null", at, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NODEV)
	case private, hiddenDir:
		if err := os.MkdirAll(at, 0o755); err != nil {
			return err
		}
		return mountEmpty(at, m.Size)
	case link:
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return err
		}
		return os.Symlink(m.To, at)
	case devices:
		return makeDevices(at, m.Size)
	case processes:
		return makeProcesses(at)
	}
	return fmt.Errorf("no such kind of mount")
}

// mountEmpty mounts an empty folder in memory, of at most size bytes if that is
// not 0.
func mountEmpty(at string, size uint64) error {
	options := "mode=0755"
	if size > 0 {
		options += fmt.Sprint(",size=", size)
	}
	if err := unix.Mount("tmpfs", at, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
		return fmt.Errorf("mount memory at %s: %w", at, err)
	}
	return nil
}

// show mounts a path of the host, with the mounts below it.
func show(path, at string, attributes uint64) error {
	source := hostRoot + path
	info, err := os.Stat(source)
	if err != nil {
		return err
	}
	if info.IsDir() {
		err = os.MkdirAll(at, 0o755)
	} else {
		err = makeFile(at)
	}
	if err != nil {
		return err
	}
	if err := unix.Mount(source, at, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return err
	}
	return restrict(at, attributes|unix.MOUNT_ATTR_NOSUID, true)
}

// makeFile makes a file to mount another on, unless it is there.
func makeFile(at string) error {
	if _, err := os.Lstat(at); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		return err
	}
	return os.WriteFile(at, nil, 0o644)
}

// restrict adds attributes to a mount, and to those within it.
func restrict(at string, attributes uint64, within bool) error {
	flags := uint(0)
	if within {
		flags = unix.AT_RECURSIVE
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, at, flags, &unix.MountAttr{Attr_set: attributes}); err != nil {
		return fmt.Errorf("restrict %s (Linux 5.12 is needed): %w", strings.TrimPrefix(at, newRoot), err)
	}
	return nil
}

// makeDevices makes a /dev with the devices that programs need.
func makeDevices(at string, size uint64) error {
	if err := os.MkdirAll(at, 0o755); err != nil {
		return err
	}
	if err := mountEmpty(at, size); err != nil {
		return err
	}
	for _, name := range []string{"null", "zero", "full", "random", "urandom", "tty"} {
		if err := show("/dev/"+name, filepath.Join(at, name), 0); err != nil {
			return err
		}
	}
	for name, to := range map[string]string{
		"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1", "stderr": "/proc/self/fd/2",
		"ptmx": "pts/ptmx",
	} {
		if err := os.Symlink(to, filepath.Join(at, name)); err != nil {
			return err
		}
	}
	for _, name := range []string{"shm", "pts"} {
		if err := os.Mkdir(filepath.Join(at, name), 0o755); err != nil {
			return err
		}
	}
	terminals := filepath.Join(at, "pts")
	return unix.Mount("devpts", terminals, "devpts", unix.MS_NOSUID|unix.MS_NOEXEC, "newinstance,ptmxmode=0666,mode=0620")
}

// kernelSettings are the parts of /proc that concern the machine. Root may write
// them without any capability, and core_pattern names a program to run. So they
// are for reading only.
//
// Nobody else may write them, and is better off with a /proc that is whole: the
// kernel lets no program mount another one below a /proc with covered parts, and
// sandboxes within this one, such as Bazel's, need that.
func kernelSettings() []string {
	if os.Geteuid() != 0 {
		return nil
	}
	return []string{"sys", "sysrq-trigger", "irq", "bus"}
}

// makeProcesses mounts a /proc of the new namespaces. In a container that masks
// parts of its own, the kernel does not allow that. Then it is the container's:
// programs need one, and of processes outside it shows no more than command
// lines, as they are in another user namespace.
func makeProcesses(at string) error {
	if err := os.MkdirAll(at, 0o555); err != nil {
		return err
	}
	err := unix.Mount("proc", at, "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "")
	if errors.Is(err, unix.EPERM) {
		return show("/proc", at, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NODEV|unix.MOUNT_ATTR_NOEXEC)
	}
	if err != nil {
		return err
	}
	for _, name := range kernelSettings() {
		path := filepath.Join(at, name)
		if _, err := os.Stat(path); err != nil {
			continue
		}
		if err := unix.Mount(path, path, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := restrict(path, unix.MOUNT_ATTR_RDONLY, true); err != nil {
			return err
		}
	}
	return nil
}
