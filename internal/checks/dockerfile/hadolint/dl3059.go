package hadolint

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"mvdan.cc/sh/v3/syntax"

	dockerfile "github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3059 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3059",
		Summary:  "Combine consecutive RUN instructions",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySuggestion,
		Why: "Each RUN makes a layer. Files that one RUN makes and the next deletes stay in the image, and a " +
			"cached `apt-get update` before a changed `apt-get install` refers to packages that no longer exist. " +
			"RUNs with different flags are not reported, nor are RUNs with a here-document, and RUNs of more than one " +
			"command, which are likely separate on purpose.",
		Bad:  "FROM debian:12\nRUN make\nRUN make install\n",
		Good: "FROM debian:12\nRUN make && \\\n    make install\n",
		Fix: "joins the two with && and keeps the comments between them. There is no fix if joining would change " +
			"the behavior: the first RUN changes the state of the shell (cd, export, set and similar), or one of " +
			"them has a shell comment, or a shell that is not a POSIX shell. It is a suggestion, " +
			"because the steps are cached as one.",
	},
	Check: func(p *lint.Pass) {
		var last lint.Step
		for step := range p.Steps {
			if consecutive(last, step) && sameFlags(last.Script.Ins, step.Script.Ins) && short(last) && short(step) && !heredoc(last) && !heredoc(step) {
				p.ReportAt(step.Outer, fmt.Sprintf("combine this RUN with the RUN on line %d", last.Outer.Line), join(p, last, step)...)
			}
			last = step
		}
	},
}

// consecutive reports whether only comments are between two steps.
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

// short reports whether a RUN has at most one command. If its shell is not
// supported, the separators are counted.
func short(step lint.Step) bool {
	s := step.Script
	if s.Tree == nil && !s.Ins.JSON {
		return strings.Count(s.Source, "&&")+strings.Count(s.Source, ";")+strings.Count(s.Source, "\n") == 0
	}
	return len(s.Commands) <= 1
}

// heredoc reports whether a RUN has a here-document, which is data or the text
// of another program, or a script that && cannot be added to.
func heredoc(step lint.Step) bool { return len(step.Outer.Heredocs) > 0 }

// join returns the fix that joins two RUNs, or no fix.
func join(p *lint.Pass, a, b lint.Step) []fixedits.Fix {
	if !joinable(a) || !joinable(b) || directed(p, a.Outer, b.Outer) || leaks(a.Script) || shielded(p, a) || b.Script.Commands[0].Name == "cd" { // DL3003 replaces it with WORKDIR
		return nil
	}
	first, second := a.Outer, b.Outer
	opening, closing := "", ""
	if !chained(b.Script) {
		opening, closing = "( ", " )"
	}
	from, to := first.Text.EndPos(first.Args.End), second.Text.Pos(second.Args.Start)
	fix := fixedits.Fix{
		Title: "Combine the two RUNs",
		Edits: p.ReplaceSpan(lint.Span{Start: from, End: to}, separator(p, first, second)+opening),
	}
	if closing != "" {
		fix.Edits = append(fix.Edits, p.Insert(second, second.Args.End, closing)...)
	}
	return []fixedits.Fix{fix}
}

// shielded reports whether && after a step would keep a failure within it from
// ending the shell under errexit.
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

// joinable reports whether another RUN can be joined to a RUN, at either end.
func joinable(step lint.Step) bool {
	s, ins := step.Script, step.Outer
	if s.Tree == nil || len(s.Commands) == 0 || ins.JSON || ins.Err != nil || s.Commented() {
		return false
	}
	last := s.Tree.Stmts[len(s.Tree.Stmts)-1]
	if last.Semicolon.IsValid() || last.Background {
		return false
	}
	n := len(ins.Breaks)
	return n == 0 || ins.Breaks[n-1].At < ins.Args.End && ins.Breaks[0].At > ins.Args.Start
}

// chained reports whether a script consists of commands joined by && or |, so
// that a command before it decides whether it runs.
func chained(s *lint.Script) bool { return len(s.Chain()) > 0 }

// separator returns the text between the commands of two joined RUNs: && and a
// new line, and the comments between them.
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

// indentation returns the indentation of the last line of a RUN, or of the
// first continuation line of any RUN in the file.
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

// directed reports whether a comment between two instructions is a directive
// for a checker, which applies to the line after it.
func directed(p *lint.Pass, a, b *dockerfile.Instruction) bool {
	return slices.ContainsFunc(between(p, a, b), func(c dockerfile.Comment) bool {
		tool, rest, _ := strings.Cut(c.Text, " ")
		return (tool == "hadolint" || tool == "autofix" || tool == "tally") && strings.Contains(rest, "=")
	})
}
