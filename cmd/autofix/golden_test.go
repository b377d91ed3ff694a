package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files of testdata and docs/cli.md")

// TestGolden runs each folder of testdata/golden as a case:
//
//	in/FILE.in    the input tree; the suffix keeps build tools from taking the files for their own
//	cmd           the steps, one a line: see script.step
//	stdout stderr what all commands printed; no file: nothing
//	exit          the exit code of each command, one a line
//	out/FILE.out  every file that the commands wrote; what is not here must be as it was, to the byte
//
// $ROOT replaces the absolute path of the tree in stdout and stderr.
func TestGolden(t *testing.T) {
	cases, err := filepath.Glob("testdata/golden/*/cmd")
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) < 25 {
		t.Fatalf("only %d cases found: are the data files there?", len(cases))
	}
	for _, path := range cases {
		dir := filepath.Dir(path)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			runGolden(t, dir)
		})
	}
}

func runGolden(t *testing.T, dir string) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root = filepath.Join(root, "tree")
	copyTree(t, filepath.Join(dir, "in"), root)
	s := newScript(t, root)
	for line := range strings.Lines(readGolden(t, filepath.Join(dir, "cmd"))) {
		s.step(strings.TrimSpace(line))
	}
	written := s.written()
	if *update {
		writeGolden(t, filepath.Join(dir, "stdout"), s.stdout.String())
		writeGolden(t, filepath.Join(dir, "stderr"), s.stderr.String())
		writeGolden(t, filepath.Join(dir, "exit"), s.exits.String())
		writeTree(t, filepath.Join(dir, "out"), written)
		return
	}
	for name, got := range map[string]string{
		"stdout": s.stdout.String(), "stderr": s.stderr.String(), "exit": s.exits.String(),
	} {
		if diff := cmp.Diff(readGolden(t, filepath.Join(dir, name)), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if diff := cmp.Diff(readTree(t, filepath.Join(dir, "out"), ".out"), written); diff != "" {
		t.Errorf("files written (-want +got):\n%s", diff)
	}
}

// stack matches the stack of a panic of a checker up to the remedy; its
// addresses differ between runs.
var stack = regexp.MustCompile(`(?s)\n +goroutine \d+ \[running\]:.*?(\n  (?:checker |\.\.\. and |this is a bug))`)

// command runs autofix in dir with the variables env and no others.
func command(t *testing.T, dir string, env []string, stdin []byte, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(self, args...)
	cmd.Dir = dir
	cmd.Env = append([]string{asCommand + "=1", "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}, env...)
	cmd.Stdin = bytes.NewReader(stdin)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), stack.ReplaceAllString(errs.String(), "\n  [stack]$1"), cmd.ProcessState.ExitCode()
}

// readGolden returns a golden file; a missing one is empty.
func readGolden(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return string(content)
}

// writeGolden writes a golden file, or removes it if the content is empty.
func writeGolden(t *testing.T, path, content string) {
	t.Helper()
	if content == "" {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		return
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(fmt.Errorf("-update: %w", err))
	}
}
