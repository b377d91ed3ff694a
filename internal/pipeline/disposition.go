package pipeline

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// disposed returns the outcomes that have a disposition.
func disposed(outcomes []fixedits.Outcome) []fixedits.Outcome {
	var some []fixedits.Outcome
	for i := range outcomes {
		if outcomes[i].Disposition() != nil {
			some = append(some, outcomes[i])
		}
	}
	return some
}

// dispose sets the dispositions of the fixes of the artifact from outcomes. It
// removes any others: a checker does not decide the fate of its fixes.
func (c *Checked) dispose(outcomes []fixedits.Outcome) {
	c.Artifact.Planned = true
	byID := make(map[string]*fixedits.Disposition, len(outcomes))
	for i := range outcomes {
		byID[outcomes[i].ID] = outcomes[i].Disposition()
	}
	for i := range c.Artifact.Fixes {
		fix := &c.Artifact.Fixes[i]
		fix.Disposition = byID[fix.ID]
	}
}
