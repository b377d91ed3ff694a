// Package position converts between byte offsets in a text and lines and
// columns, as editors, compilers and linters count them.
//
// Lines and columns are 1-based. The text need not be UTF-8: a byte that is not
// part of a rune counts as a rune.
package position

import (
	"bytes"
	"fmt"
	"sort"
	"unicode/utf8"
)

// A Text is a text with indexed lines. It is safe for concurrent use.
type Text struct {
	text   []byte
	ends   Ends
	starts []int // offset of the first byte of each line
}

// Ends specifies the line endings.
type Ends uint8

const (
	// LF is "\n". The CR of a CR LF is then the last character of its line, as
	// in compilers.
	LF Ends = iota
	// AnyEnd is "\n", "\r\n" or a lone "\r", as in the Language Server
	// Protocol.
	AnyEnd
	// JavaScriptEnd is AnyEnd, U+2028 or U+2029.
	JavaScriptEnd
)

// New indexes the lines of a text. The text must not change afterwards.
func New(text []byte, ends Ends) *Text {
	t := &Text{text: text, ends: ends, starts: []int{0}}
	if ends == LF {
		for i := 0; ; {
			lf := bytes.IndexByte(text[i:], '\n')
			if lf < 0 {
				return t
			}
			i += lf + 1
			t.starts = append(t.starts, i)
		}
	}
	for i := 0; i < len(text); i++ {
		if end := i + endWidth(text[i:], ends); end > i {
			t.starts = append(t.starts, end)
			i = end - 1
		}
	}
	return t
}

// separators are U+2028 and U+2029, which end lines in JavaScript.
var separators = [][]byte{[]byte("\u2028"), []byte("\u2029")}

// endWidth returns the bytes of the line ending that a text begins with; 0 if
// it begins with none.
func endWidth(text []byte, ends Ends) int {
	switch {
	case text[0] == '\n':
		return 1
	case text[0] == '\r' && len(text) > 1 && text[1] == '\n':
		return 2
	case text[0] == '\r':
		return 1
	case ends == JavaScriptEnd && text[0] == separators[0][0] &&
		(bytes.HasPrefix(text, separators[0]) || bytes.HasPrefix(text, separators[1])):
		return len(separators[0])
	}
	return 0
}

// Lines returns the number of lines. A text that ends with a line ending has an
// empty last line.
func (t *Text) Lines() int { return len(t.starts) }

// Line returns the line of an offset. An offset outside of the text is clamped
// to it.
func (t *Text) Line(offset int) int { return sort.SearchInts(t.starts, max(offset, 0)+1) }

// Start returns the offset of the first byte of a line. A line outside of the
// text is clamped to it.
func (t *Text) Start(line int) int { return t.starts[min(max(line, 1), len(t.starts))-1] }

// EndsLine reports whether a line ending ends at an offset.
func (t *Text) EndsLine(offset int) bool {
	return offset > 0 && t.starts[t.Line(offset)-1] == offset
}

// End returns the offset of the end of a line, before its line ending. A line
// outside of the text is clamped to it.
func (t *Text) End(line int) int {
	line = min(max(line, 1), len(t.starts))
	if line == len(t.starts) {
		return len(t.text)
	}
	start, end := t.starts[line-1], t.starts[line]
	switch {
	case t.text[end-1] >= utf8.RuneSelf:
		return end - len(separators[0])
	case t.ends != LF && t.text[end-1] == '\n' && end-1 > start && t.text[end-2] == '\r':
		return end - len("\r\n")
	}
	return end - 1
}

// At returns the position of one offset in a text, with line endings LF and
// columns in bytes. For several offsets of a text, New is faster. An offset
// outside of the text is clamped to it.
func At[T ~string | ~[]byte](text T, offset int) Position {
	before := []byte(text[:min(max(offset, 0), len(text))])
	return Position{Line: 1 + bytes.Count(before, []byte("\n")), Column: len(before) - bytes.LastIndexByte(before, '\n')}
}

// A Position is a line and a column.
type Position struct{ Line, Column int }

// String returns "line:column".
func (p Position) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// Position returns the position of an offset. An offset outside of the text is
// clamped to it; one within a rune counts as the start of the rune.
func (t *Text) Position(offset int, columns Columns) Position {
	offset = min(max(offset, 0), len(t.text))
	line := t.Line(offset)
	column := 1
	if columns.bytes() {
		column += offset - t.skipMark(t.starts[line-1], columns, offset)
	} else {
		t.walk(line, columns, func(at, width int) bool {
			if at+width > offset {
				return false
			}
			column = columns.after(column, t.text[at:at+width])
			return true
		})
	}
	return Position{line, column}
}

// An Error reports a position that does not exist in a text.
type Error struct {
	At  Position
	Why string // such as "the text has 3 lines"
}

func (e *Error) Error() string { return fmt.Sprintf("%s: no such place: %s", e.At, e.Why) }

// Offset returns the offset of a position. The end of a line, or of the text
// for the last line, is a valid position. A position after it, within a rune,
// or within the columns of a tab is not. The error is an *Error.
func (t *Text) Offset(at Position, columns Columns) (int, error) {
	fail := func(format string, args ...any) (int, error) {
		return 0, &Error{at, fmt.Sprintf(format, args...)}
	}
	switch {
	case at.Line < 1 || at.Column < 1:
		return fail("lines and columns count from 1")
	case at.Line > len(t.starts):
		return fail("the text has %d lines", len(t.starts))
	}
	end := t.End(at.Line)
	if columns.bytes() {
		start := t.skipMark(t.starts[at.Line-1], columns, end)
		if at.Column-1 > end-start {
			return fail("the line ends at column %d", end-start+1)
		}
		return start + at.Column - 1, nil
	}
	offset, column := t.skipMark(t.starts[at.Line-1], columns, end), 1
	t.walk(at.Line, columns, func(start, width int) bool {
		if column >= at.Column || start >= end {
			return false
		}
		column = columns.after(column, t.text[start:start+width])
		offset = start + width
		return true
	})
	switch {
	case column < at.Column:
		return fail("the line ends at column %d", column)
	case column > at.Column:
		return fail("within a character")
	}
	return offset, nil
}

// Nearest returns the offset of a position, or of the nearest one before it if
// the text has no such position.
func (t *Text) Nearest(at Position, columns Columns) int {
	if at.Line > len(t.starts) {
		return len(t.text)
	}
	line := max(at.Line, 1)
	end := t.End(line)
	start := t.skipMark(t.starts[line-1], columns, end)
	if columns.bytes() {
		return min(start+max(at.Column-1, 0), end)
	}
	offset, column := start, 1
	t.walk(line, columns, func(start, width int) bool {
		column = columns.after(column, t.text[start:start+width])
		if column > at.Column || start >= end {
			return false
		}
		offset = start + width
		return true
	})
	return offset
}
