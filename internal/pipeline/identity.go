package pipeline

import (
	"cmp"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// identified returns artifacts whose fixes and diagnostics have ids derived
// from content. The ids in an artifact of another tool are only unique within
// it, so two artifacts may use one id for different things. After this step,
// equal ids mean equal fixes.
func identified(artifacts []*artifact.Artifact) []*artifact.Artifact {
	all := make([]*artifact.Artifact, len(artifacts))
	for i, a := range artifacts {
		all[i] = identify(a)
	}
	return all
}

// identify returns a itself if its ids are derived from content already, as the
// built-in checkers' are.
func identify(a *artifact.Artifact) *artifact.Artifact {
	fixes := make(map[string]string, len(a.Fixes))
	same := true
	for i := range a.Fixes {
		id := fixedits.ContentID(&a.Fixes[i])
		fixes[a.Fixes[i].ID] = id
		same = same && a.Fixes[i].ID == id
	}
	for i := range a.Diagnostics {
		same = same && a.Diagnostics[i].ID == fixedits.DiagnosticID(&a.Diagnostics[i])
	}
	if same {
		return a
	}
	b := *a
	b.Fixes, b.Diagnostics = slices.Clone(a.Fixes), slices.Clone(a.Diagnostics)
	for i := range b.Fixes {
		fix := &b.Fixes[i]
		if id := fixes[fix.ID]; id != fix.ID {
			fix.ID, fix.OwnID = id, fix.ID
		}
		if d := fix.Disposition; d != nil && d.By != "" {
			renamed := *d
			renamed.By = fixes[d.By]
			fix.Disposition = &renamed
		}
	}
	for i := range b.Diagnostics {
		d := &b.Diagnostics[i]
		d.ID = fixedits.DiagnosticID(d)
		var ids []string
		for _, id := range d.Fixes {
			if id := fixes[id]; !slices.Contains(ids, id) { // two of one content are one alternative
				ids = append(ids, id)
			}
		}
		d.Fixes = ids
	}
	return &b
}

// distinctDiagnostics returns the diagnostics of identified artifacts in the
// order of an artifact. A diagnostic of several artifacts, such as for a file
// in two targets, is returned once, with the worst of its severities and all
// its fixes.
func distinctDiagnostics(artifacts []*artifact.Artifact) []fixedits.Diagnostic {
	n := 0
	for _, a := range artifacts {
		n += len(a.Diagnostics)
	}
	if n == 0 {
		return nil
	}
	all := make([]fixedits.Diagnostic, 0, n)
	for _, a := range artifacts {
		all = append(all, a.Diagnostics...)
	}
	onlyWarnings(all, policy.Warned(artifacts))
	slices.SortFunc(all, func(a, b fixedits.Diagnostic) int {
		// Diagnostics with one id have the path and the start in common.
		// Artifacts are nearly in this order.
		return cmp.Or(
			strings.Compare(a.Path, b.Path),
			cmp.Compare(a.Start, b.Start),
			strings.Compare(a.ID, b.ID),
			cmp.Compare(a.Severity.Rank(), b.Severity.Rank()),
			slices.Compare(a.Fixes, b.Fixes),
			cmp.Compare(a.Phase, b.Phase),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column),
			strings.Compare(a.Category, b.Category),
			slices.CompareFunc(a.Related, b.Related, compareRelated),
		)
	})
	distinct := artifact.Artifact{Diagnostics: all[:0]}
	for _, d := range all {
		n := len(distinct.Diagnostics)
		if n == 0 || distinct.Diagnostics[n-1].ID != d.ID {
			distinct.Diagnostics = append(distinct.Diagnostics, d)
			continue
		}
		same := &distinct.Diagnostics[n-1]
		same.Join(&d)
		for _, id := range d.Fixes {
			if !slices.Contains(same.Fixes, id) {
				same.Fixes = append(slices.Clip(same.Fixes), id)
			}
		}
	}
	distinct.Normalize()
	return distinct.Diagnostics
}

func compareRelated(a, b fixedits.Related) int {
	return cmp.Or(
		strings.Compare(a.Path, b.Path), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End),
		cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), strings.Compare(a.Message, b.Message),
	)
}
