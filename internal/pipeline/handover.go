package pipeline

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// handOver returns artifacts, which are identified, with the fixes of
// Options.HandOver.
func (o *Options) handOver(artifacts []*artifact.Artifact) []*artifact.Artifact {
	if o.HandOver == nil {
		return artifacts
	}
	all := slices.Clone(artifacts)
	for i, a := range all {
		fixes := make([]*fixedits.Fix, len(a.Diagnostics))
		for k := range a.Diagnostics {
			if d := &a.Diagnostics[k]; len(d.Fixes) == 0 {
				fixes[k] = o.HandOver(d)
			}
		}
		if !slices.ContainsFunc(fixes, func(fix *fixedits.Fix) bool { return fix != nil }) {
			continue
		}
		b := *a
		b.Diagnostics, b.Fixes = slices.Clone(a.Diagnostics), slices.Clone(a.Fixes)
		for k, fix := range fixes {
			if fix == nil {
				continue
			}
			fix.ID = fixedits.ContentID(fix)
			b.Diagnostics[k].Fixes = []string{fix.ID}
			if !slices.ContainsFunc(b.Fixes, func(other fixedits.Fix) bool { return other.ID == fix.ID }) {
				b.Fixes = append(b.Fixes, *fix)
			}
		}
		all[i] = &b
	}
	return all
}
