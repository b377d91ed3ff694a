// Package lineends lets code that supports only LF process text with other line
// endings. It converts the text to LF and maps offsets and results back.
//
// A line ends in LF or in CRLF. A CR anywhere else is a byte like any other.
package lineends

import (
	"bytes"
	"sort"
)

// A Text is a text with all its line endings converted to LF.
type Text struct {
	Text []byte // the converted text; the original itself if it has no CRLF
	crlf []int  // offsets in Text of the line ends that are CRLF in the original, ascending
	lf   int    // how many line ends are LF in the original
}

// ToLF returns src with all its line endings converted to LF.
func ToLF(src []byte) Text {
	pairs := bytes.Count(src, []byte("\r\n"))
	lf := bytes.Count(src, []byte("\n")) - pairs
	if pairs == 0 {
		return Text{Text: src, lf: lf}
	}
	t := Text{Text: make([]byte, 0, len(src)-pairs), crlf: make([]int, 0, pairs), lf: lf}
	for rest := src; ; {
		i := bytes.Index(rest, []byte("\r\n"))
		if i < 0 {
			t.Text = append(t.Text, rest...)
			return t
		}
		t.Text = append(t.Text, rest[:i]...)
		t.crlf = append(t.crlf, len(t.Text))
		t.Text = append(t.Text, '\n')
		rest = rest[i+2:]
	}
}

// Counts returns how many lines of the original end in LF and how many in CRLF.
func (t Text) Counts() (lf, crlf int) { return t.lf, len(t.crlf) }

// Offset returns the offset in the original of an offset in t.Text. Both ends
// of a line end keep their places: the offset of a '\n' becomes the offset of
// its CR, the offset after it the one after its LF.
func (t Text) Offset(offset int) int {
	return offset + sort.SearchInts(t.crlf, offset)
}

// Mixed reports whether some lines of the original end in LF and some in CRLF.
func (t Text) Mixed() bool { return t.lf > 0 && len(t.crlf) > 0 }

// CRLF reports whether most lines of the original end in CRLF.
func (t Text) CRLF() bool { return len(t.crlf) > t.lf }

// Restore returns text, whose lines end in LF, with the line ending that most
// lines of the original have, or LF if both are equally frequent. The result
// may be text itself.
func (t Text) Restore(text []byte) []byte {
	if !t.CRLF() {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
}
