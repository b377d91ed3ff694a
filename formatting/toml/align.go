package toml

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"
)

// An endComment is a comment at the end of a line that has something else, too.
type endComment struct {
	at     int // its offset in the printer's output
	width  int // the columns of that line up to the blank before it
	end    int // the column in the source up to which the line is taken
	column int // the column in the source at which it starts
	block  int
}

// endOfLine writes a comment behind what is on the line.
func (p *printer) endOfLine(n *unstable.Node) {
	line := p.src[bytes.LastIndexByte(p.src[:n.Raw.Offset], '\n')+1 : n.Raw.Offset]
	c := endComment{
		width:  columns(p.out[bytes.LastIndexByte(p.out, '\n')+1:]),
		end:    columns(bytes.TrimRight(line, " \t")),
		column: columns(line),
		block:  p.block,
	}
	p.write(" ")
	c.at = len(p.out)
	p.comments = append(p.comments, c)
	p.comment(n)
}

// aligned returns the output with the comments of each block aligned, if any of them are in the source.
func (p *printer) aligned() []byte {
	var out []byte
	done := 0
	for rest := p.comments; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].block == rest[0].block {
			n++
		}
		if block := rest[:n]; wereAligned(block) {
			widest := slices.MaxFunc(block, func(a, b endComment) int { return a.width - b.width }).width
			for _, c := range block {
				out = append(out, p.out[done:c.at]...)
				out = append(out, bytes.Repeat([]byte(" "), widest-c.width)...)
				done = c.at
			}
		}
		rest = rest[n:]
	}
	return append(out, p.out[done:]...)
}

// wereAligned reports whether two comments start at one column in the source, though their lines are taken up to
// different ones.
func wereAligned(block []endComment) bool {
	ends := make(map[int]int) // by column
	for _, c := range block {
		if end, ok := ends[c.column]; ok && end != c.end {
			return true
		}
		ends[c.column] = c.end
	}
	return false
}

// columns returns how wide text is, with a tab stop every eight columns.
func columns(text []byte) int {
	n := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		if n++; r == '\t' {
			n = (n + 7) / 8 * 8
		}
	}
	return n
}
