package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// operations calls f for what the RUNs of a file have package managers do.
func operations(p *lint.Pass, f func(ins *syntax.Instruction, op *packages.Operation), managers ...packages.Manager) {
	for step := range p.Steps {
		for _, op := range packages.In(step.Script, managers...) {
			f(step.Outer, op)
		}
	}
}

// opSpan returns the stretch of the file of what an operation does: its verb, or the command's name where it has none.
func opSpan(op *packages.Operation) lint.Span {
	word := op.Command.Word
	if len(op.Words) > 0 {
		word = op.Words[0]
	}
	return op.Command.Stretch(word.Start, word.End)
}

// reportFlag reports that an operation lacks a flag, which edits add.
func reportFlag(p *lint.Pass, op *packages.Operation, message, flag string, edits []fixedits.Edit) {
	f := lint.Finding{Message: message + ": add " + flag, Span: opSpan(op)}
	if edits != nil {
		f.Fixes = []fixedits.Fix{{Title: "Add " + flag, Edits: edits}}
	}
	p.Report(f)
}

// settled returns the RUNs, and the ONBUILDs, before which something is said, in their stage or in those that it begins from.
// What an instruction says is on, off, or nothing (not ok); it holds for the instruction itself too.
func settled(p *lint.Pass, says func(ins *syntax.Instruction) (on, ok bool)) map[*syntax.Instruction]bool {
	found := make(map[*syntax.Instruction]bool)
	atEnd := make(map[*lint.Stage]bool)
	for _, stage := range p.Stages {
		on := atEnd[stage.Parent]
		for _, ins := range stage.Instructions {
			if now, ok := says(ins); ok {
				on = now
			}
			if on {
				found[ins] = true
			}
		}
		atEnd[stage] = on
	}
	return found
}

// variable returns the value that an ENV or ARG gives a variable of a name.
func variable(ins *syntax.Instruction, name string) (value string, ok bool) {
	if ins.Name != "env" && ins.Name != "arg" {
		return "", false
	}
	for _, pair := range ins.Pairs {
		if pair.Key.Value == name && !pair.Bare {
			value, ok = strings.Trim(pair.Value.Value, `"'`), true
		}
	}
	return value, ok
}
