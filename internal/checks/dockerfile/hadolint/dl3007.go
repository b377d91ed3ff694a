package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3007 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3007",
		Summary:  "Do not use the tag latest for base images",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "The tag latest moves with every release, so that the same Dockerfile builds different images over " +
			"time. Variables are expanded with their ARG defaults. An image that also has a digest does not move " +
			"and is not reported.",
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
