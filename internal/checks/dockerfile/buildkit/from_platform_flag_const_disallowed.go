package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var fromPlatformFlagConstDisallowed = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/FromPlatformFlagConstDisallowed",
		Summary:  "Do not use a constant --platform in FROM",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetyUnsafe,
		Why: "With a constant platform, the image always has that platform, whatever --platform the build gets. A " +
			"stage with the platform in its name, such as build-arm64, is intentional and not reported.",
		Bad:  "FROM --platform=linux/amd64 debian:12\nRUN make\n",
		Good: "FROM debian:12\nRUN make\n",
		Fix: "deletes the flag. On a machine with another platform, this builds a different image, which may be " +
			"intended or may break a build that downloads programs for one platform. A stage for a system other " +
			"than Linux keeps the flag.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			wanted, ok := constantPlatform(s)
			name := strings.ToLower(s.Name.Value)
			if !ok || wanted.os != "" && strings.Contains(name, wanted.os) || wanted.arch != "" && strings.Contains(name, wanted.arch) {
				continue
			}
			f := lint.Finding{
				Message: fmt.Sprintf("delete --platform, which always selects %s instead of the target platform", s.Platform.Arg),
				Span:    s.From.Text.Span(s.Platform.Start, s.Platform.End),
			}
			if wanted.os == "" || wanted.os == "linux" {
				f.Fixes = []fixedits.Fix{{Title: "Delete --platform", Edits: p.CutFlag(s.From, s.Platform)}}
			}
			p.Report(f)
		}
	},
}
