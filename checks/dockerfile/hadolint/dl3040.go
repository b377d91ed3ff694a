package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3040 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3040",
		Summary:  "what dnf downloads is deleted in the same layer",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "What dnf downloads, packages and lists of them, stays in the layer and is never used again. A later RUN " +
			"cannot make the layer smaller. dnf5, microdnf and tdnf are judged as dnf is, each by its own clean. Where " +
			"the cache is a cache mount, nothing is left.",
		Bad:  "FROM fedora:40\nRUN dnf install -y httpd-2.4.*\n",
		Good: "FROM fedora:40\nRUN dnf install -y httpd-2.4.* && dnf clean all\n",
		Fix: "adds dnf clean all at the end of the script, as its other commands are written. It is a suggestion: a " +
			"later RUN may count on what is deleted.",
	},
	Check: func(p *lint.Pass) {
		runScripts(p, func(_ *lint.Stage, _ *syntax.Instruction, script *lint.Script) {
			if left := dnfCache.dirty(script); len(left) > 0 {
				name := left[len(left)-1].Name()
				command := name + " clean all"
				reportDirty(p, left, name+" leaves what it downloaded in the image: add "+command, command)
			}
		})
	},
}

var dnfCache = &cleaning{
	manager: packages.Dnf,
	leaves: func(op *packages.Operation) bool {
		return op.Action == packages.Install || op.Action == packages.Upgrade
	},
	cleans: func(op *packages.Operation) bool {
		return op.Action == packages.Clean && len(op.Operands) > 0 && op.Operands[0].Is("all")
	},
	apart:  true,
	within: below("/var/cache/dnf", "/var/cache/libdnf5", "/var/cache/yum", "/var/cache/tdnf"),
}
