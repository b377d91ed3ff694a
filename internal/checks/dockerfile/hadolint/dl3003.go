package hadolint

import (
	"path"
	"slices"
	"sort"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3003 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3003",
		Summary:  "Use WORKDIR instead of cd",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "A cd has no effect after its RUN, which is easy to miss in a long script. WORKDIR shows where the " +
			"next steps run, and creates the folder if it does not exist.",
		Bad:  "FROM debian:12\nRUN cd /src && make\n",
		Good: "FROM debian:12\nWORKDIR /src\nRUN make\n",
		Fix: "writes WORKDIR if cd is the first of several commands joined by && and its argument has no " +
			"variables. The previous folder is restored after the RUN if it comes from an earlier WORKDIR or a " +
			"well-known base image; if cd changes to that same folder, the fix only deletes the cd. If the " +
			"previous folder comes from an unknown base image, the fix is unsafe.",
	},
	Check: func(p *lint.Pass) {
		for step := range p.Steps {
			for _, c := range step.Script.Commands {
				if c.Name == "cd" {
					p.ReportCommand(c, "use WORKDIR instead of cd", workdirFix(p, step, c)...)
					break
				}
			}
		}
	},
}

// workdirFix returns the fix that writes WORKDIR for the first cd of a step, or
// no fix.
func workdirFix(p *lint.Pass, step lint.Step, cd *lint.Command) []fixedits.Fix {
	chain := step.Script.Chain()
	if step.Held() || len(chain) < 2 || cd.Stmt != chain[0] || len(cd.Before) > 0 || len(step.Outer.Heredocs) > 0 || step.Script.Ins.JSON ||
		relativeMounts(step.Outer) || goesBack(step.Script) {
		return nil
	}
	from := 0
	if step.Script.Simple(chain[0], &from) == nil || len(cd.Args) != 1 {
		return nil
	}
	before, set := p.Workdir(step.Stage, step.Outer)
	dir, ok := p.Literal(cd.Args[0].Value)
	if !cd.Args[0].Static || !ok || dir == "" ||
		strings.ContainsAny(dir, " \t\\*?[{~#") || dir[0] == '-' || !strings.HasPrefix(dir, "/") && before == "" {
		return nil
	}
	dir = path.Join(before, dir)
	if strings.HasPrefix(cd.Args[0].Value, "/") {
		dir = cd.Args[0].Value
	}
	edits := deleteCd(p, step, cd, int(chain[1].Pos().Offset()))
	if before == path.Clean(dir) {
		return []fixedits.Fix{{Title: "Delete cd", Edits: edits}}
	}
	fix := fixedits.Fix{Title: "Use WORKDIR", Edits: p.InsertBefore(step.Outer, p.Cased("WORKDIR")+" "+dir)}
	fix.Edits = append(fix.Edits, edits...)
	switch {
	case !followed(step):
	case before != "" && strings.ContainsAny(before, " \t"), set && before == "":
		return nil
	case before != "":
		fix.Edits = append(fix.Edits, p.InsertAfter(step.Outer, p.Cased("WORKDIR")+" "+before)...)
	default:
		fix.Safety = fixedits.SafetyUnsafe
	}
	return []fixedits.Fix{fix}
}

// deleteCd returns the edits that delete the cd of a step up to the next
// command, and the line break between them unless there are comments.
func deleteCd(p *lint.Pass, step lint.Step, cd *lint.Command, next int) []fixedits.Edit {
	span := lint.Span{Start: cd.Span().Start, End: cd.Stretch(next, next+1).Start}
	if edits := p.Rewrite(span, ""); edits != nil {
		return edits
	}
	and := strings.LastIndex(step.Script.Source[:next], "&&") + len("&&")
	return cd.Delete(cd.Word.Start, min(and+1, next))
}

// relativeMounts reports whether a RUN has a mount whose path depends on the
// working folder.
func relativeMounts(run *syntax.Instruction) bool {
	for _, f := range run.Flags {
		if f.Name != "mount" {
			continue
		}
		for _, option := range []string{"target", "dst", "destination"} {
			if target := lint.MountOption(f.Arg, option); target != "" && !strings.HasPrefix(target, "/") {
				return true
			}
		}
	}
	return false
}

// goesBack reports whether a script returns to its previous folder.
func goesBack(s *lint.Script) bool {
	if strings.Contains(s.Source, "OLDPWD") || strings.Contains(s.Source, "~-") {
		return true
	}
	return slices.ContainsFunc(s.Commands, func(c *lint.Command) bool { return c.Name == "cd" && len(c.Args) > 0 && c.Args[0].Is("-") })
}

// followed reports whether an instruction after a step, in its stage or in a
// stage built on it, depends on the working folder that the step leaves.
func followed(step lint.Step) bool {
	all := step.Stage.Instructions
	next := sort.Search(len(all), func(i int) bool { return all[i].Start > step.Outer.Start })
	for _, ins := range all[next:] {
		switch ins.Name {
		case "workdir":
			return len(ins.Words) == 0 || !strings.HasPrefix(strings.Trim(ins.Words[0].Value, `"'`), "/")
		case "run", "cmd", "entrypoint", "healthcheck", "copy", "add", "onbuild":
			return true
		}
	}
	return true
}
