package windows

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var errorAction = &lint.Rule{
	Rule: checks.Rule{
		Name:     "windows/error-action-preference",
		Summary:  "A PowerShell that runs several commands stops at an error",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "PowerShell goes on behind a command that fails, and a RUN whose last command succeeds is a success: what a failed download " +
			"left is in the image. `$ErrorActionPreference = 'Stop'` in the SHELL has the step fail. A RUN that sets it is not reported, " +
			"and neither is one of a single command.",
		Bad: "FROM mcr.microsoft.com/windows/servercore:ltsc2022\nSHELL [\"powershell\", \"-Command\"]\n" +
			"RUN Expand-Archive a.zip; Remove-Item a.zip\n",
		Good: "FROM mcr.microsoft.com/windows/servercore:ltsc2022\n" +
			"SHELL [\"powershell\", \"-Command\", \"$ErrorActionPreference = 'Stop';\"]\nRUN Expand-Archive a.zip; Remove-Item a.zip\n",
		Fix: "adds it to a SHELL that ends in -Command. It is a suggestion, since all later steps of the stage get it, and may " +
			"fail at errors that they passed over so far.",
	},
	Check: func(p *lint.Pass) {
		reported := make(map[*syntax.Instruction]bool)
		for step := range p.Steps {
			shell, command := p.ShellOf(step.Stage, step.Outer)
			if shell != lint.PowerShell || setsErrorAction(strings.Join(command, " ")) || step.Script.Ins.JSON {
				continue
			}
			source := step.Script.Source
			if setsErrorAction(source) || !severalCommands(source) {
				continue
			}
			set := p.ShellAt(step.Stage, step.Outer)
			if set == nil {
				p.ReportAt(step.Script.Ins, errorActionMessage)
				continue
			}
			if !reported[set] {
				reported[set] = true
				p.ReportAt(set, errorActionMessage, addErrorAction(p, set)...)
			}
		}
	},
}

const errorActionMessage = "a command that fails does not stop the RUN: set $ErrorActionPreference = 'Stop'"

func setsErrorAction(script string) bool {
	return strings.Contains(strings.ToLower(script), "erroractionpreference")
}

// addErrorAction returns the fix for a SHELL that ends in the option that takes
// commands.
func addErrorAction(p *lint.Pass, shell *syntax.Instruction) []fixedits.Fix {
	last := shell.Words[len(shell.Words)-1]
	switch strings.ToLower(last.Value) {
	case "-command", "-c", "/command", "/c":
		text := ", " + lint.QuoteJSON("$ErrorActionPreference = 'Stop';")
		return []fixedits.Fix{{Title: "Set $ErrorActionPreference", Edits: p.Insert(shell, last.End, text)}}
	}
	return nil
}

// severalCommands reports whether a script has a command behind another one.
func severalCommands(source string) bool {
	plain := strings.TrimRight(unquoted(source), "; \t\n\r")
	return strings.ContainsAny(plain, ";\n")
}
