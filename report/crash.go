package report

import (
	"fmt"
	"io"
)

// A Crash is a checker that failed on a file. It is no finding, and nothing is
// known about the file.
type Crash struct {
	Checker string
	Path    string
	Message string // the cause; one or more lines
}

// A LeftAlone is a file that nothing looked at, by a rule that is no failure.
type LeftAlone struct {
	Path   string
	Reason string // such as "it is larger than 16 MiB"
}

// A Failure is a file that could not be looked up, read or written.
type Failure struct {
	Path    string
	Message string // one line
}

// writeLeftAlone lists files that nothing looked at.
func writeLeftAlone(w io.Writer, files []LeftAlone) {
	if len(files) == 0 {
		return
	}
	fmt.Fprintf(w, "autofix: left %s alone:\n", count(len(files), "file"))
	for i, file := range files {
		if i == leftShown {
			fmt.Fprintf(w, "  ... and %d more\n", len(files)-i)
			break
		}
		fmt.Fprintf(w, "  %s: %s\n", OneLine(shortened(file.Path)), file.Reason)
	}
}

// pathShown is how many bytes of a path people are shown.
const pathShown = 300

// shortened leaves out the middle of a path that nobody would read.
func shortened(path string) string {
	if len(path) <= pathShown {
		return path
	}
	return path[:pathShown/2] + "[...]" + path[len(path)-pathShown/2:]
}

// writeCrashes lists the files that checkers failed on, with the causes.
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
	fmt.Fprintf(w, "autofix: %s could not be checked, and %s left as found:\n", count(len(paths), "file"), was)
	for i, c := range crashes {
		if i == leftShown {
			fmt.Fprintf(w, "  ... and %d more\n", len(crashes)-i)
			break
		}
		fmt.Fprintf(w, "  %s: checker %s failed: %s\n", OneLine(c.Path), c.Checker, OneLine(c.Message))
	}
}
