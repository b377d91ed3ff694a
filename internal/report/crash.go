package report

import (
	"fmt"
	"io"

	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// A Crash is a checker that failed on a file. It is not a finding: nothing is
// known about the file.
type Crash struct {
	Checker string
	Path    string
	Message string // the cause; one or more lines

	// Program says that the checker is a program that failed for all its files.
	// Path is the file that declares it.
	Program bool
}

// A Failure is a file that could not be looked up, read or written.
type Failure struct {
	Path    string
	Message string // one line
}

// dividedCrashes returns the programs that failed, and the crashes on single
// files.
func dividedCrashes(crashes []Crash) (programs, inFile []Crash) {
	for _, c := range crashes {
		if c.Program {
			programs = append(programs, c)
		} else {
			inFile = append(inFile, c)
		}
	}
	return programs, inFile
}

// writeCrashes lists the files on which checkers failed, with the causes.
func writeCrashes(w io.Writer, crashes []Crash) {
	programs, crashes := dividedCrashes(crashes)
	for _, c := range programs {
		fmt.Fprintf(w, "autofix: checker %s of %s failed, so what it would have found is not known: %s\n", c.Checker, inert.Line(c.Path), inert.Line(c.Message))
	}
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
		fmt.Fprintf(w, "  %s: checker %s failed: %s\n", inert.Line(c.Path), c.Checker, inert.Line(c.Message))
	}
}
