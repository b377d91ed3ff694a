package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var invalidDefaultArgInFrom = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/InvalidDefaultArgInFrom",
		Summary:  "Give ARGs in FROM a valid default",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "If an ARG has no default, the image name of FROM may be empty or invalid without --build-arg, and " +
			"the build fails. With a valid default, anyone can build the file.",
		Bad:  "ARG TAG\nFROM debian:${TAG}\nRUN make\n",
		Good: "ARG TAG=12\nFROM debian:${TAG}\nRUN make\n",
	},
	Check: func(p *lint.Pass) {
		env := p.Global()
		for _, s := range p.Stages {
			x := env.Expand(s.Base.Value)
			if s.Base.Value == "" || x.Err != nil || x.Assumed {
				continue
			}
			// A stage may have a name that is not a valid image name. BuildKit
			// does not look for a stage, and reports the name as invalid.
			if s.Parent != nil && strings.ToLower(s.Parent.Name.Value) == x.Value {
				continue
			}
			if !isImageName(x.Value) {
				p.ReportWord(s.From, s.Base, fmt.Sprintf("set a default for the ARG: without --build-arg, FROM uses %q, which is not a valid image name", x.Value))
			}
		}
	},
}
