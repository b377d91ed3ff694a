package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3015 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3015",
		Summary:  "apt-get install leaves recommended packages out",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetyUnsafe,
		Why: "apt-get installs what packages recommend too, which is often much more than what was named, makes images " +
			"larger, and adds what no one asked for and has to be kept secure.",
		Bad:  "FROM debian:12\nRUN apt-get update && apt-get install -y curl=7.88.*\n",
		Good: "FROM debian:12\nRUN apt-get update && apt-get install -y --no-install-recommends curl=7.88.*\n",
		Fix: "adds --no-install-recommends. It is unsafe: what was installed by recommendation is no longer there, and " +
			"the program may need it (curl has no certificates without ca-certificates).",
	},
	Check: func(p *lint.Pass) {
		configured := aptConfigured(p, "APT::Install-Recommends")
		operations(p, func(ins *syntax.Instruction, op *packages.Operation) {
			if op.Verb != "install" || op.Open || configured[ins] || saysRecommends(op) {
				return
			}
			reportFlag(p, op, "apt-get install adds what packages recommend", "--no-install-recommends", op.AddFlag("--no-install-recommends"))
		}, packages.AptGet)
	},
}

// saysRecommends reports whether it is said whether recommended packages are installed: who asks for them means it.
func saysRecommends(op *packages.Operation) bool {
	_, ok := aptOption(op, "APT::Install-Recommends")
	return ok || op.Has("no-install-recommends", "install-recommends")
}
