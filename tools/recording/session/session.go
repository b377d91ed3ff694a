// Package session runs commands on a terminal and records their output.
package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"github.com/creack/pty"

	"github.com/rules-autofix/rules_autofix/tools/recording/terminal"
)

// A Command is a command line for sh, with its expected exit code.
type Command struct {
	Line string
	Code int
}

// Commands is the session in the README: a gate that fails, the fix, and the
// gate again.
var Commands = []Command{
	{"autofix check --policy=strict docs", 1},
	{"autofix fix docs", 0},
	{"autofix check --policy=strict docs", 0},
}

// The size of the terminal, in characters.
const (
	columns = 110
	rows    = 40
)

// Record runs the commands in a folder, one after another, with the programs of
// the folder bin and no other environment.
func Record(ctx context.Context, dir, bin string, commands []Command) ([]terminal.Step, error) {
	home, err := os.MkdirTemp("", "autofix-recording-home-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	env := []string{
		"HOME=" + home, "LC_ALL=C.UTF-8", "TERM=xterm-256color",
		"PATH=" + bin + string(filepath.ListSeparator) + os.Getenv("PATH"),
	}
	steps := make([]terminal.Step, 0, len(commands))
	for _, command := range commands {
		printed, code, err := run(ctx, dir, env, command.Line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", command.Line, err)
		}
		if code != command.Code {
			return nil, fmt.Errorf("%s: exited with status %d, expected %d:\n%s", command.Line, code, command.Code, printed)
		}
		lines, err := terminal.Lines(printed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", command.Line, err)
		}
		steps = append(steps, terminal.Step{Command: command.Line, Output: lines})
	}
	return steps, nil
}

// run returns the output of a command line on a terminal.
func run(ctx context.Context, dir string, env []string, line string) (printed []byte, code int, err error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.Dir, cmd.Env = dir, env
	control, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: rows, Cols: columns})
	if err != nil {
		return nil, 0, err
	}
	defer control.Close()
	var seen bytes.Buffer
	// Linux ends the output of a terminal that no process has open with EIO.
	if _, err := io.Copy(&seen, control); err != nil && !errors.Is(err, syscall.EIO) {
		return nil, 0, err
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return nil, 0, err
	}
	return seen.Bytes(), cmd.ProcessState.ExitCode(), nil
}
