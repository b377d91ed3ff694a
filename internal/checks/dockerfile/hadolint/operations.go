package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

// operations calls f for each package manager operation in the RUNs of a file.
func operations(p *lint.Pass, f func(ins *syntax.Instruction, op *packages.Operation), managers ...packages.Manager) {
	for step := range p.Steps {
		for _, op := range packages.In(step.Script, managers...) {
			f(step.Outer, op)
		}
	}
}

// opSpan returns the span of an operation: its verb, or the command's name if
// it has no verb.
func opSpan(op *packages.Operation) lint.Span {
	word := op.Command.Word
	if len(op.Words) > 0 {
		word = op.Words[0]
	}
	return op.Command.Stretch(word.Start, word.End)
}

// reportFlag reports that an operation lacks a flag, which edits add. The
// message says that the flag is needed so that effect holds.
func reportFlag(p *lint.Pass, op *packages.Operation, effect, flag string, edits []fixedits.Edit) {
	f := lint.Finding{Message: "add " + flag + " so that " + effect, Span: opSpan(op)}
	if edits != nil {
		f.Fixes = []fixedits.Fix{{Title: "Add " + flag, Edits: edits}}
	}
	p.Report(f)
}

// settled returns the RUNs and ONBUILDs before which a setting is on, in their
// stage or in a stage that it builds on. says returns whether an instruction
// turns the setting on or off, or not ok if it does neither; it applies to the
// instruction itself too.
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

// variable returns the value that an ENV or ARG sets for a variable.
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
