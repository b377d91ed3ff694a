package buildkit

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var noEmptyContinuation = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/NoEmptyContinuation",
		Summary:  "Do not put empty lines within an instruction",
		Phase:    fixedits.PhaseSyntax,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySafe,
		Why: "An instruction whose line ends with the escape character continues after an empty line, which looks " +
			"like its end. Future versions of BuildKit will reject this.",
		Bad:  "FROM debian:12\nRUN make \\\n\n    install\n",
		Good: "FROM debian:12\nRUN make \\\n    install\n",
		Fix:  "deletes the empty lines. The meaning of the instruction stays the same.",
	},
	Check: func(p *lint.Pass) {
		for _, ins := range p.Instructions {
			var empty []lint.Span
			for _, b := range ins.Breaks {
				if b.Empty {
					empty = append(empty, emptyLines(p.Source, b)...)
				}
			}
			if len(empty) == 0 {
				continue
			}
			var edits []fixedits.Edit
			for _, s := range empty {
				edits = append(edits, p.ReplaceSpan(s, "")...)
			}
			p.Report(lint.Finding{
				Message: "delete the empty continuation line",
				Span:    lint.Span{Start: empty[0].Start, End: empty[0].Start},
				Fixes:   []fixedits.Fix{{Title: "Delete the empty lines", Edits: edits}},
			})
		}
	},
}

// emptyLines returns the empty lines of a break, each with its line ending.
func emptyLines(source string, b syntax.Break) []lint.Span {
	var out []lint.Span
	start := b.Mark + strings.IndexByte(source[b.Mark:b.End], '\n') + 1
	for start < b.End {
		end := b.End
		if i := strings.IndexByte(source[start:b.End], '\n'); i >= 0 {
			end = start + i + 1
		}
		if strings.TrimSpace(source[start:end]) == "" {
			out = append(out, lint.Span{Start: start, End: end})
		}
		start = end
	}
	return out
}
