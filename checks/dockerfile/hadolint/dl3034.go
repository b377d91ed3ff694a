package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3034 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3034",
		Summary:  "zypper changes packages without a question",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why:      "zypper asks before it installs, removes or patches. No one answers in a build, so that it fails.",
		Bad:      "FROM opensuse/leap:15.6\nRUN zypper install 'curl>=8.6' && zypper clean\n",
		Good:     "FROM opensuse/leap:15.6\nRUN zypper -n install 'curl>=8.6' && zypper clean\n",
		Fix: "adds -n, the option of zypper that all its commands have, before the verb. A build that got as far " +
			"without it installs the same.",
	},
	Check: func(p *lint.Pass) {
		operations(p, func(_ *syntax.Instruction, op *packages.Operation) {
			if zypperAsks(op) {
				reportFlag(p, op, "zypper "+op.Verb+" asks, and no one answers", "-n", op.AddGlobalFlag("-n"))
			}
		}, packages.Zypper)
	},
}

// zypperAsks reports whether a command of zypper asks before it does something. -n is an option before the verb; behind it,
// it is short for --name.
func zypperAsks(op *packages.Operation) bool {
	switch op.Verb {
	case "install", "in", "remove", "rm", "source-install", "si", "patch", "update", "up", "dist-upgrade", "dup":
	default:
		return false
	}
	if op.Open || op.Has("non-interactive", "y", "no-confirm") {
		return false
	}
	f := op.Flag("n")
	return f == nil || f.Arg.Start > op.Words[0].Start
}
