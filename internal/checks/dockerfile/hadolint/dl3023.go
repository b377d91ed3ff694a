package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3023 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3023",
		Summary:  "Do not copy from the current stage",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Why:      "A stage can't copy from itself while it is being built, so the build fails.",
		Bad:      "FROM debian:12 AS build\nCOPY --from=build /a /b\n",
		Good:     "FROM debian:12 AS build\nRUN cp -r /a /b\n",
	},
	Check: func(p *lint.Pass) {
		for s, ins := range p.All {
			from := copyFrom(ins)
			if s == nil || from == nil || !isStage(s, from.Arg) || p.StageBefore(s, from.Arg) != nil {
				continue
			}
			p.ReportWord(ins, from.Word, fmt.Sprintf("COPY --from=%s refers to its own stage: copy from an earlier stage", from.Arg))
		}
	},
}
