package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var consistentInstructionCasing = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/ConsistentInstructionCasing",
		Summary:  "Use the same casing for all instructions",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "Instructions are easier to find if all are in upper case or all in lower case. The casing of most " +
			"of the file's instructions applies to all; in a tie, it is upper case. An ARG before the first FROM " +
			"does not count.",
		Bad:  "FROM debian:12\nWORKDIR /src\nrun make\n",
		Good: "FROM debian:12\nWORKDIR /src\nRUN make\n",
		Fix:  "writes the instruction, and the AS of a FROM, in the casing of the others. Keywords are not case-sensitive.",
	},
	Check: func(p *lint.Pass) {
		convert, kind := strings.ToUpper, "upper"
		if p.Lower() {
			convert, kind = strings.ToLower, "lower"
		}
		for s, ins := range p.All {
			want := convert(ins.Name)
			if s == nil || !syntax.Known(ins.Name) || ins.Keyword.Value == want {
				continue
			}
			edits := p.ReplaceWord(ins, ins.Keyword, want)
			if as := convert(s.As.Value); ins == s.From && as != s.As.Value {
				edits = append(edits, p.ReplaceWord(ins, s.As, as)...)
			}
			p.ReportAt(ins, fmt.Sprintf("write %s in %s case to match the casing of the other instructions", ins.Keyword.Value, kind),
				fixedits.Fix{Title: "Write " + want, Edits: edits})
		}
	},
}
