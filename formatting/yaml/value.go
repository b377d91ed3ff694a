package yaml

import "bytes"

// value writes the value at pos, with its properties, and the rest of its last
// line.
func (p *printer) value() error {
	if p.properties(); p.ended() {
		return p.finish()
	}
	switch p.src[p.pos] {
	case '|', '>':
		return p.blockScalar()
	case '"', '\'':
		p.quoted()
	case '[', '{':
		if err := p.flow(); err != nil {
			return err
		}
	case '*':
		p.emit(propertyEnd(p.src, p.pos, false))
	default:
		p.plain()
	}
	return p.finish()
}

// properties writes the anchor and the tag of a value or key, if any, with a
// space after each if more follows.
func (p *printer) properties() {
	for p.pos < len(p.src) && (p.src[p.pos] == '&' || p.src[p.pos] == '!') {
		p.emit(propertyEnd(p.src, p.pos, false))
		if p.ended() {
			return
		}
		p.space()
	}
}

// quoted writes a quoted scalar. Whitespace at the start of its lines, and
// lines of whitespace, do not belong to its value.
func (p *printer) quoted() {
	end := quotedEnd(p.src, p.pos)
	old, now := p.pos-p.bol, p.column()
	for {
		stop := min(end, lineEnd(p.src, p.pos))
		p.emit(stop)
		if stop == end {
			return
		}
		p.nextLine(old, now)
	}
}

// plain writes a plain scalar of a block collection or a document.
func (p *printer) plain() {
	old, now := p.pos-p.bol, p.column()
	for {
		p.emit(max(p.pos+1, plainEnd(p.src, p.pos, false)))
		if !p.ended() || p.pos < len(p.src) && p.src[p.pos] == '#' || !p.plainGoesOn() {
			return
		}
		for more := true; more; {
			p.nextLine(old, now)
			i := skipWhitespace(p.src, p.pos)
			more = i < len(p.src) && p.src[i] == '\n'
		}
		p.pos = skipWhitespace(p.src, p.pos)
	}
}

// nextLine continues with the next line of a scalar, up to the first byte of
// its value, or to its end.
func (p *printer) nextLine(old, now int) {
	p.advance(lineEnd(p.src, p.pos))
	i := skipWhitespace(p.src, p.pos)
	if i < len(p.src) && p.src[i] == '\n' {
		p.begin(0)
		p.last().content = true
	} else {
		p.begin(p.shift(p.columnOf(p.pos, i), old, now))
	}
	p.pos = i
}

// columnOf returns the column of i in the line that starts at bol, with only
// whitespace before i. A tab, which such a line may have, is one level of
// indentation.
func (p *printer) columnOf(bol, i int) int {
	tabs := bytes.Count(p.src[bol:i], []byte("\t"))
	return i - bol + tabs*(p.options.Indent-1)
}

// plainGoesOn reports whether the plain scalar before the line end at pos
// continues on the next line.
func (p *printer) plainGoesOn() bool {
	i := p.pos
	for i < len(p.src) && p.src[i] == '\n' {
		bol := i + 1
		i = skipWhitespace(p.src, bol)
		if i == len(p.src) || p.src[i] == '\n' {
			continue
		}
		within := len(p.blocks) == 0 || i-bol > p.blocks[len(p.blocks)-1].old
		return within && p.src[i] != '#' && !marker(p.src, bol)
	}
	return false
}
