package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3041 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3041",
		Summary:  "dnf installs packages in given versions",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Without a version, what a build installs depends on the day it runs: a layer that is built anew may hold " +
			"another version than the one that was tested, and nothing in the file shows it. dnf5, microdnf and tdnf " +
			"are judged as dnf is.",
		Bad:  "FROM fedora:40\nRUN dnf install -y httpd && dnf clean all\n",
		Good: "FROM fedora:40\nRUN dnf install -y httpd-2.4.* && dnf clean all\n",
	},
	Check: func(p *lint.Pass) {
		operations(p, func(_ *syntax.Instruction, op *packages.Operation) {
			reportUnpinned(p, op, rpmNoun(op))
		}, packages.Dnf)
	},
}
