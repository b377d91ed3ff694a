package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3021 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3021",
		Summary:  "End the target with / in a COPY of several sources",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySuggestion,
		Why: "Several files can only be copied into a folder, and a trailing / marks the target as one. Without " +
			"it, some builders fail, and BuildKit writes one file over another if the folder does not exist yet.",
		Bad:  "FROM debian:12\nCOPY a b /etc\n",
		Good: "FROM debian:12\nCOPY a b /etc/\n",
		Fix: "adds the /. It is safe if the target is `.`, to which BuildKit adds a / itself. For other targets it is " +
			"a suggestion: without the /, BuildKit builds an image all the same, with only the last of the files if " +
			"there is no such folder, and the value of a variable may end with / already. A target with a \\, as in " +
			"Windows paths, has no fix.",
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
	const message = "end the target of COPY with /, because there are several sources"
	if strings.Contains(text, `\`) { // a Windows path, or an escape
		p.ReportWord(ins, target, message)
		return
	}
	fix := fixedits.Fix{Title: "Add /", Edits: p.Insert(ins, target.End-len(quote), "/")}
	if ins.JSON {
		fix.Edits = p.Insert(ins, target.End-len(`"`), "/")
	}
	if text == "." || text == quote+"." {
		fix.Safety = fixedits.SafetySafe // BuildKit adds the / itself
	}
	p.ReportWord(ins, target, message, fix)
}
