// Package clitest contains what the tests of the commands share: the test binary
// acts as the command, and golden files.
package clitest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"testing"
)

// AsCommand is the variable that makes a test binary act as its command.
const AsCommand = "AUTOFIX_TEST_AS_COMMAND"

// Update is the flag that rewrites golden files.
var Update = flag.Bool("update", false, "rewrite the golden files of testdata and docs/cli.md")

// stack matches the stack of a panic of a checker up to the remedy; its
// addresses differ between runs.
var stack = regexp.MustCompile(`(?s)\n +goroutine \d+ \[running\]:.*?(\n  (?:checker |\.\.\. and |this is a bug))`)

// Command runs the test binary as its command in dir, with the variables env and
// no others. The TestMain of its package looks at AsCommand.
func Command(t *testing.T, dir string, env []string, stdin []byte, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(self, args...)
	cmd.Dir = dir
	cmd.Env = append([]string{AsCommand + "=1", "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}, env...)
	cmd.Stdin = bytes.NewReader(stdin)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), stack.ReplaceAllString(errs.String(), "\n  [stack]$1"), cmd.ProcessState.ExitCode()
}

// ReadGolden returns a golden file; a missing one is empty.
func ReadGolden(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return string(content)
}

// WriteGolden writes a golden file, or removes it if the content is empty.
func WriteGolden(t *testing.T, path, content string) {
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
