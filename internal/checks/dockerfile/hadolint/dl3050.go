package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var dl3050 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3050",
		Summary:  "Set no labels other than the required ones",
		Phase:    fixedits.PhaseSemantic,
		Severity: config.SeverityOff,
		Safety:   fixedits.SafetyUnsafe,
		Why: "Additional labels may disclose information or confuse programs that read them. The rule allows only " +
			"the labels in the option labels of DL3049; if that is empty, it allows none. It is off unless you " +
			"set its severity.",
		Bad:  "FROM debian:12\nLABEL secret-project=true\n",
		Good: "FROM debian:12\n",
		Fix:  "deletes the label. A program may read it.",
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
			p.ReportWord(l.ins, l.pair().Word, fmt.Sprintf("the label %q is not one of the required labels: delete it", l.name), fixes...)
		})
	},
}

// withoutLabel returns the edits that delete a label, or its whole LABEL if it
// has no other label. It returns nothing if that would delete comments.
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
