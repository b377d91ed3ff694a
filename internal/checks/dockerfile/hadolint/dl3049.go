package hadolint

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3049 = &lint.Rule{
	Rule: checks.Rule{
		Name:     schemaRule,
		Summary:  "Set all required labels",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Why: "Images may be found, billed or cleaned up by their labels. The option labels lists the required " +
			"labels. The last stage is checked: its own labels count, and those of the earlier stages that it " +
			"builds on.",
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
				p.ReportAt(last.From, fmt.Sprintf("set the required label %q", name))
			}
		}
	},
}
