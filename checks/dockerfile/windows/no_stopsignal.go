package windows

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var noStopsignal = &lint.Rule{
	Rule: checks.Rule{
		Name:     "windows/no-stopsignal",
		Summary:  "No STOPSIGNAL for Windows",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySuggestion,
		Why: "A container of Windows is stopped by a shutdown event and not by a signal, so that what STOPSIGNAL says does not reach the " +
			"program.",
		Bad:  "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\nSTOPSIGNAL SIGTERM\n",
		Good: "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\n",
		Fix:  "deletes the instruction. It is a suggestion, since somebody meant it to do something.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			if !p.OnWindows(s) {
				continue
			}
			for _, ins := range s.Instructions {
				if ins.Name == "stopsignal" {
					p.ReportAt(ins, "containers of Windows get no signals", fixedits.Fix{Title: "Delete STOPSIGNAL", Edits: p.DeleteLines(ins)})
				}
			}
		}
	},
}
