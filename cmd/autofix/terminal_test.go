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
			seen, _ := clitest.Recorded(t, dir, append(test.env, "BUILD_WORKSPACE_DIRECTORY="+dir), 80, "check", "--brief")
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
	seen, _ := clitest.Recorded(t, b.root, append(env, "BUILD_WORKSPACE_DIRECTORY="+b.root), 80, "bazel-fix", "--aspect=//:a.bzl%a", "--undeclared=fix")
	for _, want := range []string{
		cli.ClearLine + "autofix: checking files without a target: 1 file" + cli.ClearLine,
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
