package toml

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"
)

// An endComment is a comment at the end of a line with other text.
type endComment struct {
	at     int    // the offset in the printer's output at which it starts, without the whitespace before it
	gap    string // that whitespace
	width  int    // the columns of that line up to them
	end    int    // the column in the source up to which the line is taken
	column int    // the column in the source at which it starts
	block  int
}

// endOfLine writes a comment after the text of the line.
func (p *printer) endOfLine(n *unstable.Node) {
	line := p.src[bytes.LastIndexByte(p.src[:n.Raw.Offset], '\n')+1 : n.Raw.Offset]
	c := endComment{
		width:  columns(p.out[bytes.LastIndexByte(p.out, '\n')+1:]),
		end:    columns(bytes.TrimRight(line, " \t")),
		column: columns(line),
		block:  p.block,
		gap:    " ",
		at:     len(p.out),
	}
	if own := line[len(bytes.TrimRight(line, " \t")):]; p.keep && len(own) > 0 {
		c.gap = string(own)
	}
	p.comments = append(p.comments, c)
	p.comment(n)
}

// aligned returns the output with the comments of each block aligned, if some
// of them are aligned in the source.
func (p *printer) aligned() []byte {
	var out []byte
	done := 0
	for rest := p.comments; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].block == rest[0].block {
			n++
		}
		block := rest[:n]
		column := 0 // the column of all comments, if they are aligned
		if wereAligned(block) || wereAligned(asWritten(block)) {
			widest := slices.MaxFunc(block, func(a, b endComment) int { return a.width - b.width })
			least := slices.MinFunc(block, func(a, b endComment) int { return len(a.gap) - len(b.gap) })
			column = widest.width + len(least.gap)
		}
		for _, c := range block {
			out = append(out, p.out[done:c.at]...)
			if column > 0 {
				c.gap = strings.Repeat(" ", column-c.width)
			}
			out = append(out, c.gap...)
			done = c.at
		}
		rest = rest[n:]
	}
	return append(out, p.out[done:]...)
}

// asWritten returns a block with its own gaps. Two comments may end up in one
// column, which the next run would see.
func asWritten(block []endComment) []endComment {
	written := slices.Clone(block)
	for i, c := range block {
		written[i].end, written[i].column = c.width, columnsFrom(c.width, []byte(c.gap))
	}
	return written
}

// wereAligned reports whether two comments start at one column in the source
// although their lines have different lengths.
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

// columns returns the width of text, with a tab stop every eight columns.
func columns(text []byte) int { return columnsFrom(0, text) }

// columnsFrom returns the column after text that starts at another column.
func columnsFrom(n int, text []byte) int {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		if n++; r == '\t' {
			n = (n + 7) / 8 * 8
		}
	}
	return n
}

// A key is the key of a value outside of brackets.
type key struct {
	at     int // its offset
	end    int // the columns that it takes in the source
	width  int // the columns that it takes as written
	equals int // the column of its =
}

// alignedKeys returns, by the offsets of keys, the columns that are to be taken
// before the space that precedes the =. That are keys in lines that follow each
// other, most of which have the = in one column, though these are not all of
// one length.
func alignedKeys(src []byte) map[int]int {
	aligned := make(map[int]int)
	var parser unstable.Parser
	parser.Reset(src)
	var block []key
	below := 0 // the offset of the line below the last key's value
	for parser.NextExpression() {
		e := parser.Expression()
		if e.Kind != unstable.KeyValue {
			continue
		}
		k := readKey(src, e)
		if bytes.LastIndexByte(src[:k.at], '\n')+1 != below {
			align(block, aligned)
			block = nil
		}
		block = append(block, k)
		end := int(e.Raw.Offset + e.Raw.Length)
		below = len(src)
		if n := bytes.IndexByte(src[end:], '\n'); n >= 0 {
			below = end + n + 1
		}
	}
	align(block, aligned)
	return aligned
}

func readKey(src []byte, e *unstable.Node) key {
	var k key
	end := 0
	for parts := e.Key(); parts.Next(); {
		raw := parts.Node().Raw
		if k.width == 0 {
			k.at = int(raw.Offset)
		} else {
			k.width += len(".")
		}
		end = int(raw.Offset + raw.Length)
		k.width += columns(src[raw.Offset:end])
	}
	k.end = columns(src[k.at:end])
	k.equals = columns(src[k.at : end+bytes.IndexByte(src[end:], '=')])
	return k
}

// align notes the keys of a block, if they are aligned.
func align(block []key, aligned map[int]int) {
	for _, first := range block {
		same, lengths, widest := 0, false, 0 // keys with their = below the first one's; whether these are of several lengths
		for _, k := range block {
			widest = max(widest, k.width)
			if k.equals == first.equals {
				same++
				lengths = lengths || k.end != first.end
			}
		}
		if 2*same <= len(block) || !lengths {
			continue
		}
		for _, k := range block {
			aligned[k.at] = widest
		}
		return
	}
}
