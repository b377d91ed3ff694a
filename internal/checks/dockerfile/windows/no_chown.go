package windows

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var noChown = &lint.Rule{
	Rule: checks.Rule{
		Name:     "windows/no-chown",
		Summary:  "Do not use --chown and --chmod in Windows stages",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "--chown and --chmod only work in Linux containers. In a Windows build they have no effect, or fail " +
			"the build. Use icacls in a RUN to set permissions.",
		Bad:  "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\nCOPY --chown=app app.exe /app/\n",
		Good: "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\nCOPY app.exe /app/\n",
		Fix:  "deletes the flag. It is a suggestion, because the permissions must be set another way.",
	},
	Check: func(p *lint.Pass) {
		for _, ins := range instructions(p) {
			if ins.Name != "copy" && ins.Name != "add" {
				continue
			}
			for i := range ins.Flags {
				flag := &ins.Flags[i]
				if flag.Name != "chown" && flag.Name != "chmod" {
					continue
				}
				var fixes []fixedits.Fix
				if edits := p.CutFlag(ins, flag); edits != nil && ins.Err == nil && len(ins.Words) > 0 {
					fixes = []fixedits.Fix{{Title: "Delete --" + flag.Name, Edits: edits}}
				}
				p.ReportWord(ins, flag.Word, fmt.Sprintf("--%s is not supported for Windows containers: use icacls in a RUN", flag.Name), fixes...)
			}
		}
	},
}
