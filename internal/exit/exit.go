// Package exit has the errors that decide the exit code of a program, for the
// packages that decide it.
package exit

import "fmt"

// A FindingsError ends a run with exit code 1. An empty What prints nothing,
// because the report has it.
type FindingsError struct{ What string }

func (e *FindingsError) Error() string { return e.What }

// A UsageError ends a run with exit code 2: the person can correct the command
// line or the configuration.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// Mistake returns a UsageError about the command line.
func Mistake(format string, args ...any) error {
	return &UsageError{Err: fmt.Errorf("command line: "+format, args...)}
}
