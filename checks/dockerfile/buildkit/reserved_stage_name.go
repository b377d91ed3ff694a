package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var reservedStageName = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/ReservedStageName",
		Summary:  "No stage is named scratch or context",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "scratch is the empty image, and context is the folder that is built from. A stage of that name hides them from what follows " +
			"it: FROM scratch is no longer empty.",
		Bad:  "FROM alpine:3.22 AS scratch\nRUN make\n",
		Good: "FROM alpine:3.22 AS scratch-stage\nRUN make\n",
		Fix: "puts -stage behind the name, and does so with all FROM, COPY --from and RUN --mount that name the stage. What is built " +
			"stays the same, but whoever builds the stage with --target has to name it by its new name.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			if s.Reserved() {
				p.ReportWord(s.From, s.Name, fmt.Sprintf("the stage name %s has a meaning of its own", strings.ToLower(s.Name.Value)), p.RenameReserved(s)...)
			}
		}
	},
}
