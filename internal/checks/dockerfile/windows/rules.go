// Package windows has rules about Windows stages, with other paths, shells and
// builds than Linux. A stage is a Windows stage if its platform or its image is
// for Windows.
package windows

import (
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
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

// instructions yields the instructions of Windows stages, without FROM, and
// with the inner instruction of each ONBUILD in its place.
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
