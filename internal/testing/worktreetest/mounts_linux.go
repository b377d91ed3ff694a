package worktreetest

import (
	"bytes"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// ownMounts is the variable that names the test which this binary runs in a new
// mount namespace.
const ownMounts = "AUTOFIX_TEST_OWN_MOUNTS"

// cannotMount is the output of a test that may not mount, though it has a
// namespace.
const cannotMount = "cannot mount: "

// InOwnMounts runs a top-level test again, in a new mount namespace. It reports
// whether this is that run; else the test has nothing to do. On systems without
// such namespaces, the test is skipped. Users who are not root need user
// namespaces too.
func InOwnMounts(t *testing.T) bool {
	t.Helper()
	if os.Getenv(ownMounts) == t.Name() {
		if err := unix.Mount("none", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
			t.Fatal(cannotMount, err)
		}
		return true
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	again := exec.Command(self, "-test.run=^"+t.Name()+"$", "-test.v")
	again.Env = append(os.Environ(), ownMounts+"="+t.Name())
	again.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		again.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		again.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
		again.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
	}
	out, err := again.CombinedOutput()
	switch {
	case bytes.Contains(out, []byte(cannotMount)), len(out) == 0:
		t.Skipf("no namespaces here: %v %s", err, out)
	case err != nil || !bytes.Contains(out, []byte("--- PASS: "+t.Name()+" (")):
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// Small makes a folder a separate file system, with options of tmpfs(5), such
// as size=1m. The test must be in its own mount namespace.
func Small(t *testing.T, dir, options string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Fatal(cannotMount, err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
}
