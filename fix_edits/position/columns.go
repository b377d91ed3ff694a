package position

import (
	"bytes"
	"unicode/utf8"
)

// Columns say how a tool counts the columns of a line.
type Columns struct {
	Unit Unit

	// Tab is the number of columns to whose next multiple a tab goes; 0 and 1: it
	// is a character like any other.
	Tab int

	// NoMark leaves a byte order mark at the start of the text out, as tools do
	// that drop it when they read a file.
	NoMark bool
}

// A Unit is what a column counts.
type Unit uint8

const (
	Bytes Unit = iota // of UTF-8, as Go's tools count them
	Runes             // Unicode code points, as most tools count "characters"
	UTF16             // code units, as SARIF and the Language Server Protocol count by default
)

var mark = []byte("\ufeff")

// bytes reports whether columns are offsets within their line.
func (c Columns) bytes() bool { return c.Unit == Bytes && c.Tab <= 1 }

// after returns the column after a rune that starts in a column.
func (c Columns) after(column int, encoded []byte) int {
	if c.Tab > 1 && encoded[0] == '\t' {
		return column + c.Tab - (column-1)%c.Tab
	}
	switch c.Unit {
	case Runes:
		return column + 1
	case UTF16:
		if len(encoded) == 4 {
			return column + 2
		}
		return column + 1
	}
	return column + len(encoded)
}

// skipMark returns where the columns of a line begin whose first byte is at
// start: after a byte order mark that does not count, but not after limit.
func (t *Text) skipMark(start int, columns Columns, limit int) int {
	if start == 0 && columns.NoMark && bytes.HasPrefix(t.text, mark) {
		return min(len(mark), limit)
	}
	return start
}

// walk calls f with the offset and width in bytes of each rune of a line, its
// end included, until f returns false.
func (t *Text) walk(line int, columns Columns, f func(at, width int) bool) {
	end := len(t.text)
	if line < len(t.starts) {
		end = t.starts[line]
	}
	for at := t.skipMark(t.starts[line-1], columns, end); at < end; {
		width := 1
		if t.text[at] >= utf8.RuneSelf {
			_, width = utf8.DecodeRune(t.text[at:end])
		}
		if !f(at, width) {
			return
		}
		at += width
	}
}
