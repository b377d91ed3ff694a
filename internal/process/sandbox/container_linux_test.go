package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// Where a system forbids user namespaces, what remains is taken, and Probe says
// why. A user namespace can forbid further ones in it.
func TestWithoutUserNamespaces(t *testing.T) {
	text := inUserNamespace(t, 0, "forbid namespaces and probe")
	for _, want := range []string{"namespaces: ", "no space left on device", "bubblewrap: "} {
		if !strings.Contains(text, want) {
			t.Errorf("%s: no %q", text, want)
		}
	}
	for _, other := range []string{"namespaces: available", "bubblewrap: available", "reached level namespaces", "reached level bubblewrap"} {
		if strings.Contains(text, other) {
			t.Errorf("%s: %q", text, other)
		}
	}
}

// inUserNamespace runs this binary as root of a user namespace, and returns what
// it prints.
func inUserNamespace(t *testing.T, flags uintptr, args ...string) string {
	t.Helper()
	i := slices.IndexFunc(ladder, func(r rung) bool { return r.level == Namespaces })
	if err := ladder[i].try(t.Context()); err != nil {
		t.Skip("there are no user namespaces on this system: ", err)
	}
	self := exec.Command(os.Args[0], args...)
	self.Env = []string{attacker + "=1", "PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir()}
	self.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | flags,
		UidMappings: []syscall.SysProcIDMap{{Size: 1, HostID: os.Geteuid()}},
		GidMappings: []syscall.SysProcIDMap{{Size: 1, HostID: os.Getegid()}},
	}
	text, err := self.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return string(text)
}

// Containers mask parts of /proc, and the kernel then denies them another one.
// The attacks are refused nevertheless.
func TestWithMaskedProcesses(t *testing.T) {
	text := inUserNamespace(t, syscall.CLONE_NEWNS, "mask processes and run tests",
		"-test.v", "-test.run=^(TestAttacks|TestWhatASandboxAllows|TestNothingSurvives)$/^namespaces$")
	for _, want := range []string{
		"gained: ", "--- PASS: TestAttacks/namespaces/read_through_processes", "--- PASS: TestNothingSurvives/namespaces/killed",
		"--- PASS: TestWhatASandboxAllows/namespaces/talk_to_itself",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

func maskAndTest(args []string) (string, error) {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return "", err
	}
	masked := false
	for _, dir := range []string{"/proc/fs", "/proc/irq", "/proc/bus", "/proc/driver"} {
		masked = unix.Mount("tmpfs", dir, "tmpfs", unix.MS_RDONLY, "") == nil || masked
	}
	if !masked {
		return "", errors.New("nothing can be masked")
	}
	if err := os.Unsetenv(attacker); err != nil {
		return "", err
	}
	text, err := exec.Command(os.Args[0], args...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, text)
	}
	return string(text), err
}

// forbidAndProbe prints the rungs, the level that is reached, and the error of a
// policy that requires more.
func forbidAndProbe() (string, error) {
	if err := os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0); err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	p := Policy{Dir: dir}
	_, level, err := Wrap(context.Background(), &p, process.Command{Program: "/bin/sh"})
	if err != nil {
		return "", err
	}
	p.Require = Namespaces
	_, _, err = Wrap(context.Background(), &p, process.Command{Program: "/bin/sh"})
	if !errors.Is(err, ErrUnavailable) {
		return "", fmt.Errorf("namespaces are required and missing: %v", err)
	}
	return fmt.Sprint(Probe(context.Background()), " reached level ", level, ", required ", err), nil
}
