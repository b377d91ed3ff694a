// Package adapters reads the output of external checkers. Each format has an
// adapter in its own package; adapters/builtin lists them.
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
)

// An Adapter reads one format of output.
type Adapter interface {
	// Read reads output about files. Relative file names in it are resolved
	// against dir, a folder of the workspace; "" is its root. The error
	// describes what is malformed, and its place in the output.
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

	// NoFile says that a program that finds nothing does not write its output
	// file.
	NoFile bool
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
