package lint

import (
	"sort"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// Cut returns the edit that deletes a span of an instruction's text, from the
// end of the word before it to the end of its last word. It also deletes the
// line breaks between, so that no empty line remains. It returns nil if the
// span contains a comment.
func (f *File) Cut(ins *syntax.Instruction, start, end int) []fixedits.Edit {
	return f.cut(ins, Span{Start: ins.Text.EndPos(start), End: ins.Text.EndPos(end)})
}

// CutFirst is like Cut, but deletes from the start of a word to the start of a
// later word.
func (f *File) CutFirst(ins *syntax.Instruction, start, end int) []fixedits.Edit {
	return f.cut(ins, Span{Start: ins.Text.Pos(start), End: ins.Text.Pos(end)})
}

func (f *File) cut(ins *syntax.Instruction, s Span) []fixedits.Edit {
	if strings.Contains(f.Source[s.Start:s.End], "#") && f.commented(ins, s) {
		return nil
	}
	return f.ReplaceSpan(s, "")
}

// commented reports whether a span of the file contains a comment of an
// instruction. The ends of the span must not be in comments.
func (f *File) commented(ins *syntax.Instruction, s Span) bool {
	first := sort.Search(len(ins.Breaks), func(i int) bool { return ins.Breaks[i].Mark >= s.Start })
	for _, b := range ins.Breaks[first:] {
		if b.Mark >= s.End {
			break
		}
		for line := range strings.Lines(f.Source[b.Mark+1 : b.End]) {
			if strings.HasPrefix(strings.TrimSpace(line), "#") {
				return true
			}
		}
	}
	return false
}

// CutFlag returns the edit that deletes a flag of an instruction with
// arguments, or nil if that would delete a comment.
func (f *File) CutFlag(ins *syntax.Instruction, flag *syntax.Flag) []fixedits.Edit {
	before, next := ins.Keyword.End, ins.Args.Start
	for i := range ins.Flags {
		switch other := &ins.Flags[i]; {
		case other.End <= flag.Start:
			before = other.End
		case other.Start >= flag.End:
			next = min(next, other.Start)
		}
	}
	if edits := f.CutFirst(ins, flag.Start, next); edits != nil {
		return edits
	}
	return f.Cut(ins, before, flag.End)
}
