package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3024 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3024",
		Summary:  "Each stage has a name of its own",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Same:     "buildkit/DuplicateStageName",
		Why: "A name that two stages have means the last one before where it is used, and to --target the last of all: which one is " +
			"meant, nobody can tell. Case does not tell names apart.",
		Bad:  "FROM debian:12 AS build\nFROM alpine:3.22 AS build\n",
		Good: "FROM debian:12 AS build\nFROM alpine:3.22 AS pack\n",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			if first := p.FirstNamesake(s); first != nil {
				p.ReportWord(s.From, s.Name, fmt.Sprintf("the stage of line %d is named %q too", first.From.Line, s.Name.Value))
			}
		}
	},
}
