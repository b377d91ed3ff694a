package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3036 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3036",
		Summary:  "what zypper downloads is deleted in the same layer",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "What zypper downloads, packages and lists of them, stays in the layer and is never used again. A later " +
			"RUN cannot make the layer smaller. Where /var/cache/zypp is a cache mount, nothing is left.",
		Bad:  "FROM opensuse/leap:15.6\nRUN zypper -n install 'curl>=8.6'\n",
		Good: "FROM opensuse/leap:15.6\nRUN zypper -n install 'curl>=8.6' && zypper clean\n",
		Fix: "adds zypper clean at the end of the script, as its other commands are written. It is a suggestion: a " +
			"later RUN may count on what is deleted.",
	},
	Check: func(p *lint.Pass) {
		runScripts(p, func(_ *lint.Stage, _ *syntax.Instruction, script *lint.Script) {
			if left := zypperCache.dirty(script); len(left) > 0 {
				name := left[len(left)-1].Name()
				command := name + " clean"
				reportDirty(p, left, name+" leaves what it downloaded in the image: add "+command, command)
			}
		})
	},
}

var zypperCache = &cleaning{
	manager: packages.Zypper,
	leaves: func(op *packages.Operation) bool {
		return op.Action == packages.Install || op.Action == packages.Upgrade || op.Verb == "source-install" || op.Verb == "si"
	},
	cleans: func(op *packages.Operation) bool {
		return op.Action == packages.Clean
	},
	within: below("/var/cache/zypp"),
}
