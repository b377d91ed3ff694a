package windows

import (
	"encoding/json"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var jsonBackslash = &lint.Rule{
	Rule: checks.Rule{
		Name:     "windows/json-backslash",
		Summary:  "Double the backslashes in JSON arrays",
		Phase:    fixedits.PhaseSyntax,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySuggestion,
		Why: "In JSON, a backslash escapes the next character. `[\"C:\\app\\run.exe\"]` is not a valid JSON " +
			"array, so BuildKit treats it as shell form, including brackets and quotes, and does not find the " +
			"command.",
		Bad:  "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\nENTRYPOINT [\"C:\\app\\run.exe\"]\n",
		Good: "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\nENTRYPOINT [\"C:\\\\app\\\\run.exe\"]\n",
		Fix:  "doubles the backslashes. It is a suggestion, because a command that always failed then runs.",
	},
	Check: func(p *lint.Pass) {
		for _, ins := range instructions(p) {
			switch ins.Name {
			case "run", "cmd", "entrypoint", "shell", "copy", "add", "volume":
				checkArray(p, ins)
			}
		}
	},
}

// checkArray reports an array that is valid JSON except for its backslashes.
func checkArray(p *lint.Pass, ins *syntax.Instruction) {
	text := ins.Args.Value
	if ins.JSON || !strings.HasPrefix(text, "[") || !strings.HasSuffix(text, "]") || !strings.Contains(text, `\`) {
		return
	}
	var words []string
	if json.Unmarshal([]byte(strings.ReplaceAll(text, `\`, `\\`)), &words) != nil || len(words) == 0 {
		return
	}
	var edits []fixedits.Edit
	for i := range len(text) {
		if text[i] == '\\' {
			at := ins.Args.Start + i
			edits = append(edits, p.Replace(ins, at, at+1, `\\`)...)
		}
	}
	p.ReportAt(ins, "this is not a valid JSON array: double the backslashes", fixedits.Fix{Title: "Double the backslashes", Edits: edits})
}
