// Package adapters reads the output of external checkers. Each format has an
// adapter in its own package; internal/adapters/builtin lists them.
//
// An adapter translates one result at a time. A result that cannot be used,
// such as one about a file that the checker was not given, is refused
// individually, and reading continues. Only output that does not have the
// format at all is an error.
package adapters

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
)

// An Adapter reads one format of output.
type Adapter interface {
	// Read reads output about files. Relative file names in it are resolved
	// against dir, a folder of the workspace; "" is its root. The error
	// describes the malformed part, and its place in the output.
	Read(in io.Reader, files *Files, dir string) (*Result, error)
}

// A Format is a named output format.
type Format struct {
	Name    string
	Adapter Adapter

	// Strict is set for formats that are written for this tool: a refused
	// result is then a failure of the checker. Linters may report on files that
	// they were not given for good reasons, such as a header that several
	// sources include; their other results are used.
	Strict bool

	// Silent is set if the output does not say how safe its fixes are, or only
	// of some. A declaration of the checker may then say it.
	Silent bool

	// NoFixes is set for output that has only findings.
	NoFixes bool

	// InFolder is the name of the output in the folder of a program that writes
	// a folder, and which it leaves out if it finds nothing.
	InFolder string

	// Named returns the adapter for a checker, after which the rules are named;
	// nil: the output names them.
	Named func(checker string) Adapter

	// NoFile says that a program that finds nothing does not write its output
	// file.
	NoFile bool
}

// Read reads output with the adapter of the format. The error says that the
// output is malformed, wraps the error of in, or is a *CrashError.
func (f *Format) Read(in io.Reader, files *Files, dir string) (result *Result, err error) {
	defer func() {
		if value := recover(); value != nil {
			result, err = nil, f.crash(value)
		}
	}()
	result, err = f.Adapter.Read(in, files, dir)
	if crash, ok := errors.AsType[*CrashError](err); ok { // in a goroutine of its own
		crash.Format = f.Name
		return nil, crash
	}
	if err != nil {
		return nil, fmt.Errorf("malformed %s: %w", f.Name, err)
	}
	return result, nil
}

func (f *Format) crash(value any) *CrashError {
	return &CrashError{Format: f.Name, Value: value, Stack: debug.Stack()}
}

// A CrashError is a panic of an adapter. It is a bug of the adapter, whatever
// the output is.
type CrashError struct {
	Format string
	Value  any
	Stack  []byte
}

func (e *CrashError) Error() string {
	return fmt.Sprintf("the adapter of the format %s panicked: %v; this is a bug in the adapter, not in the output: report it, and until it is fixed, use another format of the tool", e.Format, e.Value)
}

// DeclaresSafety returns why a declaration of the checker cannot say how safe
// its fixes are, or nil if it can.
func (f *Format) DeclaresSafety() error {
	switch {
	case f.NoFixes:
		return fmt.Errorf("the format %s has no fixes", f.Name)
	case f.Name == "artifact":
		return errors.New("an artifact says how safe each of its fixes is")
	case !f.Silent:
		return fmt.Errorf("the format %s says how safe each fix is: choose with the safety of the run, or with fix in [rules] of autofix.toml", f.Name)
	}
	return nil
}
