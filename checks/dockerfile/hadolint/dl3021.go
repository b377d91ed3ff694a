package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3021 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3021",
		Summary:  "COPY of several sources has a target that ends with /",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySafe,
		Why: "Several files can only be copied into a folder, and / at its end is what makes the target one. Without it, some builders " +
			"fail, and BuildKit writes one file over the other where there is no such folder yet.",
		Bad:  "FROM debian:12\nCOPY a b /etc\n",
		Good: "FROM debian:12\nCOPY a b /etc/\n",
		Fix: "adds the /. If the target has a variable in it, that may have one already, and the fix is a suggestion. A target with a \\, " +
			"as paths of Windows have it, has no fix.",
	},
	Check: func(p *lint.Pass) {
		for _, outer := range p.All {
			ins := lint.Inner(outer)
			if ins.Name != "copy" || len(ins.Words) < 3 || ins.Err != nil {
				continue
			}
			checkTarget(p, ins, ins.Words[len(ins.Words)-1])
		}
	},
}

func checkTarget(p *lint.Pass, ins *syntax.Instruction, target syntax.Word) {
	text, quote := target.Value, ""
	if last := text[max(len(text)-1, 0):]; !ins.JSON && (last == `"` || last == "'") {
		text, quote = strings.TrimSuffix(text, last), last
	}
	if strings.HasSuffix(text, "/") || strings.HasSuffix(text, `\`) {
		return
	}
	const message = "end the target with /: several sources are copied into a folder"
	if strings.Contains(text, `\`) { // of Windows, or escaped
		p.ReportWord(ins, target, message)
		return
	}
	fix := fixedits.Fix{Title: "Add the /", Edits: p.Insert(ins, target.End-len(quote), "/")}
	if ins.JSON {
		fix.Edits = p.Insert(ins, target.End-len(`"`), "/")
	}
	if strings.Contains(text, "$") {
		fix.Safety = fixedits.SafetySuggestion
	}
	p.ReportWord(ins, target, message, fix)
}
