package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3008 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3008",
		Summary:  "apt-get installs packages in given versions",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "Without a version, what a build installs depends on the day it runs: a layer that is built anew may hold " +
			"another version than the one that was tested, and nothing in the file shows it.",
		Bad:  "FROM debian:12\nRUN apt-get update && apt-get install -y curl\n",
		Good: "FROM debian:12\nRUN apt-get update && apt-get install -y curl=7.88.*\n",
	},
	Check: func(p *lint.Pass) {
		operations(p, func(_ *syntax.Instruction, op *packages.Operation) {
			reportUnpinned(p, op, "package")
		}, packages.AptGet)
	},
}
