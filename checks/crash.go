package checks

import (
	"fmt"
	"strings"
)

// A CheckerError is a checker that failed on a file, or panicked. It is a crash:
// no finding, and nobody knows what the checker would have found.
type CheckerError struct {
	Checker string
	Path    string
	Err     error
}

func (e *CheckerError) Error() string {
	return fmt.Sprintf("checker %s failed on %s: %v", e.Checker, e.Path, e.Err)
}

func (e *CheckerError) Unwrap() error { return e.Err }

// A PanicError is a panic of a checker.
type PanicError struct {
	Value any
	Stack []byte // as debug.Stack has it
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Unwrap returns what the checker panicked with, if that is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Crashes are the checkers that failed in one run, by file.
type Crashes []*CheckerError

// Error returns the messages, one a line.
func (c Crashes) Error() string {
	lines := make([]string, len(c))
	for i, crash := range c {
		lines[i] = crash.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns each crash.
func (c Crashes) Unwrap() []error {
	errs := make([]error, len(c))
	for i, crash := range c {
		errs[i] = crash
	}
	return errs
}
