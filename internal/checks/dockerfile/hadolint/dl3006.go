package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3006 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3006",
		Summary:  "Pin the version of the base image with a tag or digest",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "An image without a tag is latest, which is a different image over time: a build that worked " +
			"yesterday may fail tomorrow. Variables are expanded with their ARG defaults. An image whose variable " +
			"is unknown and may include a tag is not reported.",
		Bad:  "FROM debian\n",
		Good: "FROM debian:12.11\n",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			image, ok := p.FromImage(s)
			if ok && image.Tag == "" && image.Digest == "" && !image.MayBeTagged() {
				p.ReportWord(s.From, s.Base, "pin a version of the image "+imageNamed(p, s))
			}
		}
	},
}

// imageNamed returns the image of a stage for a message: as written,
// followed by its expanded name.
func imageNamed(p *lint.Pass, s *lint.Stage) string {
	if name, known := p.Global().Known(s.Base.Value); known && name != s.Base.Value {
		return fmt.Sprintf("%q (%s)", s.Base.Value, name)
	}
	return fmt.Sprintf("%q", s.Base.Value)
}
