package checks

import (
	"fmt"
	"strings"
)

// A CheckerError is a failure or panic of a checker on a file. It is not a
// finding: the findings of the checker in that file are unknown.
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
	Stack []byte // as from debug.Stack
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Unwrap returns the value of the panic if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Crashes are the checkers that failed in one run, by file.
type Crashes []*CheckerError

// Error returns the messages, one per line.
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
