package buildkit

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var fromAsCasing = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/FromAsCasing",
		Summary:  "Use the same casing for FROM and AS",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "Mixed casing of keywords makes a line harder to read. A FROM in mixed case is covered by " +
			"buildkit/ConsistentInstructionCasing.",
		Bad:  "FROM debian:12 as builder\n",
		Good: "FROM debian:12 AS builder\n",
		Fix:  "writes AS in the casing of FROM. Keywords are not case-sensitive.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			from, as := s.From.Keyword.Value, s.As.Value
			want, kind := "", ""
			switch from {
			case "FROM":
				want, kind = "AS", "upper"
			case "from":
				want, kind = "as", "lower"
			}
			// If FROM is in mixed case, ConsistentInstructionCasing decides the
			// casing and rewrites AS too.
			if as == "" || as == want || want == "" {
				continue
			}
			p.ReportWord(s.From, s.As, fmt.Sprintf("write AS in %s case to match the casing of %s", kind, from),
				fixedits.Fix{Title: "Write " + want, Edits: p.ReplaceWord(s.From, s.As, want)})
		}
	},
}
