package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3051 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3051",
		Summary:  "A label that the image has to have is not empty",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "A label that is there and says nothing is as good as missing. The rule looks at the labels that the option labels of " +
			"DL3049 names, of whatever type. A value with variables is not judged.",
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
				p.ReportWord(l.ins, l.pair().Word, fmt.Sprintf("the label %q is empty", l.name))
			}
		})
	},
}
