package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var duplicateStageName = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/DuplicateStageName",
		Summary:  "Every stage has a name of its own",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Where two stages have the same name, in whatever case, COPY --from and --target only reach the last of them, while a FROM between " +
			"the two means the first.",
		Bad:  "FROM debian:12 AS base\nRUN make\nFROM alpine:3.22 AS base\nRUN make\n",
		Good: "FROM debian:12 AS debian\nRUN make\nFROM alpine:3.22 AS alpine\nRUN make\n",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			if first := p.FirstNamesake(s); first != nil {
				p.ReportWord(s.From, s.Name, fmt.Sprintf("line %d has a stage %s already", first.From.Line, strings.ToLower(s.Name.Value)))
			}
		}
	},
}
