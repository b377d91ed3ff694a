// Package policy judges a patch by its text alone, before anything runs: its
// size, the files that it changes, and its effect on tests. The rules are code,
// so that no answer of a model can talk its way around them.
package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// The names of policies, as written in decisions and exceptions. The names for
// tests are also codes of package tests.
const (
	DiffEmpty     = "diff.empty"         // the patch changes nothing
	DiffFiles     = "diff.max-files"     // too many files
	DiffLines     = "diff.max-loc"       // too many lines, or too long ones
	DiffJustified = "diff.justified"     // a file of many has no justification
	DiffModes     = "diff.modes"         // a file becomes executable, or stops being so
	DiffText      = "diff.text"          // a text that people cannot review
	Silencing     = "diff.silencing"     // code that may hide a fault instead of repairing it
	PathsAllow    = "paths.allow"        // a file that is not in the list
	PathsDeny     = "paths.deny"         // a file that may not change
	Protected     = "paths.protected"    // a file that decides which tests run, and how
	Required      = "tests.required"     // no test is added or changed
	Weakened      = "tests.weakened"     // a test asserts less often; reported, and never refused
	BuildOfTests  = "tests.build"        // attributes of a target of tests
	Unexceptional = "paths.unchangeable" // what no exception allows: the evidence itself
)

// Rules are the limits of a patch. The zero value of a limit is its default.
type Rules struct {
	MaxFiles int // that are changed, created and deleted; default 8
	MaxLines int // added and deleted; default 300
	// JustifyFiles is the number of files beyond which the engine must justify
	// each; default 3.
	JustifyFiles int
	// Allow and Deny are globs of paths from the root of the tree. A glob that
	// matches a folder matches everything below it. Without Allow, all files
	// may change. Deny wins, and is compared without case.
	Allow, Deny   []string
	TestsRequired bool
	// Undoubting makes notes of doubts, which otherwise make a verdict weak.
	Undoubting bool
	Exceptions []Exception
}

// An Exception sets a rule aside.
type Exception struct {
	Policy string   // the name of the policy
	Paths  []string // globs of the files that it is for; none: all
	Reason string
	// Alternative is another guard against the fault. Policies of tests need
	// one.
	Alternative string
	By          string // configuration, or flag
}

// Default returns the rules of the project.
func Default() Rules {
	return Rules{MaxFiles: 8, MaxLines: 300, JustifyFiles: 3, TestsRequired: true}
}

// exceptional are the policies that an exception may set aside. Limits are
// raised instead, and lists of paths changed.
var exceptional = []string{
	Required, "tests.deleted", "tests.skipped", "tests.emptied", "tests.only", "tests.harness", "tests.unreadable", BuildOfTests,
	Protected, Silencing, DiffModes, DiffText,
}

// Check returns an error for rules that cannot be obeyed.
func (r *Rules) Check() error {
	for _, list := range [][]string{r.Allow, r.Deny} {
		if err := checkGlobs(list); err != nil {
			return err
		}
	}
	for i := range r.Exceptions {
		e := &r.Exceptions[i]
		if err := checkGlobs(e.Paths); err != nil {
			return err
		}
		switch {
		case !slices.Contains(exceptional, e.Policy):
			return fmt.Errorf("exception of %q: there is no exception of this policy; those that may have one are %v", e.Policy, exceptional)
		case e.Reason == "":
			return fmt.Errorf("exception of %s: it has no reason; say why the rule does not fit", e.Policy)
		case strings.HasPrefix(e.Policy, "tests.") && e.Alternative == "":
			return fmt.Errorf("exception of %s: it has no alternative; say what guards against the fault instead of a test", e.Policy)
		case e.Policy == Protected && len(e.Paths) == 0:
			return fmt.Errorf("exception of %s: it has no paths; name the files that may change", e.Policy)
		}
	}
	return nil
}

func checkGlobs(list []string) error {
	for _, glob := range list {
		if !doublestar.ValidatePattern(glob) {
			return fmt.Errorf("paths: %q is not a valid glob; escape brackets and braces by a backslash", glob)
		}
	}
	return nil
}

// settled returns the rules with their defaults.
func (r Rules) settled() Rules {
	all := Default()
	if r.MaxFiles <= 0 {
		r.MaxFiles = all.MaxFiles
	}
	if r.MaxLines <= 0 {
		r.MaxLines = all.MaxLines
	}
	if r.JustifyFiles <= 0 {
		r.JustifyFiles = all.JustifyFiles
	}
	return r
}
