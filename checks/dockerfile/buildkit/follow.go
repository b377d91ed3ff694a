package buildkit

import (
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// follow goes through all stages with something that is true from some instruction on, in the rest of the stage and in those
// that begin from it: step is given whether it is, and returns whether it is after the instruction. What an ONBUILD of the
// stage before holds comes first, with a nil stage: BuildKit has it run there, but says nothing about it here.
func follow(p *lint.Pass, step func(is bool, s *lint.Stage, ins *syntax.Instruction) bool) {
	ends := make([]bool, len(p.Stages))
	for _, s := range p.Stages {
		is := s.Parent != nil && ends[s.Parent.Index]
		for _, ins := range s.Instructions {
			is = step(is, s, ins)
		}
		for _, ins := range s.Instructions {
			if ins.OnBuild != nil {
				is = step(is, nil, ins.OnBuild)
			}
		}
		ends[s.Index] = is
	}
}
