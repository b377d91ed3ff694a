package syntax

import "sort"

// A Text is the text of an instruction, joined to one line as BuildKit does:
// without escape characters at the ends of lines, comments, and empty lines. It
// knows the place of each of its bytes in the file.
type Text struct {
	Value  string
	pieces []piece // in order; the first begins at 0
}

// A piece is a stretch of a text that is equal in the file.
type piece struct {
	text int // where it starts in the text
	file int // and in the file
}

// A Span is a stretch of a file, in bytes, half open.
type Span struct{ Start, End int }

// piece returns the index of the piece that has the byte at an offset of the
// text. The end of the text is in the last.
func (t *Text) piece(offset int) int {
	if len(t.pieces) == 1 {
		return 0
	}
	return sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].text > offset }) - 1
}

// Pos returns the offset in the file of the byte at an offset of the text. If
// the byte begins a line after a break, the offset is after the break.
func (t *Text) Pos(offset int) int {
	p := t.pieces[t.piece(offset)]
	return p.file + offset - p.text
}

// EndPos returns the offset in the file of the end of text that ends at an
// offset. If the text ends a line before a break, the offset is before the
// break.
func (t *Text) EndPos(offset int) int {
	if offset == 0 {
		return t.pieces[0].file
	}
	p := t.pieces[t.piece(offset-1)]
	return p.file + offset - p.text
}

// Span returns the stretch of the file from the first to the last byte of a
// stretch of the text. Breaks may lie within.
func (t *Text) Span(start, end int) Span {
	if start == end {
		return Span{t.EndPos(start), t.EndPos(start)}
	}
	return Span{t.Pos(start), t.EndPos(end)}
}

// Spans returns the ranges of the file that make up a range of the text,
// without the breaks between them. An empty range is one empty span.
func (t *Text) Spans(start, end int) []Span {
	if start == end {
		return []Span{t.Span(start, end)}
	}
	var spans []Span
	for i := t.piece(start); i < len(t.pieces) && t.pieces[i].text < end; i++ {
		from, to := max(start, t.pieces[i].text), end
		if i+1 < len(t.pieces) {
			to = min(to, t.pieces[i+1].text)
		}
		if from < to {
			offset := t.pieces[i].file - t.pieces[i].text
			spans = append(spans, Span{from + offset, to + offset})
		}
	}
	return spans
}
