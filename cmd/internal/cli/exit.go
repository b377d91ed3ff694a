package cli

import (
	"errors"
	"io/fs"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/exit"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// The exit codes of every verb.
const (
	ExitDone     = 0 // success
	ExitFindings = 1 // an error; fix: a stale file; strict: a pending fix, a conflict; --mode=check|diff: something would change
	ExitUsage    = 2 // wrong usage or configuration
	ExitFailed   = 3 // a checker, agent or write failed
)

// The errors that decide the exit code.
type (
	FindingsError = exit.FindingsError
	UsageError    = exit.UsageError
)

// ExitCode returns the exit code of the process for the error of a verb. An
// error is a failure unless the user can fix it on the command line or in the
// configuration.
func ExitCode(err error) int {
	var findings *FindingsError
	var usage *UsageError
	var named *pipeline.PathError
	var configured *pipeline.ConfigError
	var mistake *config.Error
	var checker *checks.CheckerError
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &findings) && !errors.As(err, &checker):
		return ExitFindings
	case errors.As(err, &usage):
		return ExitUsage
	case errors.Is(err, fs.ErrPermission):
		return ExitFailed // the file exists, so its name is not the problem
	case errors.As(err, &named), errors.As(err, &configured):
		return ExitUsage
	case errors.As(err, &mistake) && !errors.As(err, &checker):
		return ExitUsage // a file of another tool that a checker requested
	default:
		return ExitFailed
	}
}
