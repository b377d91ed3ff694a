package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3063 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3063",
		Summary:  "Do not use a reserved word as a stage name",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Same:     "buildkit/ReservedStageName",
		Why: "The names scratch and context stand for the empty image and the build context. A reference to a " +
			"stage with such a name may mean either.",
		Bad:  "FROM debian:12 AS context\nRUN make\n",
		Good: "FROM debian:12 AS build\nRUN make\n",
		Fix: "adds -stage to the name everywhere in the file. It is a suggestion, because a build may refer to " +
			"the stage by name, with --target.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			if s.Reserved() {
				p.ReportWord(s.From, s.Name, fmt.Sprintf("the stage name %q is reserved: use another name", s.Name.Value), p.RenameReserved(s)...)
			}
		}
	},
}
