package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var jsonArgsRecommended = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/JSONArgsRecommended",
		Summary:  "CMD and ENTRYPOINT are written as arrays in JSON",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "Without an array a shell runs the command, and it is the shell that gets the signal when the container is to stop: the program " +
			"is killed without having been asked to end. Where a SHELL says which shell that is, it is taken to be meant.",
		Bad:  "FROM debian:12\nCMD my-server --port 80\n",
		Good: "FROM debian:12\nCMD [\"my-server\", \"--port\", \"80\"]\n",
		Fix: "writes the words of the command as an array, where they need no shell: no variables, patterns, redirections or further " +
			"commands. No shell is there then that the program might rely on. An ENTRYPOINT that is an array is given the words of CMD, " +
			"so where the stage has a CMD, the fix is unsafe.",
	},
	Check: func(p *lint.Pass) {
		follow(p, func(hasShell bool, s *lint.Stage, ins *syntax.Instruction) bool {
			switch {
			case s == nil:
			case ins.JSON || hasShell:
			case ins.Name == "cmd":
				reportShellForm(p, s, ins, "")
			case ins.Name == "entrypoint":
				var safety fixedits.Safety
				if s.Last("cmd") != nil {
					safety = fixedits.SafetyUnsafe
				}
				reportShellForm(p, s, ins, safety)
			}
			return hasShell || ins.Name == "shell" && ins.JSON
		})
	},
}

func reportShellForm(p *lint.Pass, s *lint.Stage, ins *syntax.Instruction, safety fixedits.Safety) {
	var fixes []fixedits.Fix
	if edits, ok := p.Script(s, ins).ExecForm(); ok {
		fixes = append(fixes, fixedits.Fix{Title: "Write an array", Safety: safety, Edits: edits})
	}
	p.ReportAt(ins, fmt.Sprintf("%s is no array in JSON, so a shell runs it, which passes no signals on", strings.ToUpper(ins.Name)), fixes...)
}
