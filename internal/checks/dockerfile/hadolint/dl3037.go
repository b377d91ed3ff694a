package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3037 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3037",
		Summary:  "Pin the versions of packages in zypper install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why:      whyRepository,
		Bad:      "FROM opensuse/leap:15.6\nRUN zypper -n install curl && zypper clean\n",
		Good:     "FROM opensuse/leap:15.6\nRUN zypper -n install 'curl>=8.6' && zypper clean\n",
	},
	Check: unpinned(packages.Zypper),
}
