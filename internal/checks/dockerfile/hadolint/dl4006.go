package hadolint

import (
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"mvdan.cc/sh/v3/syntax"

	dockerfile "github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/bases"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl4006 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL4006",
		Summary:  "Set pipefail before a RUN with a pipe",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   fixedits.SafetySuggestion,
		Why: "The exit status of a pipe is that of its last command. In `wget -O - URL | tar -x`, a failed " +
			"download may go unnoticed, and a broken layer is cached. With the option pipefail, the step fails. " +
			"sh and dash do not support it; bash, ash, ksh and zsh do.",
		Bad:  "FROM debian:12\nRUN fetch | unpack\n",
		Good: "FROM debian:12\nSHELL [\"/bin/bash\", \"-o\", \"pipefail\", \"-c\"]\nRUN fetch | unpack\n",
		Fix: "writes a SHELL with pipefail before the first such RUN of the stage, or adds the option to the " +
			"existing SHELL. It is a suggestion, because it affects all later steps of the stage. The shell is " +
			"one that the image is known to have, judged by its name or package manager: bash, or ash on Alpine " +
			"and BusyBox. Otherwise there is no fix. A stage with `yes` has no fix either, because `yes` always " +
			"ends with a signal and would fail the pipe.",
	},
	Check: func(p *lint.Pass) {
		killed := stagesWith(p, "yes")
		var stage *lint.Stage
		var shell *dockerfile.Instruction
		var edits []fixedits.Edit // set pipefail for the stage from a SHELL on; nil until a step needs it
		for step := range p.Steps {
			if now := p.ShellAt(step.Stage, step.Outer); stage != step.Stage || shell != now {
				stage, shell, edits = step.Stage, now, nil
			}
			pipe, ok := barePipe(p, step)
			if !ok {
				continue
			}
			own, found := ownShell(p, step)
			switch {
			case found:
			case edits == nil:
				edits = pipefailShell(p, step)
				own = edits
			default:
				own = edits
			}
			var fixes []fixedits.Fix
			if len(own) > 0 && !killed[step.Stage.Index] {
				fixes = append(fixes, fixedits.Fix{Title: "Set pipefail", Edits: own})
			}
			p.Report(lint.Finding{Message: "set pipefail so that the RUN fails if a command before the pipe fails", Span: pipe, Fixes: fixes})
		}
	},
}

// stagesWith returns the stages that run a command in any of their steps.
func stagesWith(p *lint.Pass, name string) []bool {
	found := make([]bool, len(p.Stages))
	for step := range p.Steps {
		if slices.ContainsFunc(step.Script.Commands, func(c *lint.Command) bool { return c.Name == name }) {
			found[step.Stage.Index] = true
		}
	}
	return found
}

// barePipe returns the position of the first pipe of a step that runs without
// pipefail, and whether there is one.
func barePipe(p *lint.Pass, step lint.Step) (lint.Span, bool) {
	s := step.Script
	if s.Tree == nil {
		return lint.Span{}, false
	}
	if line, own := shebang(s); own && strings.Contains(line, "pipefail") {
		return lint.Span{}, false
	} else if _, command := p.ShellOf(step.Stage, step.Outer); !own && lint.Pipefail(command) {
		return lint.Span{}, false
	}
	first := -1
	syntax.Walk(s.Tree, func(node syntax.Node) bool {
		if b, ok := node.(*syntax.BinaryCmd); ok && (b.Op == syntax.Pipe || b.Op == syntax.PipeAll) {
			if at := int(b.OpPos.Offset()); first < 0 || at < first {
				first = at
			}
		}
		return true
	})
	if first < 0 {
		return lint.Span{}, false
	}
	for _, c := range s.Commands {
		if c.Word.Start < first && c.SetsPipefail() {
			return lint.Span{}, false
		}
	}
	return s.Span(first, first+1), true
}

// shebang returns the line with which a here-document selects its own shell,
// and whether there is one.
func shebang(s *lint.Script) (string, bool) {
	line, _, _ := strings.Cut(s.Source, "\n")
	return line, strings.HasPrefix(line, "#!")
}

// ownShell returns the edits that set pipefail in a here-document that selects
// its own shell, if any, and whether it does.
func ownShell(p *lint.Pass, step lint.Step) ([]fixedits.Edit, bool) {
	line, own := shebang(step.Script)
	if !own {
		return nil, false
	}
	words := strings.Fields(line[2:])
	if !slices.ContainsFunc(words, hasPipefail) {
		return nil, true
	}
	start := step.Script.Span(0, 1).Start
	next := 1 + strings.IndexByte(p.Source[start:], '\n')
	return step.Script.Insert(next, "set -o pipefail"+p.LineEnd(start)), true
}

// hasPipefail reports whether a shell supports pipefail.
func hasPipefail(shell string) bool {
	switch path.Base(shell) {
	case "bash", "ash", "ksh", "mksh", "zsh":
		return true
	}
	return false
}

// pipefailShell returns the edits that give a step, and those after it, a shell
// with pipefail. There are none if the image is not known to have such a shell.
func pipefailShell(p *lint.Pass, step lint.Step) []fixedits.Edit {
	shell := p.ShellAt(step.Stage, step.Outer)
	if shell == nil {
		name := capable(p, step.Stage, "")
		if name == "" {
			return nil
		}
		return p.InsertBefore(step.Outer, p.Cased("SHELL")+" ["+jsonWords(name, "-o", "pipefail", "-c")+"]")
	}
	first := shell.Words[0]
	name := capable(p, step.Stage, first.Value)
	if name == "" {
		return nil
	}
	if shell.Start > step.Stage.From.Start {
		if name == first.Value {
			return p.Insert(shell, first.End, ", "+jsonWords("-o", "pipefail"))
		}
		return p.ReplaceWord(shell, first, jsonWords(name, "-o", "pipefail"))
	}
	words := []string{name, "-o", "pipefail"}
	for _, w := range shell.Words[1:] {
		words = append(words, w.Value)
	}
	return p.InsertBefore(step.Outer, p.Cased("SHELL")+" ["+jsonWords(words...)+"]")
}

// capable returns the shell for the steps of a stage: the current one if it
// supports pipefail, else one that the image is known to have, or "".
func capable(p *lint.Pass, s *lint.Stage, shell string) string {
	base := p.Base(s)
	switch {
	case hasPipefail(shell), base.Shell == bases.BusyBox && path.Base(shell) == "sh":
		return shell
	case base.Bash != "" && base.Bash != bases.None:
		return base.Bash
	case base.Shell == bases.BusyBox:
		return "/bin/ash"
	}
	return ""
}

func jsonWords(words ...string) string {
	for i, w := range words {
		words[i] = lint.QuoteJSON(w)
	}
	return strings.Join(words, ", ")
}
