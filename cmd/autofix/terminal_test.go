package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// slowly returns a workspace that it takes some seconds to check.
func slowly(t *testing.T, seconds int) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.txt":        "blanks  \n",
		"slow.sh":      fmt.Sprintf("#!/bin/sh\nsleep %d\n", seconds),
		"autofix.toml": "[checkers.slow]\ncommand = [\"./slow.sh\"]\nformat = \"lines\"\nfiles = [\"*.txt\"]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Color and progress are shown only on a terminal. NO_COLOR turns off color; a
// dumb terminal has neither. Progress fits the terminal, and is gone at the end.
func TestColorAndProgressOnATerminal(t *testing.T) {
	dir := slowly(t, 2)
	for _, test := range []struct {
		name            string
		env             []string
		columns         uint16
		color, progress bool
	}{
		{"a terminal", []string{"TERM=xterm"}, 80, true, true},
		{"NO_COLOR", []string{"TERM=xterm", "NO_COLOR=1"}, 80, false, true},
		{"narrow", []string{"TERM=xterm"}, 24, true, true},
		{"hardly any width", []string{"TERM=xterm"}, 2, true, false},
		{"no width", []string{"TERM=xterm"}, 0, true, true},
		{"a dumb terminal", []string{"TERM=dumb"}, 80, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			seen, _ := clitest.Recorded(t, dir, append(test.env, "BUILD_WORKSPACE_DIRECTORY="+dir), test.columns, "check", "--brief", "--trust")
			if got := strings.Contains(seen, "\x1b[33mwarning"); got != test.color {
				t.Errorf("color %v, want %v, in %q", got, test.color, seen)
			}
			drawn := strings.Split(seen, cli.ClearLine)
			if got := strings.Contains(seen, cli.ClearLine+"autofix: checking"); got != test.progress {
				t.Errorf("progress %v, want %v, in %q", got, test.progress, seen)
			}
			if test.columns >= 80 && test.progress && !strings.Contains(seen, "autofix: checking 3 of 3 files, ") {
				t.Errorf("no number of files in %q", seen)
			}
			if strings.Contains(drawn[len(drawn)-1], "checking 3") || strings.Contains(drawn[0], "checking") {
				t.Errorf("progress stays: %q", seen)
			}
			for _, line := range drawn[:len(drawn)-1] {
				if width := len(line); test.columns > 0 && width >= int(test.columns) {
					t.Errorf("%d columns on a terminal of %d: %q", width, test.columns, line)
				}
			}
		})
	}
}

// Progress fits the terminal after it has become narrower, too.
func TestProgressOnATerminalThatIsResized(t *testing.T) {
	dir := slowly(t, 4)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "check", "--brief", "--trust")
	cmd.Dir, cmd.Env = dir, []string{"TERM=xterm", "BUILD_WORKSPACE_DIRECTORY=" + dir}
	before := 0
	seen, code := clitest.RecordedBy(t, cmd, 80, func(text string) uint16 {
		if before = len(text); strings.Contains(text, cli.ClearLine+"autofix: checking") {
			return 20
		}
		return 0
	})
	drawn := strings.Split(seen[before:], cli.ClearLine)
	if code != 0 || len(drawn) < 3 {
		t.Fatalf("exit %d; no progress after the terminal was resized: %q", code, seen)
	}
	for _, line := range drawn[1 : len(drawn)-1] {
		if len(line) >= 20 {
			t.Errorf("%d columns on a terminal of 20: %q", len(line), line)
		}
	}
	if last := drawn[len(drawn)-1]; !strings.HasPrefix(last, "a.txt:1:") {
		t.Errorf("progress stays: %q", last)
	}
}

// A reader of the output that ends early, such as head, ends the command, with
// nothing on the terminal but the lines that were read.
func TestReaderThatEndsOnATerminal(t *testing.T) {
	if _, err := exec.LookPath("head"); err != nil {
		t.Skip("no head on this machine, which is the reader")
	}
	dir := t.TempDir()
	for i := range 3000 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.txt", i)), []byte("spaces  \n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", `{ "$0" check .; echo "exit $?" >&2; } | head -n 1`, self)
	cmd.Dir, cmd.Env = dir, []string{"TERM=xterm", "NO_COLOR=1", "BUILD_WORKSPACE_DIRECTORY=" + dir}
	seen, _ := clitest.RecordedBy(t, cmd, 80, nil)
	lines := strings.Split(strings.TrimSuffix(clitest.WithoutProgress(seen), "\n"), "\n")
	slices.Sort(lines)
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "0.txt:1:") || lines[1] != "exit 141" { // 128 and SIGPIPE
		t.Errorf("the terminal shows %q", lines)
	}
}

// A command of less than a second shows no progress.
func TestQuickCommandsShowNoProgress(t *testing.T) {
	dir := t.TempDir()
	seen, _ := clitest.Recorded(t, dir, []string{"TERM=xterm", "BUILD_WORKSPACE_DIRECTORY=" + dir}, 80, "version")
	if strings.Contains(seen, "\x1b") {
		t.Errorf("got %q", seen)
	}
}

// On a terminal, Bazel shows its own progress, and bazel-fix announces each
// further round.
func TestBazelFixShowsProgressOnATerminal(t *testing.T) {
	b := newBazelRun(t, map[string]string{"a/own.txt": "x", "loose.txt": "x"}, "//a:a a/own.txt\n", "")
	b.write(b.fake, "owned", "a\nMODULE.bazel\n")
	env := []string{"TERM=xterm", fakeBazelDir + "=" + b.fake, "PATH=" + b.fake, "GORACE=atexit_sleep_ms=0"}
	seen, _ := clitest.Recorded(t, b.root, append(env, "BUILD_WORKSPACE_DIRECTORY="+b.root), 80, "bazel-fix", "--aspect=//:a.bzl%a", "--undeclared=fix")
	for _, want := range []string{
		"autofix: round 2: checking what round 1 changed\n",
		"autofix: applied 2 fixes in 2 files\n",
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
