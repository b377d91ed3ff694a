package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
)

var dl3041 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3041",
		Summary:  "dnf installs packages in given versions",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why:      whyRepository + " dnf5, microdnf and tdnf are judged as dnf is.",
		Bad:      "FROM fedora:40\nRUN dnf install -y httpd && dnf clean all\n",
		Good:     "FROM fedora:40\nRUN dnf install -y httpd-2.4.* && dnf clean all\n",
	},
	Check: unpinned(packages.Dnf),
}
