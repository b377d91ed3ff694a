package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var fromPlatformFlagConstDisallowed = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/FromPlatformFlagConstDisallowed",
		Summary:  "FROM leaves the platform to who builds",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetyUnsafe,
		Why: "With a fixed platform the image is always of that one, whatever --platform the build is given. A stage that is meant for one " +
			"platform has its name in its own, such as build-arm64, and is no finding.",
		Bad:  "FROM --platform=linux/amd64 debian:12\nRUN make\n",
		Good: "FROM debian:12\nRUN make\n",
		Fix: "deletes the flag. On a machine of another platform, the image is then another one, which may be the purpose, or break a " +
			"build that downloads programs for one platform. A stage for another system than Linux keeps the flag.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			wanted, ok := constantPlatform(s)
			name := strings.ToLower(s.Name.Value)
			if !ok || wanted.os != "" && strings.Contains(name, wanted.os) || wanted.arch != "" && strings.Contains(name, wanted.arch) {
				continue
			}
			f := lint.Finding{
				Message: fmt.Sprintf("the platform is always %s, whatever the build asks for", s.Platform.Arg),
				Span:    s.From.Text.Span(s.Platform.Start, s.Platform.End),
			}
			if wanted.os == "" || wanted.os == "linux" {
				f.Fixes = []fixedits.Fix{{Title: "Delete the flag", Edits: p.CutFlag(s.From, s.Platform)}}
			}
			p.Report(f)
		}
	},
}
