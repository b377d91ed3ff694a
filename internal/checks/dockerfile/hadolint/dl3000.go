package hadolint

import (
	"fmt"
	"path"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3000 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3000",
		Summary:  "Use an absolute path in WORKDIR",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySuggestion,
		Same:     "buildkit/WorkdirRelativePath",
		Why: "A relative WORKDIR depends on the WORKDIRs before it or, if there are none, on the base image, " +
			"whose next version may use a different folder.",
		Bad:  "FROM debian:12\nWORKDIR app\n",
		Good: "FROM debian:12\nWORKDIR /app\n",
		Fix: "writes the absolute path. It is safe if an absolute WORKDIR of the file gives the folder that the path " +
			"is relative to, and a suggestion if that folder comes from a well-known base image. For other base " +
			"images the folder is unknown, and there is no fix.",
	},
	Check: func(p *lint.Pass) {
		for s, outer := range p.All {
			ins := lint.Inner(outer)
			if ins.Name != "workdir" || len(ins.Words) == 0 || p.Absolute(ins.Words[0].Value) {
				continue
			}
			message := fmt.Sprintf("use an absolute path in WORKDIR instead of %s", ins.Words[0].Value)
			if s == nil || ins != outer {
				p.ReportWord(ins, ins.Words[0], message) // in ONBUILD, the folder is another build's
				continue
			}
			p.ReportWord(ins, ins.Words[0], message, absoluteWorkdir(p, s, ins)...)
		}
	},
}

// absoluteWorkdir returns the fix that makes a relative WORKDIR absolute, or no
// fix.
func absoluteWorkdir(p *lint.Pass, s *lint.Stage, ins *syntax.Instruction) []fixedits.Fix {
	dir, _ := p.Workdir(s, ins)
	safety := fixedits.SafetySuggestion
	if p.OwnWorkdir(s, ins) {
		safety = fixedits.SafetySafe
	}
	word := ins.Words[0]
	arg, literal := p.Literal(word.Value)
	if dir == "" || !literal {
		return nil
	}
	dir = path.Join(dir, arg)
	if quote := word.Value[0]; quote == '"' || quote == '\'' {
		dir = string(quote) + dir + string(quote)
	}
	return []fixedits.Fix{{Title: "Use " + dir, Safety: safety, Edits: p.ReplaceWord(ins, word, dir)}}
}
