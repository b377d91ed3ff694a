package hadolint

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	dockerfile "github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var dl3059 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3059",
		Summary:  "Consecutive RUNs are one",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySuggestion,
		Why: "Each RUN is a layer. What one deletes of what another has made stays in the image, and a cached `apt-get update` before " +
			"a changed `apt-get install` names packages that are gone. RUNs with other flags are not reported, nor are those of more " +
			"than one command, which are steps on purpose.",
		Bad:  "FROM debian:12\nRUN make\nRUN make install\n",
		Good: "FROM debian:12\nRUN make && \\\n    make install\n",
		Fix: "joins the two by &&, with comments between them kept. There is none where that would do something else: the first RUN " +
			"changes what the shell of the second sees (cd, export, set and the like), or one of them has a here-document, a comment " +
			"of the shell, or a shell that is not a POSIX one. A suggestion, since the steps are cached as one from then on.",
	},
	Check: func(p *lint.Pass) {
		var last lint.Step
		for step := range p.Steps {
			if consecutive(last, step) && sameFlags(last.Script.Ins, step.Script.Ins) && short(last) && short(step) {
				p.ReportAt(step.Outer, fmt.Sprintf("join this RUN to that of line %d", last.Outer.Line), join(p, last, step)...)
			}
			last = step
		}
	},
}

// consecutive reports whether one step follows the other with nothing but comments between them.
func consecutive(a, b lint.Step) bool {
	if a.Stage != b.Stage || a.Held() || b.Held() {
		return false
	}
	all := a.Stage.Instructions
	i := sort.Search(len(all), func(i int) bool { return all[i].Start > a.Outer.Start })
	return all[i] == b.Outer
}

func sameFlags(a, b *dockerfile.Instruction) bool {
	return slices.EqualFunc(a.Flags, b.Flags, func(x, y dockerfile.Flag) bool { return x.Value == y.Value })
}

// short reports whether a RUN has no more than one command. If no shell of ours reads it, what separates them is counted.
func short(step lint.Step) bool {
	s := step.Script
	if s.Tree == nil && !s.Ins.JSON {
		return strings.Count(s.Source, "&&")+strings.Count(s.Source, ";")+strings.Count(s.Source, "\n") == 0
	}
	return len(s.Commands) <= 1
}

// join returns the fix that joins two RUNs, or none.
func join(p *lint.Pass, a, b lint.Step) []fixedits.Fix {
	if !joinable(a) || !joinable(b) || directed(p, a.Outer, b.Outer) || leaks(a.Script) || shielded(p, a) || b.Script.Commands[0].Name == "cd" { // which WORKDIR is to replace
		return nil
	}
	first, second := a.Outer, b.Outer
	opening, closing := "", ""
	if !chained(b.Script) {
		opening, closing = "( ", " )"
	}
	from, to := first.Text.EndPos(first.Args.End), second.Text.Pos(second.Args.Start)
	fix := fixedits.Fix{
		Title: "Join the two",
		Edits: p.ReplaceSpan(lint.Span{Start: from, End: to}, separator(p, first, second)+opening),
	}
	if closing != "" {
		fix.Edits = append(fix.Edits, p.Insert(second, second.Args.End, closing)...)
	}
	return []fixedits.Fix{fix}
}

// shielded reports whether && behind a step keeps a failure within it from
// ending the shell, with errexit.
func shielded(p *lint.Pass, step lint.Step) bool {
	if _, command := p.ShellOf(step.Stage, step.Outer); !lint.Errexit(command) {
		return false
	}
	stmts := step.Script.Tree.Stmts
	last := stmts[len(stmts)-1]
	for {
		b, ok := last.Cmd.(*syntax.BinaryCmd)
		if !ok {
			_, simple := last.Cmd.(*syntax.CallExpr)
			return !simple
		}
		last = b.Y
	}
}

// joinable reports whether a RUN is a script that another one can be joined to, at either end.
func joinable(step lint.Step) bool {
	s, ins := step.Script, step.Outer
	if s.Tree == nil || len(s.Commands) == 0 || ins.JSON || ins.Err != nil || len(ins.Heredocs) > 0 || s.Commented() {
		return false
	}
	last := s.Tree.Stmts[len(s.Tree.Stmts)-1]
	if last.Semicolon.IsValid() || last.Background {
		return false
	}
	n := len(ins.Breaks)
	return n == 0 || ins.Breaks[n-1].At < ins.Args.End && ins.Breaks[0].At > ins.Args.Start
}

// chained reports whether a script is commands joined by && or | alone, which another one before it can run or not run.
func chained(s *lint.Script) bool { return len(s.Chain()) > 0 }

// separator returns what is between the commands of two RUNs once they are one: && and a new line, and the comments between
// the two.
func separator(p *lint.Pass, a, b *dockerfile.Instruction) string {
	nl, escape, indent := p.LineEnd(a.End), string(p.Escape), indentation(p, a)
	var out strings.Builder
	out.WriteString(" && " + escape + nl)
	for _, c := range between(p, a, b) {
		out.WriteString(indent + p.Source[c.Start:c.End] + nl)
	}
	out.WriteString(indent)
	return out.String()
}

// indentation returns that of the last line of a RUN, or of the first
// continuation line that a RUN of the file has.
func indentation(p *lint.Pass, run *dockerfile.Instruction) string {
	at := -1
	if n := len(run.Breaks); n > 0 {
		at = run.Breaks[n-1].End
	} else if i := slices.IndexFunc(p.Instructions, func(ins *dockerfile.Instruction) bool {
		return ins.Name == "run" && len(ins.Breaks) > 0
	}); i >= 0 {
		at = p.Instructions[i].Breaks[0].End
	}
	if at < 0 {
		return "    "
	}
	line := p.Source[at:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// between returns the comments between two instructions.
func between(p *lint.Pass, a, b *dockerfile.Instruction) []dockerfile.Comment {
	from := sort.Search(len(p.Comments), func(i int) bool { return p.Comments[i].Start >= a.End })
	to := sort.Search(len(p.Comments), func(i int) bool { return p.Comments[i].Start >= b.Start })
	return p.Comments[from:to]
}

// directed reports whether a comment between two instructions tells a checker something about the second, which goes by the
// line that follows.
func directed(p *lint.Pass, a, b *dockerfile.Instruction) bool {
	return slices.ContainsFunc(between(p, a, b), func(c dockerfile.Comment) bool {
		tool, rest, _ := strings.Cut(c.Text, " ")
		return (tool == "hadolint" || tool == "autofix" || tool == "tally") && strings.Contains(rest, "=")
	})
}
