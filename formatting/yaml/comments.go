package yaml

import (
	"sort"
	"unicode/utf8"
)

// aloneComment formats a line that has only the comment at i. Its column
// depends on the text below it, which it usually describes.
func (p *printer) aloneComment(i int) {
	p.pos = i
	column := i - p.bol
	p.begin(p.commentColumn(column))
	l := p.last()
	l.column = p.characters()
	if l.follows = p.followsAbove(); !l.follows {
		p.pending = append(p.pending, len(p.lines)-1)
	}
	p.comment(true)
	p.advance(p.pos)
}

// commentColumn returns the new column of a comment, given the old one. The
// comment stays with the innermost block that it is not to the left of. It must
// not become text of a block scalar above it.
func (p *printer) commentColumn(column int) int {
	now := column
	right := sort.Search(len(p.blocks), func(i int) bool { return p.blocks[i].old > column })
	if right > 0 {
		b := p.blocks[right-1]
		now = column - b.old + b.new
	}
	if p.limit > 0 && now >= p.limit {
		now = max(0, p.parent().new)
	}
	return now
}

// followsAbove reports whether the comment on the last line continues a
// trailing comment above it.
func (p *printer) followsAbove() bool {
	n := len(p.lines)
	if n < 2 {
		return false
	}
	above := p.lines[n-2]
	trailing := above.end > above.start && above.comment != nil
	return (trailing || above.follows) && above.column == p.lines[n-1].column
}

// place moves the comments above a line of text along with it if they had the
// same column.
func (p *printer) place(column, now int) {
	for _, i := range p.pending {
		if l := &p.lines[i]; l.column == column {
			l.indent = now
		}
	}
	p.pending = p.pending[:0]
}

// align sets the spaces before trailing comments. Aligned comments stay
// aligned.
func (p *printer) align() {
	for i := 0; i < len(p.lines); {
		if !p.lines[i].trailing() {
			i++
			continue
		}
		first := i
		for i++; i < len(p.lines) && (p.lines[i].trailing() || p.lines[i].follows) && p.lines[i].column == p.lines[first].column; {
			i++
		}
		p.alignGroup(p.lines[first:i])
	}
}

// trailing reports whether the line has a comment after its text.
func (l *line) trailing() bool { return l.comment != nil && l.end > l.start }

func (p *printer) width(l *line) int { return l.indent + utf8.RuneCount(p.buf[l.start:l.end]) }

func (p *printer) alignGroup(group []line) {
	gap, widest := 0, 0
	for i := range group {
		if l := &group[i]; l.trailing() {
			if gap == 0 || l.gap < gap {
				gap = max(1, l.gap)
			}
			widest = max(widest, p.width(l))
		}
	}
	if p.options.PadLineComments > 0 {
		gap = p.options.PadLineComments
	}
	for i := range group {
		if l := &group[i]; l.trailing() {
			l.gap = widest + gap - p.width(l)
		} else {
			l.indent = widest + gap
		}
	}
}

// text returns the result, once all lines are known.
func (p *printer) text() []byte {
	p.align()
	lines := p.lines
	for len(lines) > 0 && lines[len(lines)-1].isEmpty() {
		lines = lines[:len(lines)-1]
	}
	out := make([]byte, 0, len(p.src)+len(p.src)/8)
	if len(p.src) >= len(bom) && string(p.src[:len(bom)]) == bom {
		out = append(out, bom...)
	}
	for i := range lines {
		l := &lines[i]
		if !l.isEmpty() || l.indent > 0 {
			out = spaces(out, l.indent)
		}
		out = append(out, p.buf[l.start:l.end]...)
		if l.comment != nil {
			if l.trailing() {
				out = spaces(out, l.gap)
			}
			out = append(out, l.comment...)
		}
		if i < len(lines)-1 || !p.noFinal {
			out = append(out, '\n')
		}
	}
	return out
}

// isEmpty reports whether the line can be removed at the end of a file.
func (l *line) isEmpty() bool { return l.start == l.end && l.comment == nil && !l.content }

func spaces(out []byte, n int) []byte {
	for range n {
		out = append(out, ' ')
	}
	return out
}
