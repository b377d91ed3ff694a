package buildkit

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var multipleInstructionsDisallowed = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/MultipleInstructionsDisallowed",
		Summary:  "Use CMD, ENTRYPOINT and HEALTHCHECK only once per stage",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why:      "Only the last one is used. Earlier ones mislead the reader.",
		Bad:      "FROM debian:12\nCMD [\"one\"]\nCMD [\"two\"]\n",
		Good:     "FROM debian:12\nCMD [\"two\"]\n",
		Fix:      "deletes the unused instruction. Comments before it stay.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			last := make(map[string]*syntax.Instruction)
			for _, ins := range s.Instructions {
				switch ins.Name {
				case "cmd", "entrypoint", "healthcheck":
					if earlier := last[ins.Name]; earlier != nil {
						p.ReportAt(earlier, fmt.Sprintf("delete this %s: only the one on line %d is used", earlier.Keyword.Value, ins.Line),
							fixedits.Fix{Title: "Delete the unused instruction", Edits: p.DeleteLines(earlier)})
					}
					last[ins.Name] = ins
				}
			}
		}
	},
}
