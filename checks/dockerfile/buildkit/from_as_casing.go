package buildkit

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var fromAsCasing = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/FromAsCasing",
		Summary:  "FROM and AS are written in the same case",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "Two ways of writing keywords in one line make it harder to read. A FROM in mixed case is for " +
			"buildkit/ConsistentInstructionCasing.",
		Bad:  "FROM debian:12 as builder\n",
		Good: "FROM debian:12 AS builder\n",
		Fix:  "writes AS in the case of FROM. Keywords mean the same in either case.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			from, as := s.From.Keyword.Value, s.As.Value
			want := ""
			switch from {
			case "FROM":
				want = "AS"
			case "from":
				want = "as"
			}
			// Of one in mixed case the other rule says which case is that of the file, and writes AS in that too.
			if as == "" || as == want || want == "" {
				continue
			}
			p.ReportWord(s.From, s.As, fmt.Sprintf("%s is not in the case of %s", as, from),
				fixedits.Fix{Title: "Write " + want, Edits: p.ReplaceWord(s.From, s.As, want)})
		}
	},
}
