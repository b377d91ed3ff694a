// Package text has documents as an editor's client sends them: a text that
// changes by ranges, whose positions count the columns of a line in the units
// that client and server have agreed on.
//
// A line ends with LF, CR LF or CR, as in the protocol. A position outside of
// the text means the nearest place before it: a column after the end of a line
// is the end of the line, and one within a character is the character's start.
package text

import (
	"bytes"
	"errors"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
)

// Mark is the byte order mark in UTF-8. Editors do not have it in their texts,
// and write it again.
const Mark = "\ufeff"

// ErrMark reports a new text with a byte order mark where the old one has none,
// or the reverse.
var ErrMark = errors.New("its byte order mark comes or goes, which an editor cannot express")

// ErrEncoding reports a text that is not UTF-8.
var ErrEncoding = errors.New("not UTF-8, which an editor cannot express")

// Encodings are the encodings that this package knows, the best first.
var Encodings = []protocol.PositionEncodingKind{protocol.PositionEncodingKindUTF8, protocol.PositionEncodingKindUTF16, protocol.PositionEncodingKindUTF32}

// Choose returns the encoding for a client that offers some. One that offers
// none has UTF-16.
func Choose(offered []protocol.PositionEncodingKind) protocol.PositionEncodingKind {
	for _, encoding := range Encodings {
		if slices.Contains(offered, encoding) {
			return encoding
		}
	}
	return protocol.PositionEncodingKindUTF16
}

func columnsOf(encoding protocol.PositionEncodingKind) position.Columns {
	switch encoding {
	case protocol.PositionEncodingKindUTF8:
		return position.Columns{Unit: position.Bytes}
	case protocol.PositionEncodingKindUTF32:
		return position.Columns{Unit: position.Runes}
	}
	return position.Columns{Unit: position.UTF16}
}

// A Document is one version of a text. It does not change, and is safe for
// concurrent use.
type Document struct {
	content []byte // with the byte order mark
	mark    int    // the length of the mark, which the client does not see
	columns position.Columns
	lines   func() *position.Text // of the content without the mark
}

// New returns a document with some content. A byte order mark is not a part of
// the client's text.
func New(content []byte, encoding protocol.PositionEncodingKind) *Document {
	mark := 0
	if bytes.HasPrefix(content, []byte(Mark)) {
		mark = len(Mark)
	}
	return newDocument(content, mark, columnsOf(encoding))
}

// Open returns a document with the text of a client. If marked is set, the
// content has a byte order mark in addition.
func Open(text string, marked bool, encoding protocol.PositionEncodingKind) *Document {
	if marked {
		return newDocument([]byte(Mark+text), len(Mark), columnsOf(encoding))
	}
	return newDocument([]byte(text), 0, columnsOf(encoding))
}

func newDocument(content []byte, mark int, columns position.Columns) *Document {
	d := &Document{content: content, mark: mark, columns: columns}
	d.lines = sync.OnceValue(func() *position.Text { return position.New(content[mark:], position.AnyEnd) })
	return d
}

// Content returns the bytes of the file. They must not be modified.
func (d *Document) Content() []byte { return d.content }

// Text returns the text that the client has.
func (d *Document) Text() string { return string(d.content[d.mark:]) }

// Edit returns the document after the changes of a client. The positions of a
// change are in the text after the changes before it.
func (d *Document) Edit(changes []protocol.TextDocumentContentChangeEvent) *Document {
	for _, change := range changes {
		start, end := d.mark, len(d.content)
		if change.Range != nil {
			start, end = d.Offsets(*change.Range)
		}
		content := make([]byte, 0, len(d.content)-(end-start)+len(change.Text))
		content = append(content, d.content[:start]...)
		content = append(content, change.Text...)
		content = append(content, d.content[end:]...)
		d = newDocument(content, d.mark, d.columns)
	}
	return d
}

// Offset returns the offset of a position in the content.
func (d *Document) Offset(at protocol.Position) int {
	offset := d.lines().Nearest(position.Position{Line: int(at.Line) + 1, Column: int(at.Character) + 1}, d.columns)
	for text := d.content[d.mark:]; offset < len(text) && offset > 0 && !utf8.RuneStart(text[offset]); {
		offset--
	}
	return d.mark + offset
}

// Offsets returns the offsets of a range, the lower one first.
func (d *Document) Offsets(r protocol.Range) (start, end int) {
	start, end = d.Offset(r.Start), d.Offset(r.End)
	return min(start, end), max(start, end)
}

// Position returns the position of an offset in the content. An offset within
// the byte order mark is the start of the text.
func (d *Document) Position(offset int) protocol.Position {
	at := d.lines().Position(offset-d.mark, d.columns)
	return protocol.Position{Line: uint32(at.Line - 1), Character: uint32(at.Column - 1)}
}

// Range returns the range between two offsets in the content.
func (d *Document) Range(start, end int) protocol.Range {
	return protocol.Range{Start: d.Position(start), End: d.Position(end)}
}

// Edits returns the edits that make the content equal to another one. They
// replace whole lines.
func (d *Document) Edits(after []byte) ([]protocol.TextEdit, error) {
	marked := bytes.HasPrefix(after, []byte(Mark))
	switch {
	case !utf8.Valid(d.content) || !utf8.Valid(after):
		return nil, ErrEncoding
	case marked != (d.mark > 0):
		return nil, ErrMark
	}
	edits := []protocol.TextEdit{}
	for _, change := range textdiff.Changes(d.content[d.mark:], after[d.mark:]) {
		edits = append(edits, protocol.TextEdit{Range: d.Range(d.mark+change.Start, d.mark+change.End), NewText: string(change.New)})
	}
	return edits, nil
}
