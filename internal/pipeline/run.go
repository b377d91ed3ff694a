package pipeline

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// A run has the options of a caller, which it does not change, and its own
// state. A merge that differs from the others of its run has a copy.
type run struct {
	Options
	programs []*Program // of Options, without the failed ones

	// foreign returns a *fixedits.ForeignError for a canonical path that must
	// not be changed; nil if all may be.
	foreign func(path string) error
	// untouched returns why no fix may touch a file, or ""; nil: any may.
	untouched func(path string) (reason string)
	// off reports whether the check of a rule was turned off for a file by all
	// its artifacts; nil if none was.
	off func(path, rule string) bool
	// planned reports whether a file must stay as the edits of fixes make it;
	// nil if none must.
	planned func(path string) bool

	answers map[string]Resolution      // of the Resolver, by id of a fix that had no edits
	over    bool                       // the plan is not applied: the Resolver is not asked
	refused map[string]fixedits.Reason // of fixes that the Verifier refused, by id
}

// newRun returns a run over the files of source, which is nil if no fix is
// foreign.
func newRun(source Source, opts Options) *run {
	return &run{Options: opts, programs: opts.Programs, foreign: inOtherRepository(source, opts.Named)}
}

// without leaves out programs that failed.
func (r *run) without(failed checks.Crashes) {
	r.programs = slices.DeleteFunc(slices.Clone(r.programs), func(p *Program) bool {
		return slices.ContainsFunc(failed, func(c *checks.CheckerError) bool { return c.Checker == p.Name && c.Path == p.Declared })
	})
}
