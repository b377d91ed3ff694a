package results

import (
	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// A Runner is a test runner: which commands are its own, what may be said in
// them, how they are made to report, and how their reports are read. It has no
// state: the same runner serves all runs of a command, at once too. A function
// that it does not need, or does not have, is nil.
type Runner struct {
	// Name is the value of evidence.Run.Reader.
	Name string
	// Programs are the names of its program, the usual one first: see [Program].
	Programs []string
	// Synonyms are other names of its program in the rules for commands.
	Synonyms []string
	// Modules are its names as a module of Python, and Imports are other modules
	// that it imports by their names alone. A new file of such a name could take
	// their place.
	Modules, Imports []string
	// JavaScript is whether node runs the file of its program, too.
	JavaScript bool
	// Versions has the argument with which a program prints its version.
	Versions map[string]string

	// Tests are the first words of commands that may run by default, and Setup
	// the first words of commands that may prepare a tree.
	Tests, Setup []string
	// Variables are patterns of variables by which the program loads code, finds
	// programs or reads other configuration. A command never sets them.
	Variables []string
	// Parts are the parts of files for several tools that decide which tests run,
	// and how, by the name of the file in lower case. Files of its own are in
	// internal/protected.
	Parts map[string][]string
	// Refused are the flags by which the runner of a package script loads or runs
	// other code, or does not end, and Loading those whose value is a module. They
	// have no dashes and, if they are longer than a letter, no upper case. A * at
	// the end is any rest.
	Refused, Loading []string
	// Rule reads the arguments of the program. Nil: a command is allowed by all
	// its words.
	Rule rules.Rule

	// Runs reports whether a command of the program runs tests. Nil: each does.
	Runs func(argv []string) bool
	// Builds reports whether a command that does not run tests builds.
	Builds func(argv []string) bool
	// Instrument returns argv with the flags that make the results readable. out
	// is the absolute path of an empty folder, as the command sees it, that the
	// command may write to. argv is not modified.
	Instrument func(argv []string, out string) []string
	// Read returns the results of a run. Without the input that it expects, it
	// reports a problem.
	Read func(raw *Raw) Results
	// Measure returns ways to report the lines that tests reach, the best first.
	// out is a folder as Instrument gets it.
	Measure func(argv []string, out string) []Measurement
	// Whole returns a command without the arguments that choose among its tests,
	// so that it runs all tests. Nil: commands name packages or targets.
	Whole func(argv []string, file File) []string
	// Alone returns a command that runs only some tests of a command, or nil.
	// The paths of the tests are relative, as for a File. Nil: the runner
	// reports all tests even if one ends its process, or cannot run some alone.
	Alone func(argv []string, tests []source.Test) []string
}

// A File returns a file of the tree by its path from the folder in which a
// command runs, with slashes.
type File func(path string) ([]byte, error)
