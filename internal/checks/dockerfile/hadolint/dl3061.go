package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3061 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3061",
		Summary:  "Start with FROM, ARG or a comment",
		Phase:    fixedits.PhaseSyntax,
		Severity: fixedits.SeverityError,
		Why: "Before the first FROM there is no image for an instruction to change, so the build rejects it. " +
			"Comments, parser directives, and ARG, whose value FROM may use, are allowed.",
		Bad:  "LABEL version=1\nFROM debian:12\n",
		Good: "ARG TAG=12\nFROM debian:$TAG\nLABEL version=1\n",
	},
	Check: func(p *lint.Pass) {
		if len(p.Stages) == 0 {
			p.ReportAt(p.Instructions[0], "the file has no FROM: add one with the base image")
			return
		}
		for _, ins := range p.Meta {
			if ins.Name != "arg" && syntax.Known(ins.Name) {
				p.ReportAt(ins, ins.Keyword.Value+" is not allowed before the first FROM")
			}
		}
	},
}
