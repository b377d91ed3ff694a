package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3038 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3038",
		Summary:  "Add -y to dnf install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "dnf asks for confirmation. Nobody can answer during a build, so the build fails. dnf5, microdnf and " +
			"tdnf are checked like dnf.",
		Bad:  "FROM fedora:40\nRUN dnf install httpd-2.4.* && dnf clean all\n",
		Good: "FROM fedora:40\nRUN dnf install -y httpd-2.4.* && dnf clean all\n",
		Fix:  "adds -y after the verb. A build that succeeds without it installs the same packages.",
		NoCertificate: "To BuildKit, a command is only text, so its build definition (LLB) changes, although -y " +
			"does no more than answer a question.",
	},
	Check: rpmAsks(packages.Dnf),
}
