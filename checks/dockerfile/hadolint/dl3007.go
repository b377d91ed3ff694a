package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3007 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3007",
		Summary:  "The tag of an image is not latest",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "The tag latest moves with every release, so that the same Dockerfile makes other images over time. Variables count with " +
			"the values that ARG gives them. An image that has a digest too does not move.",
		Bad:  "FROM debian:latest\n",
		Good: "FROM debian:12.11\n",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			image, ok := p.FromImage(s)
			if ok && image.Tag == "latest" && image.Digest == "" {
				p.ReportWord(s.From, s.Base, "pin the image "+imageNamed(p, s)+" to a version instead of latest")
			}
		}
	},
}
