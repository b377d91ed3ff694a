package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3006 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3006",
		Summary:  "The image of a FROM has a tag or a digest",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "An image without a tag is the latest one, whatever that is on the day of the build. What built yesterday may fail or behave " +
			"otherwise tomorrow. Variables count with the values that ARG gives them; where a value is not known and may hold a tag, " +
			"nothing is said.",
		Bad:  "FROM debian\n",
		Good: "FROM debian:12.11\n",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			image, ok := p.FromImage(s)
			if ok && image.Tag == "" && image.Digest == "" && !image.MayBeTagged() {
				p.ReportWord(s.From, s.Base, "pin the version of the image "+imageNamed(p, s))
			}
		}
	},
}

// imageNamed returns the image of a stage for a message: as it is written, with what that stands for.
func imageNamed(p *lint.Pass, s *lint.Stage) string {
	if name, known := p.Global().Known(s.Base.Value); known && name != s.Base.Value {
		return fmt.Sprintf("%q (%s)", s.Base.Value, name)
	}
	return fmt.Sprintf("%q", s.Base.Value)
}
