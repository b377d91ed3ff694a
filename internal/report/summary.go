package report

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// A Summary is the result of a run: every fix with its status, the changed
// files, and the remaining findings.
type Summary struct {
	Checked  Checked
	Rounds   int                   // how many times fixes were merged
	Outcomes []Outcome             // in the order of rounds, and of the plan in each
	Files    []fixedits.FileChange // first and last state of each file that changes, by path
	Left     []Left                // of the last state; of the first if nothing was applied
	Blocked  []string              // why the strict policy refused everything; empty if it did not
	Preview  bool                  // of a mode that never writes
	Fix      string                // the command that applies a preview; may be empty
	Download string                // the command that applies the fixes on another machine; may be empty
	Again    string                // what to do about files that have changed since they were checked; empty: run again
	Rest     string                // the flag that applies the rest if the strict policy refused everything; may be empty
	Verbose  bool                  // lists all remaining findings
	Quiet    bool                  // only the errors that are left, and what could not be written

	// Silenced means that comments silence the findings of Outcomes, instead of
	// fixes.
	Silenced bool

	framed bool   // the remaining findings are above the summary, in full
	rules  int    // how many rules a framed summary lists
	Shown  Shown  // how the text has paths
	Patch  string // how to apply the patch that was written; empty: plain git apply does

	Committed  string    // what was committed, one line; empty if nothing was
	Certified  bool      // certificates were asked for
	Verified   *Verified // nil: nothing was to be verified
	AI         *AI       // nil: no agent was to be asked
	Stale      bool      // a fix of the last round is for bytes that a file no longer has, so that its finding may stand
	Exhausted  bool      // fixes are pending because the rounds are used up: another run continues
	Held       pipeline.Held
	Undeclared Undeclared
	Linters    []string    // lines about linters that did not run
	LeftAlone  []LeftAlone // by path
	Crashes    []Crash     // by path
	Failed     []Failure   // by path
}

// The results of fixes and the remaining findings are the pipeline's.
type (
	Outcome = pipeline.Outcome
	Left    = pipeline.Left
)

// Checked counts the input of a check.
type Checked struct {
	Targets    int      // Bazel targets; 0 without Bazel
	Files      int      // 0 if only artifacts were read
	Undeclared int      // the files that no target names
	Artifacts  int      // artifacts read, if nothing was checked here
	Reports    int      // reports of other tools read, likewise
	Again      int      // files of these artifacts that were checked again
	Checkers   []string // names, in the order of their registry
}

// Count counts the remaining findings by severity.
func (s *Summary) Count() Counts {
	var c Counts
	for i := range s.Left {
		c.add(s.Left[i].Severity, 1)
	}
	return c
}

// places counts the places of the remaining findings by severity.
func (s *Summary) places() Counts {
	var c Counts
	for i := range s.Left {
		c.add(s.Left[i].Severity, placesOf(&s.Left[i].Diagnostic))
	}
	return c
}
