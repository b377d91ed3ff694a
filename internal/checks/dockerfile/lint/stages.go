package lint

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A Stage is a build stage: a FROM and the instructions after it.
type Stage struct {
	Index        int // from 0
	From         *syntax.Instruction
	Instructions []*syntax.Instruction // without From

	Base     syntax.Word // the image or stage, as written; empty if FROM has no arguments
	As       syntax.Word // the word AS, as written; may be empty
	Name     syntax.Word // as written; may be empty
	Platform *syntax.Flag
	Parent   *Stage // the earlier stage that Base refers to after expansion, or nil

	windows bool // it builds on a Windows image, directly or through other stages
}

// String returns the stage in words, such as: the stage "build".
func (s *Stage) String() string {
	if s.Name.Value == "" {
		return fmt.Sprintf("stage %d", s.Index)
	}
	return fmt.Sprintf("the stage %q", s.Name.Value)
}

// divide splits the instructions into stages.
func (f *File) divide() {
	for _, ins := range f.Instructions {
		switch {
		case ins.Name == "from":
			f.Stages = append(f.Stages, f.stage(ins))
		case len(f.Stages) == 0:
			f.Meta = append(f.Meta, ins)
		default:
			last := f.Stages[len(f.Stages)-1]
			last.Instructions = append(last.Instructions, ins)
		}
	}
}

func (f *File) stage(ins *syntax.Instruction) *Stage {
	s := &Stage{Index: len(f.Stages), From: ins}
	for i := range ins.Flags {
		if ins.Flags[i].Name == "platform" {
			s.Platform = &ins.Flags[i]
		}
	}
	if len(ins.Words) > 0 {
		s.Base = ins.Words[0]
		s.Parent = f.StageNamed(f.BaseName(s))
	}
	if s.Parent != nil {
		s.windows = s.Parent.windows
	} else {
		s.windows = f.windows(s)
	}
	if len(ins.Words) == 3 && strings.EqualFold(ins.Words[1].Value, "as") {
		s.As, s.Name = ins.Words[1], ins.Words[2]
		name := strings.ToLower(s.Name.Value)
		f.named[name] = append(f.named[name], s)
	}
	return s
}

// StageNamed returns the last stage so far with a name, ignoring case, or nil.
func (f *File) StageNamed(name string) *Stage {
	if stages := f.named[strings.ToLower(name)]; len(stages) > 0 {
		return stages[len(stages)-1]
	}
	return nil
}

// StageBefore returns the stage that --from refers to in a stage: the last
// earlier stage with that name, or the stage with that number. It returns nil
// for an image or an invalid reference.
func (f *File) StageBefore(s *Stage, from string) *Stage {
	stages := f.named[strings.ToLower(from)]
	if n := sort.Search(len(stages), func(i int) bool { return stages[i].Index >= s.Index }); n > 0 {
		return stages[n-1]
	}
	if n, err := strconv.Atoi(from); err == nil && n >= 0 && n < s.Index {
		return f.Stages[n]
	}
	return nil
}

// FirstNamesake returns the first stage with the name of a stage, ignoring
// case, if it comes before that stage, or nil.
func (f *File) FirstNamesake(s *Stage) *Stage {
	if stages := f.named[strings.ToLower(s.Name.Value)]; len(stages) > 0 && stages[0] != s {
		return stages[0]
	}
	return nil
}

// Namesakes returns the stages with the name of a stage, ignoring case, that
// come directly before and after it, or nil.
func (f *File) Namesakes(s *Stage) (previous, next *Stage) {
	stages := f.named[strings.ToLower(s.Name.Value)]
	n := sort.Search(len(stages), func(i int) bool { return stages[i].Index >= s.Index })
	if n > 0 {
		previous = stages[n-1]
	}
	if n+1 < len(stages) {
		next = stages[n+1]
	}
	return previous, next
}

// Last returns a stage's last instruction with a lowercase name, or nil.
func (s *Stage) Last(name string) *syntax.Instruction {
	for i := len(s.Instructions) - 1; i >= 0; i-- {
		if s.Instructions[i].Name == name {
			return s.Instructions[i]
		}
	}
	return nil
}
