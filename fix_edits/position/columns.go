package position

import "bytes"

// Columns describes how a tool counts the columns of a line.
type Columns struct {
	Unit Unit

	// Tab is the tab width in columns. If it is 0 or 1, a tab is an ordinary
	// character.
	Tab int

	// NoMark skips a byte order mark at the start of the text, for tools that
	// drop it when they read a file.
	NoMark bool
}

// A Unit is the unit of a column.
type Unit uint8

const (
	Bytes Unit = iota // of UTF-8, as Go's tools count them
	Runes             // Unicode code points, as most tools count "characters"
	UTF16             // code units, as SARIF and the Language Server Protocol count by default
)

var mark = []byte("\ufeff")

func hasMark(text []byte) bool { return bytes.HasPrefix(text, mark) }

// bytes reports whether columns are offsets within their line.
func (c Columns) bytes() bool { return c.Unit == Bytes && c.Tab <= 1 }

// after returns the column after a rune that starts at a column.
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

// skipMark returns the offset where the columns of a line begin, given the
// offset of its first byte: after a byte order mark that does not count, but
// not after limit.
func (t *Text) skipMark(start int, columns Columns, limit int) int {
	if start == 0 && columns.NoMark && hasMark(t.text) {
		return min(len(mark), limit)
	}
	return start
}

// walk calls f with the offset and width in bytes of each rune of a line,
// including its line end, until f returns false.
func (t *Text) walk(line int, columns Columns, f func(at, width int) bool) {
	end := len(t.text)
	if line < len(t.starts) {
		end = t.starts[line]
	}
	for at := t.skipMark(t.starts[line-1], columns, end); at < end; {
		width := runeWidth(t.text[at:end])
		if !f(at, width) {
			return
		}
		at += width
	}
}
