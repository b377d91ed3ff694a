package hadolint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/directives"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var dl1001 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL1001",
		Summary:  "Do not use inline ignore comments",
		Phase:    fixedits.PhaseStyle,
		Severity: config.SeverityOff,
		Why: "If rules are meant to hold for everybody, exceptions belong in the configuration, where they are " +
			"reviewed. The rule is off unless you set its severity.",
		Bad:  "# hadolint ignore=DL3006\nFROM debian\n",
		Good: "FROM debian:12.1\n",
	},
	Check: func(p *lint.Pass) {
		comment := -1
		for _, i := range p.Pragmas.Ignores {
			if i.Source != directives.Hadolint || i.Comment == comment {
				continue
			}
			comment = i.Comment
			c := p.Comments[comment]
			p.Report(lint.Finding{Message: "this comment silences rules: move the exception to the configuration", Span: lint.Span{Start: c.Start, End: c.End}})
		}
	},
}
