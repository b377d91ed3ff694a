//go:build e2e && unix

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// slowTest gives the workspace a test that depends on a pending fix and does
// not end, and returns a function that reports whether it runs.
func (w *workspace) slowTest(t *testing.T) (runs func() bool) {
	t.Helper()
	started := filepath.Join(t.TempDir(), "started")
	w.write(t, "code/slow/BUILD.bazel", `load("@rules_shell//shell:sh_test.bzl", "sh_test")

sh_test(
    name = "slow_test",
    srcs = ["slow_test.sh"],
    tags = ["local"],
)
`)
	w.write(t, "code/slow/slow_test.sh", fmt.Sprintf("#!/bin/sh\n# swap slow safe: 101 => 102\nsleep 101 &\ntouch %s\nwait\n", started))
	if err := os.Chmod(w.path("code/slow/slow_test.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	return func() bool {
		_, err := os.Stat(started)
		return err == nil
	}
}

// processesWith returns the command lines of processes that have a text.
func processesWith(t *testing.T, text string) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, name := range files {
		line, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ESRCH) {
			t.Fatal(err)
		}
		if bytes.Contains(line, []byte(text)) {
			lines = append(lines, string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
		}
	}
	return lines
}

// wantNoProcess fails the test if a process of the shadow is left.
func wantNoProcess(t *testing.T) {
	t.Helper()
	var left []string
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		left = processesWith(t, filepath.Join(scratch, "verified_cache", "rules_autofix"))
		left = append(left, processesWith(t, "sleep\x00102")...)
		if len(left) == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("processes are left:\n%s", left)
		}
	}
}

func TestInterruptedVerifyLeavesNothing(t *testing.T) {
	w := verify.fresh(t)
	w.useSwaps(t)
	runs := w.slowTest(t)
	before := w.sources(t)
	got := w.interrupted(t, runs, "run", "--noshow_progress", "//tools/swap:fix", "--", "--verify=test", "//code/slow/...")
	if got.code == 0 {
		t.Error("exit 0")
	}
	got.wantStderr(t, "autofix: bazel-fix: interrupted\n  nothing was written\n")
	w.wantUntouched(t, before)
	wantNoProcess(t)
}

// A Bazel server does not notice that its client was killed, so the next run
// ends it.
func TestVerifyAfterAKill(t *testing.T) {
	w := verify.fresh(t)
	w.useSwaps(t)
	runs := w.slowTest(t)
	before := w.sources(t)
	w.signaled(t, syscall.SIGKILL, runs, "run", "--noshow_progress", "//tools/swap:fix", "--", "--verify=test", "//code/slow/...")
	w.wantUntouched(t, before)
	w.replace(t, "code/slow/slow_test.sh", "wait\n", "kill $!\n")
	w.wantVerified(t, 0, map[string]string{"slow": "applied verified"}, "--verify=test", "//code/slow/...")
}
