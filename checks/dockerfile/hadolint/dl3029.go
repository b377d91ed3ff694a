package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3029 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3029",
		Summary:  "FROM does not fix a platform",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetyUnsafe,
		Same:     "buildkit/FromPlatformFlagConstDisallowed",
		Why: "With a platform written out, the image is of that platform wherever it is built and whatever platform is asked for, so " +
			"that it does not run, or only emulated, on another one. A variable such as $BUILDPLATFORM leaves the choice to the build, " +
			"and a stage that has the platform in its name is one of several to choose from; both are left alone.",
		Bad:  "FROM --platform=linux/amd64 debian:12\n",
		Good: "FROM debian:12\n",
		Fix: "takes the flag away. On a machine of another platform, the image is then another one, which may be the purpose, or break " +
			"a build that downloads programs for one platform. Flags for other systems than Linux have no fix: without them, hardly any " +
			"machine builds the image.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			flag := s.Platform
			if flag == nil || flag.Arg == "" || strings.Contains(flag.Arg, "$") || namesPlatform(s.Name.Value, flag.Arg) {
				continue
			}
			var fixes []fixedits.Fix
			if strings.HasPrefix(flag.Arg, "linux") {
				fixes = cutFlag(p, s, "Remove --platform")
			}
			p.ReportWord(s.From, flag.Word, "the platform is always "+flag.Arg, fixes...)
		}
	},
}

// namesPlatform reports whether the name of a stage has the system or the architecture of a platform in it.
func namesPlatform(stage, platform string) bool {
	for part := range strings.SplitSeq(strings.ToLower(platform), "/") {
		if part != "" && strings.Contains(strings.ToLower(stage), part) {
			return true
		}
	}
	return false
}

// cutFlag returns the fix that takes --platform out of a FROM, unless a comment would go with it.
func cutFlag(p *lint.Pass, s *lint.Stage, title string) []fixedits.Fix {
	edits := p.CutFlag(s.From, s.Platform)
	if edits == nil {
		return nil
	}
	return []fixedits.Fix{{Title: title, Edits: edits}}
}
