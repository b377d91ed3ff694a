package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3043 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3043",
		Summary:  "Do not use ONBUILD, FROM or MAINTAINER in ONBUILD",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Why:      "The build rejects an ONBUILD with one of these instructions, and so the whole file.",
		Bad:      "FROM debian:12\nONBUILD FROM alpine:3.22\n",
		Good:     "FROM debian:12\nONBUILD RUN make\n",
	},
	Check: func(p *lint.Pass) {
		for _, ins := range p.All {
			if ins.OnBuild == nil {
				continue
			}
			switch inner := ins.OnBuild; inner.Name {
			case "onbuild", "from", "maintainer":
				p.ReportWord(inner, inner.Keyword, strings.ToUpper(inner.Name)+" is not allowed in ONBUILD")
			}
		}
	},
}
