package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3034 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3034",
		Summary:  "Add -n to zypper commands that ask for confirmation",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why:      "zypper asks for confirmation before it installs, removes or patches. Nobody can answer during a build, so the build fails.",
		Bad:      "FROM opensuse/leap:15.6\nRUN zypper install 'curl>=8.6' && zypper clean\n",
		Good:     "FROM opensuse/leap:15.6\nRUN zypper -n install 'curl>=8.6' && zypper clean\n",
		Fix: "adds zypper's global option -n before the verb. A build that succeeds without it installs the same " +
			"packages.",
		NoCertificate: "To BuildKit, a command is only text, so its build definition (LLB) changes, although -n " +
			"does no more than answer questions.",
	},
	Check: func(p *lint.Pass) {
		operations(p, func(_ *syntax.Instruction, op *packages.Operation) {
			if zypperAsks(op) {
				reportFlag(p, op, "zypper "+op.Verb+" does not wait for confirmation", "-n", op.AddGlobalFlag("-n"))
			}
		}, packages.Zypper)
	},
}

// zypperAsks reports whether a zypper command asks for confirmation. -n is a
// global option before the verb; after the verb, it means --name.
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
