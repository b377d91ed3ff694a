package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var dl3035 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3035",
		Summary:  "Use a newer base image instead of zypper dist-upgrade",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why: "dist-upgrade replaces every package that is newer in the repositories, so the image no longer " +
			"matches the one that FROM names, and no two builds are the same. Use a newer base image instead.",
		Bad:  "FROM opensuse/leap:15.6\nRUN zypper -n dist-upgrade && zypper clean\n",
		Good: "FROM opensuse/leap:15.6\nRUN zypper -n patch && zypper clean\n",
	},
	Check: func(p *lint.Pass) {
		operations(p, func(_ *syntax.Instruction, op *packages.Operation) {
			if op.Verb == "dist-upgrade" || op.Verb == "dup" {
				p.Report(lint.Finding{Message: "zypper " + op.Verb + " replaces packages of the base image: use a newer base image", Span: opSpan(op)})
			}
		}, packages.Zypper)
	},
}
