package hadolint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// runScripts calls f for each RUN of a file and each ONBUILD RUN, which is what ins then is.
func runScripts(p *lint.Pass, f func(stage *lint.Stage, ins *syntax.Instruction, script *lint.Script)) {
	for stage, ins := range p.All {
		if ins.Name == "run" || ins.OnBuild != nil && ins.OnBuild.Name == "run" {
			f(stage, ins, p.Script(stage, ins))
		}
	}
}

// operations calls f for what the RUNs of a file have package managers do.
func operations(p *lint.Pass, f func(ins *syntax.Instruction, op *packages.Operation), managers ...packages.Manager) {
	runScripts(p, func(_ *lint.Stage, ins *syntax.Instruction, script *lint.Script) {
		for _, op := range packages.In(script, managers...) {
			f(ins, op)
		}
	})
}

// opSpan returns the stretch of the file of what an operation does: its verb, or the command's name where it has none.
func opSpan(op *packages.Operation) lint.Span {
	word := op.Command.Word
	if len(op.Words) > 0 {
		word = op.Words[0]
	}
	return op.Command.Stretch(word.Start, word.End)
}

// reportUnpinned reports the packages of an installation whose versions are not given, in one finding at the first.
func reportUnpinned(p *lint.Pass, op *packages.Operation, what string) {
	var names []string
	var first lint.Arg
	for _, pkg := range op.Packages {
		if !pkg.Unpinned() {
			continue
		}
		if names == nil {
			first = pkg.Arg
		}
		if name := fmt.Sprintf("%q", pkg.Text); !slices.Contains(names[:min(len(names), maxNames)], name) {
			names = append(names, name)
		}
	}
	if names == nil {
		return
	}
	message := fmt.Sprintf("pin the version of the %s %s", what, names[0])
	if len(names) > 1 {
		message = fmt.Sprintf("pin the versions of the %ss %s", what, enumerate(names))
	}
	p.Report(lint.Finding{Message: message, Span: op.Command.Stretch(first.Start, first.End)})
}

// maxNames is how many names a message has at most.
const maxNames = 4

// enumerate joins names as a sentence has them.
func enumerate(names []string) string {
	last := names[len(names)-1]
	if len(names) > maxNames {
		names, last = names[:maxNames], fmt.Sprintf("%d more", len(names)-maxNames+1)
		names = names[:maxNames-1]
		return strings.Join(names, ", ") + " and " + last
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + last
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
