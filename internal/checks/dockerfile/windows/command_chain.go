package windows

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var commandChain = &lint.Rule{
	Rule: checks.Rule{
		Name:     "windows/command-chain",
		Summary:  "Do not use && and || with Windows PowerShell",
		Phase:    fixedits.PhaseSyntax,
		Severity: fixedits.SeverityError,
		Why: "powershell.exe, which is part of Windows, does not support && and ||, so the RUN fails; pwsh 7 " +
			"does. With $ErrorActionPreference = 'Stop', commands separated by ; stop at the first failure.",
		Bad: "FROM mcr.microsoft.com/windows/servercore:ltsc2022\n" +
			"SHELL [\"powershell\", \"-Command\", \"$ErrorActionPreference = 'Stop';\"]\nRUN cd app && ./build.ps1\n",
		Good: "FROM mcr.microsoft.com/windows/servercore:ltsc2022\n" +
			"SHELL [\"powershell\", \"-Command\", \"$ErrorActionPreference = 'Stop';\"]\nRUN cd app; ./build.ps1\n",
	},
	Check: func(p *lint.Pass) {
		for step := range p.Steps {
			shell, command := p.ShellOf(step.Stage, step.Outer)
			if shell != lint.PowerShell || len(command) == 0 || !isWindowsPowerShell(command[0]) || step.Script.Ins.JSON || !p.OnWindows(step.Stage) {
				continue
			}
			source := step.Script.Source
			plain := unquoted(source)
			if strings.Contains(plain, "--%") {
				continue // the rest is for another program
			}
			for _, operator := range []string{"&&", "||"} {
				if i := strings.Index(plain, operator); i >= 0 {
					p.Report(lint.Finding{Message: "Windows PowerShell does not support " + operator + ": separate commands with ;", Span: step.Script.Span(i, i+2)})
					break
				}
			}
		}
	},
}

// isWindowsPowerShell reports whether a program is the PowerShell that is part
// of Windows, not pwsh.
func isWindowsPowerShell(program string) bool {
	program = strings.ToLower(program)
	program = strings.TrimSuffix(program[strings.LastIndexAny(program, `/\`)+1:], ".exe")
	return program == "powershell"
}

// unquoted returns a PowerShell script with spaces in place of quoted text and
// comments, so that offsets stay. It returns "" if a quote is not closed.
func unquoted(source string) string {
	out := []byte(source)
	var quote byte
	for i := 0; i < len(out); i++ {
		c := out[i]
		switch {
		case quote == '#':
			if c == '\n' {
				quote = 0
				continue
			}
			out[i] = ' '
		case quote != 0:
			out[i] = ' '
			if c == '`' && quote == '"' && i+1 < len(out) {
				i++
				out[i] = ' '
			} else if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"' || c == '#' && (i == 0 || strings.IndexByte(" \t\n;(", out[i-1]) >= 0):
			quote = c
			out[i] = ' '
		case c == '`' && i+1 < len(out):
			out[i], out[i+1] = ' ', ' '
			i++
		}
	}
	if quote != 0 && quote != '#' {
		return ""
	}
	return string(out)
}
