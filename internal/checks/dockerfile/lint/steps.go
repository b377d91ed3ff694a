package lint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A Step is a RUN of a stage.
type Step struct {
	Stage  *Stage
	Outer  *syntax.Instruction // the RUN, or the ONBUILD that contains it
	Script *Script             // whose Ins is the RUN
}

// Held reports whether the step is in an ONBUILD: it runs in another build, on
// an image that may have changed.
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

// Inner returns the instruction in an ONBUILD, or an instruction itself.
func Inner(ins *syntax.Instruction) *syntax.Instruction {
	if ins.OnBuild != nil {
		return ins.OnBuild
	}
	return ins
}

// ReportCommand reports a finding about a command, at its name.
func (p *Pass) ReportCommand(c *Command, message string, fixes ...fixedits.Fix) {
	p.Report(Finding{Message: message, Span: c.Stretch(c.Word.Start, c.Word.End), Fixes: fixes})
}

// Flag returns a flag of an instruction, or nil.
func Flag(ins *syntax.Instruction, name string) *syntax.Flag {
	for i := range ins.Flags {
		if ins.Flags[i].Name == name {
			return &ins.Flags[i]
		}
	}
	return nil
}

// MountOption returns an option of a --mount, such as "from", or "".
func MountOption(arg, name string) string {
	for option := range strings.SplitSeq(arg, ",") {
		if key, value, _ := strings.Cut(option, "="); strings.EqualFold(key, name) {
			return value
		}
	}
	return ""
}
