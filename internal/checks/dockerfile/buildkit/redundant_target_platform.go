package buildkit

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var redundantTargetPlatform = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/RedundantTargetPlatform",
		Summary:  "Do not use --platform=$TARGETPLATFORM in FROM",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "The target platform is the default of FROM. If an ARG sets TARGETPLATFORM to another value, the " +
			"flag is not redundant and not reported, although BuildKit reports it.",
		Bad:  "FROM --platform=$TARGETPLATFORM debian:12\nRUN make\n",
		Good: "FROM debian:12\nRUN make\n",
		Fix:  "deletes the flag, whose value is the default.",
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
					Message: fmt.Sprintf("delete --platform: %s is the default", s.Platform.Arg),
					Span:    s.From.Text.Span(s.Platform.Start, s.Platform.End),
					Fixes:   []fixedits.Fix{{Title: "Delete --platform", Edits: p.CutFlag(s.From, s.Platform)}},
				})
			}
		}
	},
}
