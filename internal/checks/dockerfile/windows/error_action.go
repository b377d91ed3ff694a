package windows

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var errorAction = &lint.Rule{
	Rule: checks.Rule{
		Name:     "windows/error-action-preference",
		Summary:  "Set $ErrorActionPreference in RUNs of several PowerShell commands",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "PowerShell continues after a command that fails, and the RUN succeeds if its last command does, so " +
			"the remains of a failed download may end up in the image. With `$ErrorActionPreference = 'Stop'` in " +
			"SHELL, the step fails. A RUN that sets it, or that has a single command, is not reported.",
		Bad: "FROM mcr.microsoft.com/windows/servercore:ltsc2022\nSHELL [\"powershell\", \"-Command\"]\n" +
			"RUN Expand-Archive a.zip; Remove-Item a.zip\n",
		Good: "FROM mcr.microsoft.com/windows/servercore:ltsc2022\n" +
			"SHELL [\"powershell\", \"-Command\", \"$ErrorActionPreference = 'Stop';\"]\nRUN Expand-Archive a.zip; Remove-Item a.zip\n",
		Fix: "adds it to a SHELL that ends in -Command. It is a suggestion, because it affects all later steps of " +
			"the stage, which may fail at errors that they ignored before.",
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

const errorActionMessage = "set $ErrorActionPreference = 'Stop' so that the RUN stops at the first error"

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

// severalCommands reports whether a script has more than one command.
func severalCommands(source string) bool {
	plain := strings.TrimRight(unquoted(source), "; \t\n\r")
	return strings.ContainsAny(plain, ";\n")
}
