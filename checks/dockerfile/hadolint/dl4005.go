package hadolint

import (
	"path"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl4005 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL4005",
		Summary:  "SHELL changes the shell of RUN, not a link at /bin/sh",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "Scripts of the distribution rely on what /bin/sh is, and an update of its package brings it back. SHELL says which shell " +
			"the steps of this file are for, and nothing else changes.",
		Bad:  "FROM debian:12\nRUN ln -sf /bin/bash /bin/sh\n",
		Good: "FROM debian:12\nSHELL [\"/bin/bash\", \"-c\"]\n",
		Fix: "writes SHELL where the RUN does nothing else. A suggestion, since scripts with #!/bin/sh in the image are run by the " +
			"shell that they were before.",
	},
	Check: func(p *lint.Pass) {
		for step := range p.Steps {
			first := true // a second link is more than the fix of the step knows of
			for _, c := range step.Script.Commands {
				if c.Name != "ln" || !isSh(c.Args) {
					continue
				}
				var fixes []fixedits.Fix
				if first {
					fixes, first = shellFix(p, step), false
				}
				p.ReportCommand(c, "use SHELL to change the shell", fixes...)
			}
		}
	},
}

// isSh reports whether the last of a command's words is the path of sh.
func isSh(args []lint.Arg) bool {
	return len(args) > 0 && args[len(args)-1].Is("/bin/sh", "/usr/bin/sh")
}

// shellFix returns the fix that writes SHELL for a RUN that replaces /bin/sh and does nothing else, or none.
func shellFix(p *lint.Pass, step lint.Step) []fixedits.Fix {
	ins := step.Outer
	if step.Held() || len(ins.Flags)+len(ins.Heredocs) > 0 || step.Script.Commented() {
		return nil
	}
	target, from := "", 0
	for _, stmt := range step.Script.Chain() {
		c := step.Script.Simple(stmt, &from)
		switch {
		case c == nil || len(c.Before) > 0:
			return nil
		case c.Name == "ln" && target == "" && isSh(c.Args):
			target = linked(c.Args)
		case c.Name == "rm" && isSh(c.Args), c.Name == "mv" && len(c.Args) == 2 && isSh(c.Args[:1]):
		default:
			return nil
		}
	}
	if target == "" {
		return nil
	}
	text := cased(ins.Keyword.Value, "SHELL") + ` ["` + target + `", "-c"]`
	edits := p.Rewrite(ins.Text.Span(ins.Keyword.Start, ins.Args.End), text)
	if edits == nil {
		return nil
	}
	return []fixedits.Fix{{Title: "Use SHELL", Edits: edits}}
}

// linked returns the path of the shell that ln is to link to, or "" where it is none that SHELL can name.
func linked(args []lint.Arg) string {
	target := ""
	for _, a := range args[:len(args)-1] {
		switch {
		case !a.Static || target != "":
			return ""
		case !strings.HasPrefix(a.Value, "-"):
			target = a.Value
		}
	}
	switch path.Base(target) {
	case "bash", "dash", "ash", "ksh", "mksh", "zsh":
	default:
		return ""
	}
	switch {
	case !strings.Contains(target, "/"):
		return "/bin/" + target
	case strings.HasPrefix(target, "/") && !strings.ContainsAny(target, "\"\\ "):
		return target
	}
	return ""
}
