package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// slowly returns a workspace that it takes two seconds to check.
func slowly(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.txt":        "blanks  \n",
		"slow.sh":      "#!/bin/sh\nsleep 2\n",
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
	dir := slowly(t)
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
