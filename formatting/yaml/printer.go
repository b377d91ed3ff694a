package yaml

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// A printer formats a text line by line. Columns are in bytes from the start of
// a line, from 0. The text before a place that may be indented is always ASCII.
type printer struct {
	src     []byte
	options Options
	pos     int     // in src: what comes next
	bol     int     // in src: where the line of pos starts
	prolog  bool    // whether directives may come
	blocks  []block // the open block collections, outermost first
	limit   int     // the column that comments below a block scalar must not reach; 0: none

	buf      []byte // the texts of lines
	lines    []line
	pending  []int // the lines with comments that wait for the next node
	noFinal  bool  // whether no newline may be added at the end
	tokens   int   // how many tokens there were
	comments []comment
	scalars  [][2]int // in src: where the lines of block scalars start and end
}

// A block is an open block collection.
type block struct {
	sequence bool
	old, new int // its column, before and after
}

// A line of the result.
type line struct {
	start, end int    // its text in buf
	indent     int    // spaces before the text, or before the comment if there is none
	comment    []byte // after the text, or all there is
	column     int    // of the comment in characters, before
	gap        int    // spaces before a comment after text
	follows    bool   // whether this is a comment alone that continues one after text, above
	content    bool   // whether it must stay even if empty, as in a block scalar
}

// A comment is what must be kept of a comment.
type comment struct {
	After int // how many pieces of text are above it
	Alone bool
	Text  string
}

func newPrinter(src []byte, options Options) *printer {
	return &printer{src: src, options: options, prolog: true, buf: make([]byte, 0, len(src)+len(src)/8)}
}

// run formats the whole text. The error is for text that the parser accepts but
// the printer does not understand.
func (p *printer) run() error {
	if bytes.HasPrefix(p.src, []byte(bom)) {
		p.pos = len(bom)
	}
	for p.pos < len(p.src) {
		if err := p.line(); err != nil {
			return err
		}
	}
	p.place(-1, 0)
	return nil
}

const bom = "\ufeff"

func (p *printer) line() error {
	p.bol = p.pos
	column := skipSpaces(p.src, p.pos) - p.pos
	i := skipWhitespace(p.src, p.pos)
	switch {
	case i == len(p.src) || p.src[i] == '\n':
		p.begin(0)
		p.advance(i)
		return nil
	case p.src[i] == '#':
		p.aloneComment(i)
		return nil
	case i == p.bol && p.prolog && p.src[i] == '%':
		p.begin(0)
		p.pos = i
		p.emit(lineEnd(p.src, i))
		return p.finish()
	case i == p.bol && marker(p.src, i):
		return p.marker()
	}
	return p.content(column, i)
}

// marker formats a line that starts or ends a document.
func (p *printer) marker() error {
	p.prolog = p.src[p.pos] == '.'
	p.blocks, p.limit = p.blocks[:0], 0
	p.place(0, 0)
	p.begin(0)
	p.emit(p.pos + 3)
	if p.ended() {
		return p.finish()
	}
	p.space()
	return p.value()
}

// begin starts a line with an indentation.
func (p *printer) begin(indent int) {
	p.lines = append(p.lines, line{start: len(p.buf), end: len(p.buf), indent: indent})
}

func (p *printer) last() *line { return &p.lines[len(p.lines)-1] }

// column returns the column of the next byte.
func (p *printer) column() int { return p.last().indent + p.last().end - p.last().start }

// emit writes the text up to end.
func (p *printer) emit(end int) {
	p.buf = append(p.buf, p.src[p.pos:end]...)
	p.last().end = len(p.buf)
	p.pos = end
	p.tokens++
}

func (p *printer) space() {
	p.buf = append(p.buf, ' ')
	p.last().end = len(p.buf)
}

// ended skips whitespace and reports whether the rest of the line is empty or a
// comment.
func (p *printer) ended() bool {
	p.pos = skipWhitespace(p.src, p.pos)
	return p.pos == len(p.src) || p.src[p.pos] == '\n' || p.src[p.pos] == '#'
}

// advance moves past the line end at i.
func (p *printer) advance(i int) {
	p.pos = min(i+1, len(p.src))
	p.bol = p.pos
}

// finish ends the line, whose rest is empty or a comment.
func (p *printer) finish() error {
	before := p.pos
	for before > p.bol && isSpace(p.src[before-1]) {
		before--
	}
	if !p.ended() {
		return p.unclear("unexpected text after a value")
	}
	for p.last().end > p.last().start && isSpace(p.buf[p.last().end-1]) {
		p.last().end--
	}
	if p.pos < len(p.src) && p.src[p.pos] == '#' {
		p.last().column = p.characters()
		p.last().gap = p.pos - before
		p.comment(false)
	}
	p.advance(p.pos)
	return nil
}

// comment takes the comment at pos as the line's comment.
func (p *printer) comment(alone bool) {
	end := lineEnd(p.src, p.pos)
	p.last().comment = bytes.TrimRight(p.src[p.pos:end], " \t")
	p.comments = append(p.comments, comment{p.tokens, alone, string(p.last().comment)})
	p.pos = end
}

// characters returns the column of pos in characters.
func (p *printer) characters() int { return utf8.RuneCount(p.src[p.bol:p.pos]) }

func (p *printer) unclear(why string) error {
	return fmt.Errorf("line %d is not supported: %s", position.At(p.src, p.pos).Line, why)
}
