package windows

import (
	"encoding/json"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var jsonBackslash = &lint.Rule{
	Rule: checks.Rule{
		Name:     "windows/json-backslash",
		Summary:  "Backslashes in arrays in JSON are doubled",
		Phase:    fixedits.PhaseSyntax,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySuggestion,
		Why: "In JSON a backslash escapes what follows. `[\"C:\\app\\run.exe\"]` is no array in JSON, so that BuildKit takes it for shell form, " +
			"brackets and quotes included, and no such command is found.",
		Bad:  "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\nENTRYPOINT [\"C:\\app\\run.exe\"]\n",
		Good: "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\nENTRYPOINT [\"C:\\\\app\\\\run.exe\"]\n",
		Fix:  "doubles the backslashes. It is a suggestion, since the command that has failed so far runs.",
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

// checkArray reports what is an array in JSON but for its backslashes.
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
	p.ReportAt(ins, "this is no array in JSON: double the backslashes", fixedits.Fix{Title: "Double the backslashes", Edits: edits})
}
