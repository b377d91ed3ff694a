package pipeline

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// explain says of each diagnostic that is left what became of its fix, in the last round that had it.
func explain(diagnostics []fixedits.Diagnostic, outcomes []Outcome) []Left {
	last := lastOutcomes(outcomes)
	left := make([]Left, len(diagnostics))
	for i, d := range diagnostics {
		left[i] = Left{Diagnostic: d}
		for _, id := range d.Fixes {
			o, ok := last[id]
			if !ok || o.Status == fixedits.StatusFiltered && o.By != "" {
				continue // an alternative to another
			}
			left[i].Reason, left[i].Pending = reason(o)
			break
		}
	}
	return left
}

// lastOutcomes returns the outcome of each fix in the last round that had it. Of a fix that several artifacts bring,
// that is the one which was decided on, not its duplicates.
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

// reason words an outcome for the finding whose fix it was.
func reason(o *Outcome) (text string, pending bool) {
	switch o.Status {
	case fixedits.StatusFiltered:
		return o.Reason, false
	case fixedits.StatusUnresolved, fixedits.StatusForeign, fixedits.StatusInvalid, fixedits.StatusBrokeSyntax:
		return string(o.Status) + ": " + o.Reason, false
	case fixedits.StatusApplied:
		return "its fix was applied, and it is still found", false
	default:
		return string(o.Status) + ": " + o.Reason, true
	}
}
