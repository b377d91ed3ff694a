package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3051 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3051",
		Summary:  "Do not leave required labels empty",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "An empty label is no better than a missing one. The rule checks the labels in the option labels of " +
			"DL3049, of all types. Values with variables are not checked.",
		Bad:  "FROM debian:12\nLABEL org.opencontainers.image.title=\"\"\n",
		Good: "FROM debian:12\nLABEL org.opencontainers.image.title=\"A shop\"\n",
	},
	Check: func(p *lint.Pass) {
		types, _ := labelSchema(p)
		if len(types) == 0 {
			return
		}
		eachLabel(p, func(l label) {
			if _, ok := types[l.name]; ok && l.known && l.value == "" {
				p.ReportWord(l.ins, l.pair().Word, fmt.Sprintf("the label %q is empty: set a value", l.name))
			}
		})
	},
}
