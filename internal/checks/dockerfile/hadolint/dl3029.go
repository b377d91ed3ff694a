package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3029 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3029",
		Summary:  "Do not use a fixed --platform in FROM",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetyUnsafe,
		Same:     "buildkit/FromPlatformFlagConstDisallowed",
		Why: "A literal platform applies wherever the image is built and whatever platform is requested, so that " +
			"the image may not run on other machines, or only with emulation. A variable such as $BUILDPLATFORM " +
			"leaves the choice to the build, and a stage with the platform in its name is one of several " +
			"variants. Neither is reported.",
		Bad:  "FROM --platform=linux/amd64 debian:12\n",
		Good: "FROM debian:12\n",
		Fix: "deletes the flag. On a machine with another platform, this builds a different image, which may be " +
			"intended or may break a build that downloads programs for one platform. Flags for systems other than " +
			"Linux have no fix: without the flag, hardly any machine can build the image.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			flag := s.Platform
			if flag == nil || flag.Arg == "" || strings.Contains(flag.Arg, "$") || namesPlatform(s.Name.Value, flag.Arg) {
				continue
			}
			var fixes []fixedits.Fix
			if strings.HasPrefix(flag.Arg, "linux") {
				fixes = cutFlag(p, s, "Delete --platform")
			}
			p.ReportWord(s.From, flag.Word, "delete --platform, which always selects "+flag.Arg, fixes...)
		}
	},
}

// namesPlatform reports whether the name of a stage contains the system or the
// architecture of a platform.
func namesPlatform(stage, platform string) bool {
	for part := range strings.SplitSeq(strings.ToLower(platform), "/") {
		if part != "" && strings.Contains(strings.ToLower(stage), part) {
			return true
		}
	}
	return false
}

// cutFlag returns the fix that deletes --platform from a FROM, or no fix if
// that would delete a comment.
func cutFlag(p *lint.Pass, s *lint.Stage, title string) []fixedits.Fix {
	edits := p.CutFlag(s.From, s.Platform)
	if edits == nil {
		return nil
	}
	return []fixedits.Fix{{Title: title, Edits: edits}}
}
