package runner

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// The exit codes for signals in a sandbox with separate processes.
const (
	firstSignal = 128 + 1
	lastSignal  = 128 + 64
)

// endOf returns how a command ended. The error is not nil if the machine
// failed.
func endOf(ctx, limited context.Context, level sandbox.Level, code int, err error) (evidence.End, int, error) {
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return evidence.Canceled, -1, nil
	case limited.Err() != nil:
		return evidence.TimedOut, -1, nil
	case errors.As(err, &exit):
		return evidence.Signaled, -1, nil
	case err != nil:
		return "", -1, err
	case level.EnforcesProcesses() && code >= firstSignal && code <= lastSignal:
		return evidence.Signaled, -1, nil
	}
	return evidence.Exited, code, nil
}

// failure says why a sandbox did not start the command, or "". A command can
// pretend that, and then it has proved nothing.
func (b *box) failure(run *evidence.Run) string {
	if run.End != evidence.Exited || run.Exit == 0 || run.Stdout.Bytes > 0 {
		return ""
	}
	for _, prefix := range []string{"autofix: sandbox: ", "bwrap: "} {
		if why, found := strings.CutPrefix(run.Stderr.Head, prefix); found && b.level > sandbox.None {
			return strings.TrimSpace(why)
		}
	}
	return ""
}

// infra is the error of a machine that failed. The scratch may be nil.
func (s *scratch) infra(err error, what string) error {
	if s != nil {
		if full := s.full(); full != nil {
			return errors.Join(full, err)
		}
	}
	return fmt.Errorf("%s: %w", what, err)
}
