package buildkit

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var duplicateStageName = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/DuplicateStageName",
		Summary:  "Use unique stage names",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "If two stages have the same name, ignoring case, COPY --from and --target only reach the last one, " +
			"but a FROM between them means the first.",
		Bad:  "FROM debian:12 AS base\nRUN make\nFROM alpine:3.22 AS base\nRUN make\n",
		Good: "FROM debian:12 AS debian\nRUN make\nFROM alpine:3.22 AS alpine\nRUN make\n",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			if first := p.FirstNamesake(s); first != nil {
				p.ReportWord(s.From, s.Name, fmt.Sprintf("the stage on line %d already has the name %q: use another name", first.From.Line, s.Name.Value))
			}
		}
	},
}
