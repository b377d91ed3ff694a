//go:build e2e && unix

package e2e

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A terminal sends the interrupt to every process of the foreground job: the fix, and the Bazel that it runs.
func TestInterruptedFixWritesNothing(t *testing.T) {
	w := scripts.fresh(t)
	w.useFaultyTool(t, "slow")
	started := tool + ".slow"
	t.Cleanup(func() { os.Remove(started) })
	before := w.sources(t)

	cmd := exec.Command(bazelw, "run", "--noshow_progress", "//:fix", "--", "//bin:greet", "--", "--strategy=AutofixCheck=local", "--disk_cache=")
	cmd.Dir = w.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = 2 * time.Minute
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(started); err == nil {
			break
		}
		if time.Now().After(deadline) {
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			_ = cmd.Wait()
			t.Fatalf("the check did not start:\n%s%s", stdout.String(), stderr.String())
		}
	}
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait() // for all that hold the pipes: what wraps Bazel may be gone before the fix
	var exit *exec.ExitError
	if err == nil || !errors.As(err, &exit) {
		t.Errorf("error %v", err)
	}
	if want := "autofix: bazel-fix: interrupted\n  nothing was written\n"; !strings.Contains(stderr.String(), want) {
		t.Errorf("stderr lacks %q:\n%s", want, stderr.String())
	}
	if stdout.Len() > 0 {
		t.Errorf("stdout: %s", stdout.String())
	}
	w.wantUntouched(t, before)
}
