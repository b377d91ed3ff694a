package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3049 = &lint.Rule{
	Rule: checks.Rule{
		Name:     schemaRule,
		Summary:  "The image has all labels that it has to have",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Why: "Where images are found, billed or cleaned up by their labels, one without them is lost. Which labels there have to be is " +
			"said by the option labels. It is the last stage that makes the image: its labels count, and those of the earlier stages " +
			"that it begins from.",
		Bad:     "FROM debian:12\n",
		Good:    "FROM debian:12\nLABEL org.opencontainers.image.title=app org.opencontainers.image.url=https://example.com org.opencontainers.image.created=2026-01-02T03:04:05Z org.opencontainers.image.licenses=MIT org.opencontainers.image.revision=0123456789abcdef0123456789abcdef01234567 org.opencontainers.image.version=1.2.3 maintainer=ada@example.com\n",
		Options: []checks.Option{schema},
	},
	Check: func(p *lint.Pass) {
		_, names := labelSchema(p)
		if len(names) == 0 || len(p.Stages) == 0 {
			return
		}
		last := p.Stages[len(p.Stages)-1]
		has := make(map[string]bool)
		for s := last; s != nil; s = s.Parent {
			for _, ins := range s.Instructions {
				if ins.Name != "label" {
					continue
				}
				for _, pair := range ins.Pairs {
					name, _ := constant(p, pair.Key.Value)
					has[name] = true
				}
			}
		}
		for _, name := range names {
			if !has[name] {
				p.ReportAt(last.From, fmt.Sprintf("the label %q is missing", name))
			}
		}
	},
}
