package report

import (
	"fmt"
	"io"
)

// A Crash is a checker that failed on a file. It is not a finding: nothing is
// known about the file.
type Crash struct {
	Checker string
	Path    string
	Message string // the cause; one or more lines
}

// A Failure is a file that could not be looked up, read or written.
type Failure struct {
	Path    string
	Message string // one line
}

// writeCrashes lists the files on which checkers failed, with the causes.
func writeCrashes(w io.Writer, crashes []Crash) {
	if len(crashes) == 0 {
		return
	}
	paths := map[string]bool{}
	for _, c := range crashes {
		paths[c.Path] = true
	}
	was := "were"
	if len(paths) == 1 {
		was = "was"
	}
	fmt.Fprintf(w, "autofix: %s could not be checked, and %s left unchanged:\n", NumberOf(len(paths), "file"), was)
	for i, c := range crashes {
		if i == leftShown {
			fmt.Fprintf(w, "  ... and %d more\n", len(crashes)-i)
			break
		}
		fmt.Fprintf(w, "  %s: checker %s failed: %s\n", OneLine(c.Path), c.Checker, OneLine(c.Message))
	}
}
