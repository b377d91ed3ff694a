package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3015 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3015",
		Summary:  "Add --no-install-recommends to apt-get install",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetyUnsafe,
		Why: "apt-get also installs the recommended packages of every package, often many. They make the image " +
			"larger and need security updates.",
		Bad:  "FROM debian:12\nRUN apt-get update && apt-get install -y curl=7.88.*\n",
		Good: "FROM debian:12\nRUN apt-get update && apt-get install -y --no-install-recommends curl=7.88.*\n",
		Fix: "adds --no-install-recommends. It is unsafe: recommended packages are no longer installed, and the " +
			"program may need them (curl has no certificates without ca-certificates).",
	},
	Check: func(p *lint.Pass) {
		configured := aptConfigured(p, "APT::Install-Recommends")
		operations(p, func(ins *syntax.Instruction, op *packages.Operation) {
			if op.Verb != "install" || op.Open || configured[ins] || setsRecommends(op) {
				return
			}
			reportFlag(p, op, "apt-get install leaves out recommended packages", "--no-install-recommends", op.AddFlag("--no-install-recommends"))
		}, packages.AptGet)
	},
}

// setsRecommends reports whether a flag or the configuration says whether
// recommended packages are installed. An explicit request for them is
// intentional.
func setsRecommends(op *packages.Operation) bool {
	_, ok := aptOption(op, "APT::Install-Recommends")
	return ok || op.Has("no-install-recommends", "install-recommends")
}
