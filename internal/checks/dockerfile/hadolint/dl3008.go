package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3008 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3008",
		Summary:  "Pin the versions of packages in apt-get install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why:      whyRepository,
		Bad:      "FROM debian:12\nRUN apt-get update && apt-get install -y curl\n",
		Good:     "FROM debian:12\nRUN apt-get update && apt-get install -y curl=7.88.*\n",
	},
	Check: unpinned(packages.AptGet),
}
