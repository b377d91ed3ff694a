package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
)

var dl3038 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3038",
		Summary:  "dnf installs without a question",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "dnf asks before it installs. No one answers in a build, so that it fails. dnf5, microdnf and tdnf are " +
			"judged as dnf is.",
		Bad:  "FROM fedora:40\nRUN dnf install httpd-2.4.* && dnf clean all\n",
		Good: "FROM fedora:40\nRUN dnf install -y httpd-2.4.* && dnf clean all\n",
		Fix:  "adds -y behind the verb. A build that got as far without it installs the same.",
	},
	Check: rpmAsks(packages.Dnf),
}
