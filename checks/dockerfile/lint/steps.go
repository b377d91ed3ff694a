package lint

import "github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"

// A Step is a RUN of a stage.
type Step struct {
	Stage  *Stage
	Outer  *syntax.Instruction // itself, or the ONBUILD that holds it
	Script *Script             // whose Ins is the RUN
}

// Held reports whether an ONBUILD holds it: it runs in another build, on what that has made of the image.
func (s Step) Held() bool { return s.Outer.OnBuild != nil }

// Steps yields every RUN of the file's stages, in order.
func (f *File) Steps(yield func(Step) bool) {
	for _, s := range f.Stages {
		for _, ins := range s.Instructions {
			if Inner(ins).Name == "run" && !yield(Step{s, ins, f.Script(s, ins)}) {
				return
			}
		}
	}
}

// Inner returns what an ONBUILD holds, or an instruction itself.
func Inner(ins *syntax.Instruction) *syntax.Instruction {
	if ins.OnBuild != nil {
		return ins.OnBuild
	}
	return ins
}
