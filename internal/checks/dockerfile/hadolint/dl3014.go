package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3014 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3014",
		Summary:  "Add -y to apt-get install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "apt-get install asks for confirmation before it installs additional packages. Nobody can answer " +
			"during a build, so the build fails or waits. DEBIAN_FRONTEND=noninteractive does not affect this " +
			"prompt, only those of packages.",
		Bad:  "FROM debian:12\nRUN apt-get update && apt-get install curl=7.88.*\n",
		Good: "FROM debian:12\nRUN apt-get update && apt-get install -y curl=7.88.*\n",
		Fix:  "adds -y after install. A build that succeeds without it installs the same packages.",
		NoCertificate: "To BuildKit, a command is only text, so its build definition (LLB) changes, although -y " +
			"does no more than answer a question.",
	},
	Check: func(p *lint.Pass) {
		assumed := aptConfigured(p, "APT::Get::Assume-Yes")
		operations(p, func(ins *syntax.Instruction, op *packages.Operation) {
			if op.Action != packages.Install || op.Open || assumed[ins] || assumesYes(op) {
				return
			}
			reportFlag(p, op, "apt-get "+op.Verb+" does not wait for confirmation", "-y", op.AddFlag("-y"))
		}, packages.AptGet)
	},
}

// assumesYes reports whether apt-get does not ask for confirmation. It treats
// -qq as -y.
func assumesYes(op *packages.Operation) bool {
	value, _ := aptOption(op, "APT::Get::Assume-Yes")
	on, _ := aptBool(value)
	return on || op.Has("y", "yes", "assume-yes") || quietness(op) > 1
}
