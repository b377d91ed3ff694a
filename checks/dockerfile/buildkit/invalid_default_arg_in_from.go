package buildkit

import (
	"fmt"
	"strings"

	"github.com/distribution/reference"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var invalidDefaultArgInFrom = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/InvalidDefaultArgInFrom",
		Summary:  "FROM names an image without any --build-arg",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Where an ARG has no default, what FROM says without --build-arg may be no image at all, and the build stops. With a default " +
			"that works the file can be built by everyone.",
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
			// A stage may have a name that no image has. BuildKit does not look for one, and finds such a name invalid.
			if s.Parent != nil && strings.ToLower(s.Parent.Name.Value) == x.Value {
				continue
			}
			if _, err := reference.ParseNormalizedNamed(x.Value); err != nil {
				p.ReportWord(s.From, s.Base, fmt.Sprintf("without --build-arg it is %q, which names no image", x.Value))
			}
		}
	},
}
