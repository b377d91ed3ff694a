package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3024 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3024",
		Summary:  "Give each stage a unique name",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Same:     "buildkit/DuplicateStageName",
		Why: "If two stages share a name, references to it mean the closest earlier stage, and --target means the " +
			"last stage, which is confusing. Names are not case-sensitive.",
		Bad:  "FROM debian:12 AS build\nFROM alpine:3.22 AS build\n",
		Good: "FROM debian:12 AS build\nFROM alpine:3.22 AS pack\n",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			if first := p.FirstNamesake(s); first != nil {
				p.ReportWord(s.From, s.Name, fmt.Sprintf("the stage on line %d already has the name %q: use another name", first.From.Line, s.Name.Value))
			}
		}
	},
}
