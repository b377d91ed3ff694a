package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3016 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3016",
		Summary:  "Pin the versions of packages in npm install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why:      "Without a version, npm " + whyNewest + " Dependencies in package.json are not checked: its lock file has the versions.",
		Bad:      "FROM node:22\nRUN npm install -g express\n",
		Good:     "FROM node:22\nRUN npm install -g express@4.19.2\n",
	},
	Check: unpinned(packages.Npm),
}
