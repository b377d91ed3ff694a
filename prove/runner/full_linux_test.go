package runner_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rules-autofix/rules_autofix/prove/runner"
)

// fullChild is the variable that has this binary run a test again, in a mount
// namespace of its own.
const fullChild = "AUTOFIX_TEST_FULL"

// A command that fills the disk is told apart from one that fails.
func TestFullDisk(t *testing.T) {
	if os.Getenv(fullChild) == "" {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		again := exec.Command(self, "-test.run=^TestFullDisk$", "-test.v")
		again.Env = append(os.Environ(), fullChild+"=1")
		again.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
		if os.Geteuid() != 0 {
			again.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
			again.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
			again.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
		}
		out, err := again.CombinedOutput()
		switch {
		case strings.Contains(string(out), "--- PASS: TestFullDisk"):
		case strings.Contains(string(out), "cannot mount"), len(out) == 0:
			t.Skipf("no namespaces here: %v %s", err, out)
		default:
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	p := newProof(t, example)
	p.runner.State = filepath.Join(realDir(t), "small")
	if err := os.Mkdir(p.runner.State, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("none", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		t.Fatalf("cannot mount: %v", err)
	}
	if err := unix.Mount("tmpfs", p.runner.State, "tmpfs", 0, "size=16m"); err != nil {
		t.Fatalf("cannot mount: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(p.runner.State, unix.MNT_DETACH) })
	run, err := p.runner.Run(t.Context(), p.script("head -c 100000000 /dev/zero >$HOME/large"))
	if !errors.Is(err, runner.ErrDiskFull) || !strings.Contains(err.Error(), "free some space") {
		t.Errorf("%+v, %v", run, err)
	}
	// After that, there is space again.
	if run := p.run(p.script("exit 3")); run.Exit != 3 {
		t.Errorf("%+v", run)
	}
}
