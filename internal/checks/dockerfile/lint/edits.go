package lint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// Replace returns the edits that replace a span of an instruction's text. Line
// breaks and comments within the span stay after the new text. If the span ends
// the instruction, they stay before it, because an empty last line would
// continue on the next line.
func (f *File) Replace(ins *syntax.Instruction, start, end int, text string) []fixedits.Edit {
	var edits []fixedits.Edit
	spans, at := ins.Text.Spans(start, end), 0
	if strings.TrimSpace(ins.Text.Value[end:]) == "" {
		at = len(spans) - 1
	}
	for i, s := range spans {
		e := fixedits.Edit{Path: f.Path, Start: s.Start, End: s.End}
		if i == at {
			e.New = []byte(text)
		}
		edits = append(edits, e)
	}
	return edits
}

// ReplaceWord returns the edits that replace a word of an instruction.
func (f *File) ReplaceWord(ins *syntax.Instruction, w syntax.Word, text string) []fixedits.Edit {
	return f.Replace(ins, w.Start, w.End, text)
}

// Insert returns the edit that inserts text at an offset of an instruction's
// text: after the byte before it, on the line of that byte.
func (f *File) Insert(ins *syntax.Instruction, at int, text string) []fixedits.Edit {
	return f.Replace(ins, at, at, text)
}

// ReplaceSpan returns the edit that replaces a span of the file.
func (f *File) ReplaceSpan(s Span, text string) []fixedits.Edit {
	return []fixedits.Edit{{Path: f.Path, Start: s.Start, End: s.End, New: []byte(text)}}
}

// DeleteLines returns the edit that deletes all lines of an instruction,
// including the last line ending. Comments before it stay.
func (f *File) DeleteLines(ins *syntax.Instruction) []fixedits.Edit {
	return f.ReplaceSpan(f.Lines(ins), "")
}

// Lines returns the span of all lines of an instruction, including the last
// line ending. If the file ends without a line ending, the span includes the
// line ending before the instruction instead, so that deleting it leaves no
// empty line.
func (f *File) Lines(ins *syntax.Instruction) Span {
	start := f.lineStart(ins.Start)
	end := strings.IndexByte(f.Source[ins.End:], '\n')
	if end >= 0 {
		return Span{Start: start, End: ins.End + end + 1}
	}
	if start > 0 && f.Source[start-1] == '\n' {
		start--
		if start > 0 && f.Source[start-1] == '\r' {
			start--
		}
	}
	return Span{Start: start, End: len(f.Source)}
}
