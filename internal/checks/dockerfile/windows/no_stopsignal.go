package windows

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var noStopsignal = &lint.Rule{
	Rule: checks.Rule{
		Name:     "windows/no-stopsignal",
		Summary:  "Do not use STOPSIGNAL in Windows stages",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySuggestion,
		Why: "A Windows container is stopped with a shutdown event, not with a signal, so STOPSIGNAL does not reach the " +
			"program.",
		Bad:  "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\nSTOPSIGNAL SIGTERM\n",
		Good: "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\n",
		Fix:  "deletes the instruction. It is a suggestion, because it may have had a purpose.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			if !p.OnWindows(s) {
				continue
			}
			for _, ins := range s.Instructions {
				if ins.Name == "stopsignal" {
					p.ReportAt(ins, "delete STOPSIGNAL: Windows containers get no signals", fixedits.Fix{Title: "Delete STOPSIGNAL", Edits: p.DeleteLines(ins)})
				}
			}
		}
	},
}
