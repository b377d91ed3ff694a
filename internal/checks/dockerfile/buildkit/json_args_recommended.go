package buildkit

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var jsonArgsRecommended = &lint.Rule{
	Rule: checks.Rule{
		Name:     "buildkit/JSONArgsRecommended",
		Summary:  "Use JSON arguments for CMD and ENTRYPOINT",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "Without a JSON array, a shell runs the command. The shell gets the signal when the container is " +
			"stopped and does not forward it, so the program is killed without a graceful shutdown. If SHELL is " +
			"set, the shell form is assumed to be intentional.",
		Bad:  "FROM debian:12\nCMD my-server --port 80\n",
		Good: "FROM debian:12\nCMD [\"my-server\", \"--port\", \"80\"]\n",
		Fix: "writes the command as a JSON array if it does not need a shell: it has no variables, patterns, " +
			"redirections or further commands. The program then runs without a shell, which it may rely on. An " +
			"ENTRYPOINT in JSON gets CMD as its arguments, so the fix is unsafe if the stage has a CMD.",
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
		fixes = append(fixes, fixedits.Fix{Title: "Use a JSON array", Safety: safety, Edits: edits})
	}
	p.ReportAt(ins, fmt.Sprintf("use JSON arguments for %s: a shell does not forward signals to the program", strings.ToUpper(ins.Name)), fixes...)
}
