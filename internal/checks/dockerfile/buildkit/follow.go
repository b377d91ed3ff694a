package buildkit

import (
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// follow tracks a property that holds from some instruction on, in the rest of
// its stage and in the stages that build on it. step gets the property before
// an instruction and returns it after. The instructions in ONBUILDs of the
// parent stage come first, with a nil stage: BuildKit runs them there, but does
// not report them.
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
