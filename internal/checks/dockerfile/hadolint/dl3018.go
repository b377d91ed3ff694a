package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3018 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3018",
		Summary:  "Pin the versions of packages in apk add",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why:      whyRepository,
		Bad:      "FROM alpine:3.20\nRUN apk add --no-cache curl\n",
		Good:     "FROM alpine:3.20\nRUN apk add --no-cache curl=~8.9\n",
	},
	Check: unpinned(packages.Apk),
}
