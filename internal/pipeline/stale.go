package pipeline

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Stale reports whether a fix ended as stale and no later check answered its
// finding. It is then unknown whether the file needs it, so the run does not
// succeed.
func (r *Result) Stale() bool {
	stale := func(o *Outcome) bool { return o.Status == fixedits.StatusStale }
	if slices.ContainsFunc(r.Left, func(l Left) bool { return l.Fix != nil && stale(l.Fix) }) {
		return true
	}
	for i := range r.Outcomes {
		// A fix without a finding is in no list of findings.
		if o := &r.Outcomes[i]; stale(o) && o.Finding == nil && o.Round == r.Rounds {
			return true
		}
	}
	return false
}
