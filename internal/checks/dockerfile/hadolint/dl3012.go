package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3012 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3012",
		Summary:  "Use only one HEALTHCHECK per stage",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySafe,
		Why:      "Only the last HEALTHCHECK has an effect. Earlier ones mislead the reader.",
		Bad:      "FROM debian:12\nHEALTHCHECK CMD curl localhost\nHEALTHCHECK CMD wget localhost\n",
		Good:     "FROM debian:12\nHEALTHCHECK CMD wget localhost\n",
		Fix:      "deletes the earlier one. The last one replaces it completely, options included, so the image stays the same.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			var before *syntax.Instruction
			for _, ins := range s.Instructions {
				if ins.Name != "healthcheck" || ins.Err != nil || ins.Type.Value == "" {
					continue
				}
				if before != nil {
					p.ReportAt(ins, fmt.Sprintf("the HEALTHCHECK on line %d has no effect: this one replaces it", before.Line),
						fixedits.Fix{Title: fmt.Sprintf("Delete the HEALTHCHECK on line %d", before.Line), Edits: p.DeleteLines(before)})
				}
				before = ins
			}
		}
	},
}
