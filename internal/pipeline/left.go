package pipeline

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// place records the findings of fixes, for messages.
func (r *Result) place(diagnostics []fixedits.Diagnostic) {
	if r.places == nil {
		r.places = map[string]*fixedits.Diagnostic{}
	}
	for i := range diagnostics {
		d := &diagnostics[i]
		for _, id := range d.Fixes {
			if r.places[id] == nil {
				r.places[id] = d
			}
		}
	}
}

// explain adds the outcome of its fix to each remaining diagnostic, in the last
// round that had it.
func (r *Result) explain(diagnostics []fixedits.Diagnostic, outcomes []Outcome) []Left {
	last := lastOutcomes(outcomes)
	left := make([]Left, len(diagnostics))
	for i, d := range diagnostics {
		left[i] = Left{Diagnostic: d}
		for _, id := range d.Fixes {
			o, ok := last[id]
			if !ok || o.Status == fixedits.StatusFiltered && o.Reason.By != "" {
				continue // an alternative to another
			}
			left[i].Fix = o
			left[i].Reason, left[i].Pending = r.reason(o, last)
			break
		}
	}
	return left
}

// lastOutcomes returns the outcome of each fix in the last round that had it.
// If several artifacts have a fix, that is the outcome of the one that was
// decided on, not of a duplicate.
func lastOutcomes(outcomes []Outcome) map[string]*Outcome {
	last := make(map[string]*Outcome, len(outcomes))
	for i := range outcomes {
		o := &outcomes[i]
		before, ok := last[o.ID]
		if !ok || before.Round < o.Round || before.Status == fixedits.StatusDuplicate {
			last[o.ID] = o
		}
	}
	return last
}

// reason describes an outcome for the finding of the fix.
func (r *Result) reason(o *Outcome, last map[string]*Outcome) (text string, pending bool) {
	switch o.Status {
	case fixedits.StatusFiltered:
		return o.Reason.String(), false
	case fixedits.StatusApplied:
		return "still found after its fix", false
	default:
		return string(o.Status) + ": " + r.because(o, last), policy.StateOf(o.Outcome) == policy.Pending
	}
}

// because describes the reason of an outcome. It names the fix to blame by its
// rule and the place of its finding instead of by id and byte range.
func (r *Result) because(o *Outcome, last map[string]*Outcome) string {
	reason := o.Reason.Shown(r.show, o.Paths)
	winner, known := last[reason.By]
	if !known {
		return reason.String()
	}
	at := ""
	if d := r.places[reason.By]; d != nil {
		at = fmt.Sprintf("%s:%d:%d", r.show(d.Path), d.Line, d.Column)
	}
	return reason.Naming(winner.Rule, at)
}

// show returns a path as people read it.
func (r *Result) show(path string) string {
	if r.shown == nil {
		return path
	}
	return r.shown(path)
}

// tellTurnedOff adds a reason to findings whose fix the configuration has
// turned off.
func (r *Result) tellTurnedOff(opts *Options) {
	for i := range r.Left {
		d := &r.Left[i]
		rule, known := opts.Tools.Checkers.Rule(d.Rule)
		if d.Reason == "" && known && rule.Safety != "" && opts.config().For(d.Path).FixMode(d.Rule) == config.FixNever {
			d.Reason = fmt.Sprintf("its fix is turned off by fix = %q in the configuration", config.FixNever)
		}
	}
}
