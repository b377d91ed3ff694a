package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/policy"
)

// The exit codes of every verb.
const (
	exitDone     = 0 // success
	exitFindings = 1 // an error; fix: a stale file; strict: a pending fix, a conflict; --mode=check|diff: something would change
	exitUsage    = 2 // wrong usage or configuration
	exitFailed   = 3 // a checker, agent or write failed
)

// A findingsError ends a verb with exit code 1. An empty what prints nothing,
// because the report has it.
type findingsError struct{ what string }

func (e *findingsError) Error() string { return e.what }

// A usageError ends a verb with exit code 2.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// exitCode returns the exit code of the process for the error of a verb. An
// error is a failure unless the user can fix it on the command line or in the
// configuration.
func exitCode(err error) int {
	var findings *findingsError
	var usage *usageError
	var named *pipeline.PathError
	var configured *pipeline.ConfigError
	var mistake *config.Error
	var checker *checks.CheckerError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &findings) && !errors.As(err, &checker):
		return exitFindings
	case errors.As(err, &usage):
		return exitUsage
	case errors.Is(err, fs.ErrPermission):
		return exitFailed // the file exists, so its name is not the problem
	case errors.As(err, &named), errors.As(err, &configured):
		return exitUsage
	case errors.As(err, &mistake) && !errors.As(err, &checker):
		return exitUsage // a file of another tool that a checker requested
	default:
		return exitFailed
	}
}

// tellPolicy says why a run succeeds although findings stand. What names what
// fails besides errors under the strict policy.
func tellPolicy(w writer, p policy.Policy, what string) {
	if p != policy.Strict {
		fmt.Fprintf(w, "autofix: exit code 0: under --policy=%s, only errors fail\n", policy.Permissive)
		return
	}
	fmt.Fprintf(w, "autofix: exit code 0: under --policy=%s, only errors and %s fail\n", policy.Strict, what)
}
