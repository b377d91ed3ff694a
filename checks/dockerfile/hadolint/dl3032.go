package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3032 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3032",
		Summary:  "what yum downloads is deleted in the same layer",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "What yum downloads, packages and lists of them, stays in the layer and is never used again. A later RUN " +
			"cannot make the layer smaller. Where /var/cache/yum is a cache mount, nothing is left.",
		Bad:  "FROM centos:7\nRUN yum install -y httpd-2.4.6\n",
		Good: "FROM centos:7\nRUN yum install -y httpd-2.4.6 && yum clean all\n",
		Fix: "adds yum clean all at the end of the script, as its other commands are written. It is a suggestion: a " +
			"later RUN may count on what is deleted.",
	},
	Check: func(p *lint.Pass) {
		runScripts(p, func(_ *lint.Stage, _ *syntax.Instruction, script *lint.Script) {
			if left := yumCache.dirty(script); len(left) > 0 {
				name := left[len(left)-1].Name()
				command := name + " clean all"
				reportDirty(p, left, name+" leaves what it downloaded in the image: add "+command, command)
			}
		})
	},
}

var yumCache = &cleaning{
	manager: packages.Yum,
	leaves: func(op *packages.Operation) bool {
		return op.Action == packages.Install || op.Action == packages.Upgrade
	},
	cleans: func(op *packages.Operation) bool {
		return op.Action == packages.Clean && len(op.Operands) > 0 && op.Operands[0].Is("all")
	},
	within: below("/var/cache/yum", "/var/cache/dnf"),
}
