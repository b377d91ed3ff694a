package pipeline

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// add records the outcomes of a merge.
func (r *Result) add(round int, plan *fixedits.Plan) {
	r.Rounds = round
	done := settled(plan)
	r.Outcomes = slices.Grow(r.Outcomes, len(plan.Outcomes))
	for i := range plan.Outcomes {
		o := &plan.Outcomes[i]
		r.Outcomes = append(r.Outcomes, Outcome{Round: round, Settled: done[o.ID], Finding: r.places[o.ID], Outcome: o})
	}
}

// settled returns the ids of the fixes whose effect is in the plan, whether
// they were applied or others did their work.
func settled(plan *fixedits.Plan) map[string]bool {
	files := map[string]*fixedits.FileChange{}
	for i := range plan.Files {
		files[plan.Files[i].Path] = &plan.Files[i]
	}
	done := make(map[string]bool, len(plan.Outcomes))
	for i := range plan.Outcomes {
		o := &plan.Outcomes[i]
		switch o.Status {
		case fixedits.StatusApplied, fixedits.StatusSubsumed:
			done[o.ID] = o.Disposition() == nil // a fix that changes nothing does nothing for its finding
		case fixedits.StatusSuperseded:
			done[o.ID] = !slices.ContainsFunc(o.Paths, func(path string) bool { return !laidOut(files[path]) })
		}
	}
	// A duplicate shares the fate of the fix that it is merged with, which is not
	// a duplicate itself.
	for i := range plan.Outcomes {
		if o := &plan.Outcomes[i]; o.Status == fixedits.StatusDuplicate && done[o.Reason.By] {
			done[o.ID] = true
		}
	}
	return done
}

// laidOut reports whether a formatter ran on a file, or the file is gone.
func laidOut(file *fixedits.FileChange) bool {
	return file != nil && (file.Deleted || file.LaidOut)
}
