package practice

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var duplicateLabel = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/duplicate-label",
		Summary:  "Set each label only once",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Why:      "Only the last value of a label is used. A label of a parent stage may be overridden.",
		Bad:      "FROM debian:12\nLABEL version=1 vendor=example\nLABEL version=2\n",
		Good:     "FROM debian:12\nLABEL version=2 vendor=example\n",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			lines := map[string]int{}
			for _, ins := range s.Instructions {
				if ins.Name != "label" || ins.Err != nil {
					continue
				}
				for _, pair := range ins.Pairs {
					name, known := p.Env(s, ins).Known(pair.Key.Value)
					if !known || name == "" {
						continue
					}
					if line, ok := lines[name]; ok {
						p.ReportWord(ins, pair.Key, fmt.Sprintf("the label %q is already set on line %d: set it only once", name, line))
					}
					lines[name] = ins.Line
				}
			}
		}
	},
}
