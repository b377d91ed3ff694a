package yaml

import "errors"

// errTemplate is the error for text that parses as YAML only by accident.
var errTemplate = errors.New("a template, not YAML: {{ in the place of a value")

// flow writes the flow collection at pos. It keeps the line breaks and the
// relative columns of the lines.
func (p *printer) flow() error {
	f := flow{src: p.src}
	old, now := p.pos-p.bol, p.column()
	pads := []padding{} // of the open brackets
	before := tokenNone
	for spaced := false; p.pos < len(p.src); {
		i := p.pos
		t, end := f.next(i)
		switch t {
		case tokenBreak, tokenComment:
			f.wrap = true
			if err := p.finish(); err != nil {
				return err
			}
			p.flowBreak(old, now)
			before, spaced = tokenBreak, false
			continue
		case tokenOpen:
			if before == tokenOpen && p.src[i] == '{' && p.src[i-1] == '{' {
				return errTemplate
			}
		}
		pad := padNone
		if t == tokenClose && len(pads) > 0 {
			pad = pads[len(pads)-1]
			pads = pads[:len(pads)-1]
		}
		if separates(before, t, spaced, pad) {
			p.space()
		}
		if quote := p.src[i]; t == tokenScalar && (quote == '"' || quote == '\'') && !f.plain {
			p.quoted()
		} else {
			p.emit(end)
		}
		if len(f.open) == 0 {
			return nil
		}
		before = t
		p.pos = skipWhitespace(p.src, end)
		spaced = p.pos > end
		if t == tokenOpen {
			pads = append(pads, p.padding(p.src[i], spaced))
			spaced = spaced && p.src[i] == '{'
		}
	}
	return p.unclear("a flow collection does not end")
}

// A padding says whether there is a space after an opening bracket, and so before
// the closing one.
type padding int

const (
	padNone padding = iota
	padBoth
	padOwn // a line end follows the opening bracket: the closing one keeps its space
)

// padding returns the padding of an opening bracket. pos is after the bracket and
// its whitespace.
func (p *printer) padding(bracket byte, spaced bool) padding {
	switch {
	case bracket == '[':
		return padNone
	case p.ended():
		return padOwn
	case spaced:
		return padBoth
	}
	return padNone
}

// separates reports whether to write a space between two tokens on a line.
// spaced says whether there was one, and pad is the padding of the brackets that
// t closes.
func separates(before, t token, spaced bool, pad padding) bool {
	switch {
	case before == tokenNone || before == tokenBreak:
		return false
	case before == tokenOpen:
		return spaced && t != tokenClose
	case t == tokenClose:
		return pad == padBoth || spaced && (pad == padOwn || before == tokenProperty)
	case before == tokenComma || before == tokenValue && t != tokenComma:
		return true
	case t == tokenComma || t == tokenValue:
		return before == tokenProperty && spaced
	}
	return true
}

// flowBreak continues with the next line of a flow collection that is not empty
// or a comment.
func (p *printer) flowBreak(old, now int) {
	for p.pos < len(p.src) {
		i := skipWhitespace(p.src, p.pos)
		switch {
		case i == len(p.src) || p.src[i] == '\n':
			p.begin(0)
			p.advance(i)
			continue
		case p.src[i] == '#':
			p.bol = p.pos
			p.begin(p.shift(p.columnOf(p.pos, i), old, now))
			p.pos = i
			p.last().column = p.characters()
			p.last().follows = p.followsAbove()
			p.comment(true)
			p.advance(p.pos)
			continue
		}
		p.bol = p.pos
		p.begin(p.shift(p.columnOf(p.pos, i), old, now))
		p.pos = i
		return
	}
}
