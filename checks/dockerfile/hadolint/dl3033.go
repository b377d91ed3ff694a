package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3033 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3033",
		Summary:  "yum installs packages in given versions",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Without a version, what a build installs depends on the day it runs: a layer that is built anew may hold " +
			"another version than the one that was tested, and nothing in the file shows it.",
		Bad:  "FROM centos:7\nRUN yum install -y httpd && yum clean all\n",
		Good: "FROM centos:7\nRUN yum install -y httpd-2.4.6 && yum clean all\n",
	},
	Check: func(p *lint.Pass) {
		operations(p, func(_ *syntax.Instruction, op *packages.Operation) {
			reportUnpinned(p, op, rpmNoun(op))
		}, packages.Yum)
	},
}

// rpmNoun returns what an installation of yum or dnf installs: packages or modules.
func rpmNoun(op *packages.Operation) string {
	if strings.HasPrefix(op.Verb, "module") {
		return "module"
	}
	return "package"
}
