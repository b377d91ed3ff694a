package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/config"
)

var dl3050 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3050",
		Summary:  "The image has no labels but those that it has to have",
		Phase:    fixedits.PhaseSemantic,
		Severity: config.SeverityOff,
		Safety:   fixedits.SafetyUnsafe,
		Why: "Labels may say more than is meant to be known, or confuse what reads them. This rule is for those who want no others than " +
			"the option labels of DL3049 names; where that names none, no label is wanted. It is off unless its severity is set.",
		Bad:  "FROM debian:12\nLABEL secret-project=true\n",
		Good: "FROM debian:12\n",
		Fix:  "deletes the label, which something may read.",
	},
	Check: func(p *lint.Pass) {
		types, _ := labelSchema(p)
		eachLabel(p, func(l label) {
			if _, ok := types[l.name]; ok || l.name == "" {
				return
			}
			var fixes []fixedits.Fix
			if edits := withoutLabel(p, l); edits != nil {
				fixes = []fixedits.Fix{{Title: "Delete the label", Edits: edits}}
			}
			p.ReportWord(l.ins, l.pair().Word, fmt.Sprintf("the label %q is not one of those that are wanted", l.name), fixes...)
		})
	},
}

// withoutLabel returns the edit that deletes a label, and its LABEL where it has no other; nothing where comments within the
// LABEL would go, too.
func withoutLabel(p *lint.Pass, l label) []fixedits.Edit {
	pairs := l.ins.Pairs
	switch {
	case len(pairs) == 1 && len(l.outer.Breaks) == 0:
		return p.DeleteLines(l.outer)
	case len(pairs) == 1:
		return nil
	case l.index == 0:
		return p.CutFirst(l.ins, pairs[0].Start, pairs[1].Start)
	}
	return p.Cut(l.ins, pairs[l.index-1].End, pairs[l.index].End)
}
