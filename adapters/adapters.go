// Package adapters reads the output of external checkers. Each format has an
// adapter in its own package; adapters/builtin lists them.
//
// An adapter translates one result at a time. A result that cannot be used,
// such as one about a file that the checker was not given, is refused
// individually, and reading continues. Only output that does not have the
// format at all is an error.
package adapters

import (
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

	// NoFile says that a program that finds nothing does not write its output
	// file.
	NoFile bool
}
