package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rules-autofix/rules_autofix/prove"
	"github.com/rules-autofix/rules_autofix/prove/worktree/worktreetest"
)

// proveFull is the variable that has this binary run the test in a mount namespace
// of its own.
const proveFull = "AUTOFIX_TEST_PROVE_FULL"

// A full disk ends a proof with what ran, and it goes on when there is space.
func TestProveOnAFullDisk(t *testing.T) {
	if os.Getenv(proveFull) == "" {
		t.Parallel()
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		again := exec.Command(self, "-test.run=^TestProveOnAFullDisk$", "-test.v")
		again.Env = append(os.Environ(), proveFull+"=1")
		again.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
		if os.Geteuid() != 0 {
			again.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
			again.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
			again.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
		}
		out, err := again.CombinedOutput()
		switch {
		case strings.Contains(string(out), "--- PASS: TestProveOnAFullDisk"):
		case strings.Contains(string(out), "cannot mount"), len(out) == 0:
			t.Skipf("no namespaces here: %v %s", err, out)
		default:
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	if err := unix.Mount("none", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		t.Fatalf("cannot mount: %v", err)
	}
	small := func(t *testing.T, dir, size string) {
		t.Helper()
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
			t.Fatalf("cannot mount: %v", err)
		}
		t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	}
	command := []string{"--", "grep", "sum=4", "calc.cfg"}
	t.Run("state", func(t *testing.T) {
		p := newProofOf(t, nil)
		worktreetest.Untouched(t, p.repo)
		small(t, filepath.Join(p.dir, "state"), "1m")
		_, stderr, code := p.run(args(append([]string{"--patch=../fix.diff", "--artifacts=../artifacts"}, command...)...)...)
		if code != 3 || !strings.Contains(stderr, "free some space, or name a state folder on another disk") || strings.Contains(stderr, "panic") {
			t.Errorf("exit %d, %s", code, stderr)
		}
		p.nothingLeft()
	})
	// A page is 4 KiB, so that the journal does not fit, or what is about it.
	for size, part := range map[string]string{"4k": "cannot write the journal of the proof: ", "24k": "cannot write the evidence: "} {
		t.Run("artifacts of "+size, func(t *testing.T) {
			p := newProofOf(t, nil)
			worktreetest.Untouched(t, p.repo)
			small(t, p.artifacts, size)
			given := args("--patch=../fix.diff", "--artifacts=../artifacts")
			_, stderr, code := p.run(append(given, command...)...)
			if code != 3 || !strings.Contains(stderr, part) || !strings.Contains(stderr, "no space left on device") || !strings.Contains(stderr, "--resume goes on from there\n") {
				t.Errorf("exit %d, %s", code, stderr)
			}
			if prove.Finished(p.artifacts) || !prove.Started(p.artifacts) {
				t.Error("what ran is not kept, or taken for all")
			}
			p.nothingLeft()
			if err := unix.Mount("", p.artifacts, "", unix.MS_REMOUNT, "size=4m"); err != nil {
				t.Fatalf("cannot mount: %v", err)
			}
			_, stderr, code = p.run(append(append(given, "--resume"), command...)...)
			if code != 1 || p.evidence().Verdict != "weak" {
				t.Errorf("exit %d, %s", code, stderr)
			}
		})
	}
}
