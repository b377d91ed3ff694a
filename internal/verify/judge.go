package verify

import "context"

// A Target is something that can be built, and tested if it is a test.
type Target struct {
	Name  string // a label, or a command line
	Test  bool
	Files []string // the changed files that the target depends on, sorted
}

// A Request asks for the color of a target.
type Request struct {
	Target string
	Test   bool // run it, too
	Runs   int  // how often the test runs, at least 1; a result from a cache counts only if it is 1
}

// An Answer is the result of a request.
type Answer struct {
	Color  Color
	Cached bool   // the result of a test is from a cache
	Broken bool   // a red target that does not build; otherwise its test fails
	Case   string // the first test case that fails; may be empty
	Output string // the last lines of output of a red target; may be empty
}

// A Judge builds and tests in the shadow workspace, as the files there are when
// it is called.
type Judge interface {
	// Affected returns the targets that depend on any of the given files, sorted
	// by name. The files are relative to the workspace and need not exist. A
	// folder stands for files in it that a package above may gain.
	Affected(ctx context.Context, files []string) ([]Target, error)
	// Try answers each request. A red target is not an error.
	Try(ctx context.Context, requests []Request) ([]Answer, error)
}
