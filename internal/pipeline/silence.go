package pipeline

import (
	"cmp"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting/ignore"
	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// silence removes from an artifact of another tool the findings that comments in
// the files silence, with the fixes that no other finding has. The run of the
// built-in checkers does so itself.
func silence(a *artifact.Artifact, contents []checks.File) {
	said := map[string]*ignore.Set{}
	for _, file := range contents {
		if set := ignore.Read(file.Path, file.Content); len(set.Comments) > 0 {
			said[file.Path] = set
		}
	}
	if len(said) == 0 {
		return
	}
	order := make([]int, len(a.Diagnostics))
	for i := range order {
		order[i] = i
	}
	// A comment for a line silences the first finding of it.
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a.Diagnostics[i].Start, a.Diagnostics[j].Start) })
	silenced := map[string]bool{} // ids of findings
	for _, i := range order {
		d := &a.Diagnostics[i]
		silenced[d.ID] = said[d.Path] != nil && said[d.Path].Silences(d.Rule, "", d.Start)
	}
	gone, needed := map[string]bool{}, map[string]bool{} // ids of fixes
	for _, d := range a.Diagnostics {
		for _, id := range d.Fixes {
			if silenced[d.ID] {
				gone[id] = true
			} else {
				needed[id] = true
			}
		}
	}
	a.Diagnostics = slices.DeleteFunc(a.Diagnostics, func(d fixedits.Diagnostic) bool { return silenced[d.ID] })
	a.Fixes = slices.DeleteFunc(a.Fixes, func(fix fixedits.Fix) bool { return gone[fix.ID] && !needed[fix.ID] })
}
