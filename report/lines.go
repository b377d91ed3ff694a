package report

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// lines finds the lines and columns of offsets in a text. A line ends after its '\n'.
type lines struct {
	text   []byte
	starts []int // offset of the first byte of each line
}

func newLines(text []byte) *lines {
	starts := []int{0}
	for i := 0; i < len(text); {
		next := bytes.IndexByte(text[i:], '\n')
		if next < 0 {
			break
		}
		i += next + 1
		starts = append(starts, i)
	}
	return &lines{text: text, starts: starts}
}

// A position is 1-based. Offsets past the end of the text are taken as its end.
type position struct {
	line   int
	column int // in bytes
	utf16  int // in UTF-16 code units, a byte order mark not counted
}

func (l *lines) at(offset int) position {
	offset = max(0, min(offset, len(l.text)))
	line := sort.SearchInts(l.starts, offset+1) - 1
	start := l.starts[line]
	return position{line: line + 1, column: offset - start + 1, utf16: utf16Units(l.text, start, offset) + 1}
}

// utf16Units counts the code units of text[start:end]. A byte that is not UTF-8 counts as one.
func utf16Units(text []byte, start, end int) int {
	if start == 0 && bytes.HasPrefix(text, []byte("\ufeff")) {
		start = min(end, 3)
	}
	units := 0
	for _, r := range string(text[start:end]) {
		if r > 0xffff {
			units++
		}
		units++
	}
	return units
}

// validText says whether b can be told as text in JSON.
func validText(b []byte) bool { return utf8.Valid(b) }
