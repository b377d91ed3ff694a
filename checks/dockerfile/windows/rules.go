// Package windows has rules about stages for Windows, whose paths, shells and
// builds differ from those of Linux. A stage is one for Windows if its platform
// or its image says so.
package windows

import (
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// Rules are all rules of this package, one file each.
var Rules = []*lint.Rule{
	backslashPath,
	commandChain,
	errorAction,
	jsonBackslash,
	noChown,
	noStopsignal,
	runMount,
}

// instructions yields the instructions of stages for Windows, without FROM, and
// what ONBUILD holds in place of ONBUILD.
func instructions(p *lint.Pass) func(yield func(*lint.Stage, *syntax.Instruction) bool) {
	return func(yield func(*lint.Stage, *syntax.Instruction) bool) {
		for _, s := range p.Stages {
			if !p.OnWindows(s) {
				continue
			}
			for _, ins := range s.Instructions {
				if !yield(s, lint.Inner(ins)) {
					return
				}
			}
		}
	}
}
