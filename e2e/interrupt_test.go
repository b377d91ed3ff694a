//go:build e2e && unix

package e2e

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

func TestInterruptedFixWritesNothing(t *testing.T) {
	w := scripts.fresh(t)
	w.useFaultyTool(t, "slow")
	started := tool + ".slow"
	t.Cleanup(func() { os.Remove(started) })
	before := w.sources(t)

	got := w.interrupted(t, func() bool {
		_, err := os.Stat(started)
		return err == nil
	}, "run", "--noshow_progress", "//:fix", "--", "//bin:greet", "--", "--strategy=AutofixCheck=local", "--disk_cache=")
	if got.code == 0 {
		t.Error("exit 0")
	}
	got.wantStderr(t, "autofix: bazel-fix: interrupted\n  nothing was written\n")
	if got.stdout != "" {
		t.Errorf("stdout: %s", got.stdout)
	}
	w.wantUntouched(t, before)
}

// interrupted runs Bazel, and interrupts it like a terminal when isTime returns
// true: it sends the signal to every process of the foreground job, which are a
// fix and the Bazel that it runs. The exit code is not 0, but may be that of a
// wrapper of Bazel.
func (w *workspace) interrupted(t *testing.T, isTime func() bool, args ...string) result {
	t.Helper()
	return w.signaled(t, syscall.SIGINT, isTime, args...)
}

// signaled is like interrupted, with another signal.
func (w *workspace) signaled(t *testing.T, signal syscall.Signal, isTime func() bool, args ...string) result {
	t.Helper()
	cmd := exec.Command(bazelw, args...)
	cmd.Dir = w.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = 2 * time.Minute
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Minute); !isTime(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			_ = cmd.Wait()
			t.Fatalf("the check did not start:\n%s%s", stdout.String(), stderr.String())
		}
	}
	if err := syscall.Kill(-cmd.Process.Pid, signal); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait() // for all processes with the pipes: the wrapper of Bazel may exit before the fix
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		t.Fatalf("error %v\n%s", err, stderr.String())
	}
	return result{stdout: stdout.String(), stderr: stderr.String(), code: cmd.ProcessState.ExitCode()}
}
