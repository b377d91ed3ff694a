package hadolint

import (
	"path"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl4005 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL4005",
		Summary:  "Set the default shell with SHELL, not with a link",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "Scripts of the distribution rely on its /bin/sh, and an update of its package restores the link. " +
			"SHELL sets the shell of the following instructions and changes nothing else.",
		Bad:  "FROM debian:12\nRUN ln -sf /bin/bash /bin/sh\n",
		Good: "FROM debian:12\nSHELL [\"/bin/bash\", \"-c\"]\n",
		Fix: "writes SHELL if the RUN does nothing else. It is a suggestion, because scripts with #!/bin/sh in " +
			"the image run with the original shell again.",
	},
	Check: func(p *lint.Pass) {
		for step := range p.Steps {
			first := true // the fix of a step handles one link
			for _, c := range step.Script.Commands {
				if c.Name != "ln" || !isSh(c.Args) {
					continue
				}
				var fixes []fixedits.Fix
				if first {
					fixes, first = shellFix(p, step), false
				}
				p.ReportCommand(c, "use SHELL to change the default shell instead of replacing /bin/sh", fixes...)
			}
		}
	},
}

// isSh reports whether the last argument is the path of sh.
func isSh(args []lint.Arg) bool {
	return len(args) > 0 && args[len(args)-1].Is("/bin/sh", "/usr/bin/sh")
}

// shellFix returns the fix that writes SHELL for a RUN that only replaces
// /bin/sh, or no fix.
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

// linked returns the path of the shell that ln links to, or "" if SHELL can't
// use it.
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
