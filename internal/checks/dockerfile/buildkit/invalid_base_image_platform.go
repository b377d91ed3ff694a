package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var invalidBaseImagePlatform = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/InvalidBaseImagePlatform",
		Summary:  "Use a base image of the requested platform",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "BuildKit checks the image that it pulls. This rule pulls nothing and reports only certain " +
			"mismatches: a stage that builds on another stage has its platform, whatever --platform says, and " +
			"images below amd64/, arm32v7/, arm64v8/, i386/, ppc64le/, riscv64/ and s390x/ have only that " +
			"architecture.",
		Bad:  "FROM --platform=linux/amd64 arm64v8/alpine:3.22\nRUN make\n",
		Good: "FROM --platform=linux/arm64 arm64v8/alpine:3.22\nRUN make\n",
	},
	Check: func(p *lint.Pass) {
		actual := make([]platform, len(p.Stages))
		for _, s := range p.Stages {
			wanted, named := constantPlatform(s)
			switch {
			case s.Parent != nil:
				actual[s.Index] = actual[s.Parent.Index]
			default:
				actual[s.Index] = wanted
				if arch, ok := ofOneArchitecture(p.BaseName(s)); ok {
					actual[s.Index] = platform{os: "linux", arch: arch}
				}
			}
			if named && wanted.contradicts(actual[s.Index]) {
				flag := s.Platform
				p.Report(lint.Finding{
					Message: fmt.Sprintf("%s has the platform %s, but --platform requests %s", s.Base.Value, actual[s.Index], flag.Arg),
					Span:    s.From.Text.Span(flag.Start, flag.End),
				})
			}
		}
	},
}

// ofOneArchitecture returns the architecture of an official image that has only
// one.
func ofOneArchitecture(image string) (string, bool) {
	owner, rest, _ := strings.Cut(strings.TrimPrefix(image, "docker.io/"), "/")
	if rest == "" || strings.Contains(rest, "/") {
		return "", false
	}
	switch owner {
	case "amd64", "ppc64le", "riscv64", "s390x":
		return owner, true
	case "arm32v5", "arm32v6", "arm32v7":
		return "arm", true
	case "arm64v8":
		return "arm64", true
	case "i386":
		return "386", true
	}
	return "", false
}
