package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3065 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3065",
		Summary:  "FROM does not ask for $TARGETPLATFORM",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Same:     "buildkit/RedundantTargetPlatform",
		Why:      "The platform that is asked for is what FROM takes anyway. The flag says nothing, and hides those that do.",
		Bad:      "FROM --platform=$TARGETPLATFORM debian:12\n",
		Good:     "FROM debian:12\n",
		Fix:      "takes the flag away, whose value is the default.",
	},
	Check: func(p *lint.Pass) {
		if target, _ := p.Global().Get("TARGETPLATFORM"); !target.Assumed {
			return // an ARG gives it another value
		}
		for _, s := range p.Stages {
			if s.Platform == nil {
				continue
			}
			if arg := s.Platform.Arg; arg == "$TARGETPLATFORM" || arg == "${TARGETPLATFORM}" {
				p.ReportWord(s.From, s.Platform.Word, "$TARGETPLATFORM is the platform that FROM takes anyway", cutFlag(p, s, "Remove --platform")...)
			}
		}
	},
}
