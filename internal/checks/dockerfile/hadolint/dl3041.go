package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3041 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3041",
		Summary:  "Pin the versions of packages in dnf install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why:      whyRepository + " dnf5, microdnf and tdnf are checked like dnf.",
		Bad:      "FROM fedora:40\nRUN dnf install -y httpd && dnf clean all\n",
		Good:     "FROM fedora:40\nRUN dnf install -y httpd-2.4.* && dnf clean all\n",
	},
	Check: unpinned(packages.Dnf),
}
