package lint

import (
	"sort"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A Stage is a build stage: a FROM and what follows it.
type Stage struct {
	Index        int // from 0
	From         *syntax.Instruction
	Instructions []*syntax.Instruction // without From

	Base     syntax.Word // of the image or stage, as it is written; empty where FROM has no arguments
	As       syntax.Word // the word AS, as it is written; empty where there is none
	Name     syntax.Word // as it is written; empty where it has none
	Platform *syntax.Flag
	Parent   *Stage // the earlier stage that Base names, once its variables are expanded, or nil

	windows bool // it begins from an image of Windows, if through other stages
}

// divide makes the stages of the instructions.
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

// StageNamed returns the last of the stages so far that has a name, in whatever case, or nil.
func (f *File) StageNamed(name string) *Stage {
	if stages := f.named[strings.ToLower(name)]; len(stages) > 0 {
		return stages[len(stages)-1]
	}
	return nil
}

// StageBefore returns the stage that --from names in a stage: the last of the earlier ones that has the name, or the one of
// that number. It is nil where that is an image, or nothing.
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

// FirstNamesake returns the first stage of the name of a stage, in whatever case, if it comes before that stage, or nil.
func (f *File) FirstNamesake(s *Stage) *Stage {
	if stages := f.named[strings.ToLower(s.Name.Value)]; len(stages) > 0 && stages[0] != s {
		return stages[0]
	}
	return nil
}

// Namesakes returns the stages of the name of a stage, in whatever case, that come right before and after it, or nil.
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

// Last returns the last of a stage's instructions of a kind, by its name in lower case, or nil.
func (s *Stage) Last(name string) *syntax.Instruction {
	for i := len(s.Instructions) - 1; i >= 0; i-- {
		if s.Instructions[i].Name == name {
			return s.Instructions[i]
		}
	}
	return nil
}
