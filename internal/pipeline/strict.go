package pipeline

import (
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// judge applies the strict policy: if something stands in its way, nothing is
// changed, and the fixes that would have been applied are deferred. What
// [rules] gate frees does not.
func (r *Result) judge(opts *Options) {
	if opts.Policy != policy.Strict {
		return
	}
	r.Blocked = append(r.Blocked, opts.Refused...)
	for _, crash := range r.Crashed {
		r.Blocked = append(r.Blocked, fmt.Sprintf("%s: checker %s failed: %v", r.show(crash.Path), crash.Checker, crash.Err))
	}
	for _, failed := range r.Failed {
		r.Blocked = append(r.Blocked, failed.Error())
	}
	line := opts.line()
	last := lastOutcomes(r.Outcomes)
	blocker := ""
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		if o.Status.Blocks() && holdsFix(line, o) {
			if blocker == "" {
				blocker = o.ID
			}
			r.Blocked = append(r.Blocked, fmt.Sprintf("%s: %s [%s] %s: %s", r.placeOf(o.Paths), o.Title, o.Rule, o.Status, r.because(o, last)))
		}
	}
	for i := range r.Left {
		if d := &r.Left[i]; d.Severity == fixedits.SeverityError && line.Holds(d.Path, d.Rule, d.ID) {
			r.Blocked = append(r.Blocked, fmt.Sprintf("%s:%d:%d: error: %s [%s]", r.show(d.Path), d.Line, d.Column, d.Labeled(d.Message), d.Rule))
		}
	}
	if len(r.Blocked) > 0 {
		r.blocker = blocker
		r.refuse()
	}
}

// refuse returns the result to the first state.
func (r *Result) refuse() {
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		switch o.Status {
		case fixedits.StatusApplied, fixedits.StatusSuperseded, fixedits.StatusSubsumed:
			o.Settled = false
			o.Status, o.Reason = fixedits.StatusDeferred, fixedits.Reason{Code: fixedits.CodeBlocked, By: r.blocker}
		}
	}
	r.Files = nil
	r.Left = r.explain(r.Found, firstRound(r.Outcomes))
}

// fail adds files that could not be looked up, read or written.
func (r *Result) fail(files ...*fixedits.FileError) {
	for _, file := range files {
		if !slices.ContainsFunc(r.Failed, func(f *fixedits.FileError) bool { return f.Path == file.Path }) {
			r.Failed = append(r.Failed, file)
		}
	}
	slices.SortFunc(r.Failed, func(a, b *fixedits.FileError) int { return strings.Compare(a.Path, b.Path) })
}

func firstRound(outcomes []Outcome) []Outcome {
	for i := range outcomes {
		if outcomes[i].Round > 1 {
			return outcomes[:i]
		}
	}
	return outcomes
}

func (r *Result) placeOf(paths []string) string {
	switch len(paths) {
	case 0:
		return "no file"
	case 1:
		return r.show(paths[0])
	default:
		return fmt.Sprintf("%s and %d more", r.show(paths[0]), len(paths)-1)
	}
}
