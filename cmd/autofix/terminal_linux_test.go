package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// onTerminal runs autofix with a terminal as stdout and stderr, and returns its
// output, including escape sequences.
func onTerminal(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	control, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("this machine has no pseudo terminals: %v", err)
	}
	defer control.Close()
	if err := unix.IoctlSetPointerInt(int(control.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(control.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("this machine has no pseudo terminals: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = dir
	cmd.Env = append([]string{clitest.AsCommand + "=1", "HOME=" + t.TempDir(), "BUILD_WORKSPACE_DIRECTORY=" + dir}, env...)
	cmd.Stdout, cmd.Stderr = terminal, terminal
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	terminal.Close()
	var seen bytes.Buffer
	// Reading ends with an error after the last process has closed the terminal.
	_, _ = io.Copy(&seen, control)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, seen.String())
	}
	return seen.String()
}

// Color and progress are shown only on a terminal. NO_COLOR turns off color; a
// dumb terminal has neither.
func TestColorAndProgressOnATerminal(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("blanks  \n"), 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name            string
		env             []string
		color, progress bool
	}{
		{"a terminal", []string{"TERM=xterm"}, true, true},
		{"NO_COLOR", []string{"TERM=xterm", "NO_COLOR=1"}, false, true},
		{"a dumb terminal", []string{"TERM=dumb"}, false, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			seen := onTerminal(t, dir, test.env, "check")
			if got := strings.Contains(seen, "\x1b[33mwarning"); got != test.color {
				t.Errorf("color %v, want %v, in %q", got, test.color, seen)
			}
			for _, progress := range []string{"listing files", "checking 1 file"} {
				if got := strings.Contains(seen, cli.ClearLine+"autofix: "+progress); got != test.progress {
					t.Errorf("%s: progress %v, want %v, in %q", progress, got, test.progress, seen)
				}
			}
		})
	}
}

// On a terminal, Bazel shows its own progress, and bazel-fix announces each
// further round and the files without a target.
func TestBazelFixShowsProgressOnATerminal(t *testing.T) {
	b := newBazelRun(t, map[string]string{"a/own.txt": "x", "loose.txt": "x"}, "//a:a a/own.txt\n", "")
	b.write(b.fake, "owned", "a\nMODULE.bazel\n")
	env := []string{"TERM=xterm", fakeBazelDir + "=" + b.fake, "PATH=" + b.fake, "GORACE=atexit_sleep_ms=0"}
	seen := onTerminal(t, b.root, env, "bazel-fix", "--aspect=//:a.bzl%a", "--undeclared=fix")
	for _, want := range []string{
		cli.ClearLine + "autofix: checking files without a target: 1 file" + cli.ClearLine,
		"autofix: round 2: checking what round 1 changed\r\n",
		"autofix: applied 2 fixes in 2 files\r\n",
	} {
		if !strings.Contains(seen, want) {
			t.Errorf("no %q in %q", want, seen)
		}
	}
	for _, build := range b.builds() {
		if slices.Contains(build, "--noshow_progress") {
			t.Errorf("Bazel shows no progress: %q", build)
		}
	}
}
