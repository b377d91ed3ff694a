package buildkit

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var reservedStageName = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/ReservedStageName",
		Summary:  "Do not use scratch or context as a stage name",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "scratch is the empty image, and context is the build context. A stage with that name hides them " +
			"from later instructions: FROM scratch is no longer empty.",
		Bad:  "FROM alpine:3.22 AS scratch\nRUN make\n",
		Good: "FROM alpine:3.22 AS scratch-stage\nRUN make\n",
		Fix: "adds -stage to the name and to all FROM, COPY --from and RUN --mount that refer to the stage. The " +
			"result of the build stays the same, but builds with --target must use the new name.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			if s.Reserved() {
				p.ReportWord(s.From, s.Name, fmt.Sprintf("the stage name %q is reserved: use another name", s.Name.Value), p.RenameReserved(s)...)
			}
		}
	},
}
