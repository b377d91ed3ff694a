package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3063 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3063",
		Summary:  "A stage has no name that is reserved",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Same:     "buildkit/ReservedStageName",
		Why: "The names scratch and context mean the empty image and the folder that is built from. What names a stage of such a name " +
			"may get the one or the other.",
		Bad:  "FROM debian:12 AS context\nRUN make\n",
		Good: "FROM debian:12 AS build\nRUN make\n",
		Fix: "adds -stage to the name, wherever the file has it. It is a suggestion, since a build may ask for the stage by its name, " +
			"with --target.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			if s.Reserved() {
				p.ReportWord(s.From, s.Name, fmt.Sprintf("the stage name %q is reserved", s.Name.Value), p.RenameReserved(s)...)
			}
		}
	},
}
