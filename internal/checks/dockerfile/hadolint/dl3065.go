package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3065 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3065",
		Summary:  "Do not use --platform=$TARGETPLATFORM",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Same:     "buildkit/RedundantTargetPlatform",
		Why:      "The target platform is the default of FROM. The redundant flag distracts from flags that have an effect.",
		Bad:      "FROM --platform=$TARGETPLATFORM debian:12\n",
		Good:     "FROM debian:12\n",
		Fix:      "deletes the flag, whose value is the default.",
	},
	Check: func(p *lint.Pass) {
		if target, _ := p.Global().Get("TARGETPLATFORM"); !target.Assumed {
			return // an ARG overrides it
		}
		for _, s := range p.Stages {
			if s.Platform == nil {
				continue
			}
			if arg := s.Platform.Arg; arg == "$TARGETPLATFORM" || arg == "${TARGETPLATFORM}" {
				p.ReportWord(s.From, s.Platform.Word, "delete --platform: $TARGETPLATFORM is the default", cutFlag(p, s, "Delete --platform")...)
			}
		}
	},
}
