package buildkit

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var redundantTargetPlatform = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/RedundantTargetPlatform",
		Summary:  "FROM does not ask for $TARGETPLATFORM",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "That is the platform of a base image where FROM says nothing. An ARG that gives TARGETPLATFORM another value makes it a platform " +
			"like any other, and then there is no finding, which there is for BuildKit.",
		Bad:  "FROM --platform=$TARGETPLATFORM debian:12\nRUN make\n",
		Good: "FROM debian:12\nRUN make\n",
		Fix:  "deletes the flag.",
	},
	Check: func(p *lint.Pass) {
		env := p.Global()
		target, _ := env.Get("TARGETPLATFORM")
		if !target.Assumed {
			return
		}
		for _, s := range p.Stages {
			if s.Platform == nil {
				continue
			}
			x := env.Expand(s.Platform.Arg)
			if slices.Equal(x.Used, []string{"TARGETPLATFORM"}) && len(x.Undefined) == 0 && x.Value == target.Value {
				p.Report(lint.Finding{
					Message: fmt.Sprintf("%s is the platform without the flag too", s.Platform.Arg),
					Span:    s.From.Text.Span(s.Platform.Start, s.Platform.End),
					Fixes:   []fixedits.Fix{{Title: "Delete the flag", Edits: p.CutFlag(s.From, s.Platform)}},
				})
			}
		}
	},
}
