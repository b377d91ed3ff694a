package buildkit

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var multipleInstructionsDisallowed = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/MultipleInstructionsDisallowed",
		Summary:  "A stage has one CMD, one ENTRYPOINT and one HEALTHCHECK",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why:      "Only the last of them counts, and whoever reads an earlier one takes it for what runs.",
		Bad:      "FROM debian:12\nCMD [\"one\"]\nCMD [\"two\"]\n",
		Good:     "FROM debian:12\nCMD [\"two\"]\n",
		Fix:      "deletes the one that does not count. Comments before it stay.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			last := make(map[string]*syntax.Instruction)
			for _, ins := range s.Instructions {
				switch ins.Name {
				case "cmd", "entrypoint", "healthcheck":
					if earlier := last[ins.Name]; earlier != nil {
						p.ReportAt(earlier, fmt.Sprintf("line %d says what %s is instead", ins.Line, earlier.Keyword.Value),
							fixedits.Fix{Title: "Delete it", Edits: p.DeleteLines(earlier)})
					}
					last[ins.Name] = ins
				}
			}
		}
	},
}
