// Package adapters reads what checkers other than the built-in ones write. Each
// format has an adapter in a package of its own; adapters/builtin lists them.
//
// An adapter translates one result after the other. A result that can't be
// used, such as one about a file that the checker was not given, is refused by
// itself, and reading goes on. Only output that is not of the format at all is
// an error.
package adapters

import (
	"io"
)

// An Adapter reads one format of output.
type Adapter interface {
	// Read reads output that speaks of files. Relative names of files in it
	// start from dir, a folder of the workspace; "" is its root. The error says
	// what is malformed, and where in the output.
	Read(in io.Reader, files *Files, dir string) (*Result, error)
}

// A Format is a format of output by its name.
type Format struct {
	Name    string
	Adapter Adapter

	// Strict is for formats that are written for this tool: a refused result is
	// then a failure of the checker. Linters speak of other files than those
	// that they were given for good reasons, such as a header that several
	// sources include; their other results are used.
	Strict bool
}
