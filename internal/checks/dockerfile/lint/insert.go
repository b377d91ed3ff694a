package lint

import (
	"sort"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// InsertBefore returns the edit that inserts an instruction before another one,
// on lines of its own with the same indentation. It comes before the comments
// directly above, which stay with their instruction.
func (f *File) InsertBefore(ins *syntax.Instruction, text string) []fixedits.Edit {
	at := f.lineStart(ins.Start)
	indent := f.Source[at:ins.Start]
	for i := sort.Search(len(f.Comments), func(i int) bool { return f.Comments[i].Start >= ins.Start }) - 1; i >= 0; i-- {
		c := f.Comments[i]
		if c.Inside || f.directive(c) || strings.Count(f.Source[c.End:at], "\n") != 1 {
			break
		}
		at = f.lineStart(c.Start)
	}
	return f.ReplaceSpan(Span{Start: at, End: at}, indent+text+f.LineEnd(ins.Start))
}

// InsertAfter returns the edit that inserts an instruction on the line after
// another one.
func (f *File) InsertAfter(ins *syntax.Instruction, text string) []fixedits.Edit {
	indent := f.Source[f.lineStart(ins.Start):ins.Start]
	return f.ReplaceSpan(Span{Start: ins.End, End: ins.End}, f.LineEnd(ins.Start)+indent+text)
}

// lineStart returns the start of the line of an offset, after a byte order
// mark.
func (f *File) lineStart(offset int) int {
	start := strings.LastIndexByte(f.Source[:offset], '\n') + 1
	if start == 0 && strings.HasPrefix(f.Source, syntax.BOM) {
		return len(syntax.BOM)
	}
	return start
}

func (f *File) directive(c syntax.Comment) bool {
	for _, d := range f.Directives {
		if d.Line == c.Line {
			return true
		}
	}
	return false
}
