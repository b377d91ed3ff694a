package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// Execute runs the command that newRoot makes for a copy of the environment. A
// write to standard output that fails is a failure of the command.
func (e *Environment) Execute(ctx context.Context, newRoot func(*Environment) *cobra.Command) error {
	stdout := &lossless{to: e.Stdout}
	own := *e
	own.Stdout = stdout
	err := newRoot(&own).ExecuteContext(ctx)
	own.ProgressDone()
	if stdout.lost != nil && ExitCode(err) != ExitFailed {
		return fmt.Errorf("standard output: %w", stdout.lost)
	}
	return err
}

// A lossless writer remembers that a write failed, so that output is not lost
// silently.
type lossless struct {
	to   io.Writer
	lost error // of the first write that failed
}

func (w *lossless) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if w.lost == nil {
		w.lost = err
	}
	return n, err
}

// Interrupted returns the error of a command, with a prefix if a signal ended
// it.
func Interrupted(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, cause) {
		return fmt.Errorf("interrupted: %w", err)
	}
	return err
}

// Exit prints the error of a command line and returns the exit code for it.
func (e *Environment) Exit(err error) int {
	if err == nil {
		return ExitDone
	}
	var silent *FindingsError
	if !errors.As(err, &silent) || silent.What != "" {
		PrintError(e.Stderr, err)
	}
	return ExitCode(err)
}
