package yaml

// A start is the first token of a line, or of its rest after an indicator.
type start int

const (
	startValue start = iota // a value, or its properties
	startEntry              // - before the entry of a sequence
	startKey                // ? before a key, or : before its value
	startPair               // a key with its :
)

// content formats a line of a block collection, or of a document that is a
// single value. The text of the line is at i. Before a value, its whitespace
// may have tabs, which do not count for the column.
func (p *printer) content(column, i int) error {
	p.prolog, p.limit = false, 0
	p.pos = i
	s := p.classify()
	if s != startValue && i > p.bol+column {
		return p.unclear("tab in its indentation")
	}
	indent := p.enter(s, column)
	p.place(column, indent)
	p.begin(indent)
	for s == startEntry || s == startKey {
		p.open(s)
		p.emit(p.pos + 1)
		if p.ended() {
			return p.finish()
		}
		p.space()
		s = p.classify()
	}
	if s == startPair {
		p.open(s)
		if err := p.pair(); err != nil {
			return err
		}
		if p.ended() {
			return p.finish()
		}
		p.space()
	}
	return p.value()
}

// classify returns the kind of the text at pos.
func (p *printer) classify() start {
	c, word := p.src[p.pos], endsWord(p.src, p.pos+1)
	switch {
	case c == '-' && word:
		return startEntry
	case (c == '?' || c == ':') && word:
		return startKey
	case p.isPair():
		return startPair
	}
	return startValue
}

// isPair reports whether a key with its colon is at pos.
func (p *printer) isPair() bool {
	i := p.pos
	for i < len(p.src) && (p.src[i] == '&' || p.src[i] == '!') {
		i = skipWhitespace(p.src, propertyEnd(p.src, i, false))
	}
	if endsWord(p.src, i) || p.src[i] == '#' || p.src[i] == '|' || p.src[i] == '>' {
		return false
	}
	i = skipWhitespace(p.src, p.keyEnd(i))
	return i < len(p.src) && p.src[i] == ':' && endsWord(p.src, i+1)
}

// keyEnd returns the end of the node at i, or of its line.
func (p *printer) keyEnd(i int) int {
	end := i
	switch p.src[i] {
	case '"', '\'':
		end = quotedEnd(p.src, i)
	case '[', '{':
		if end = flowEnd(p.src, i); end < 0 {
			end = len(p.src)
		}
	case '*':
		end = propertyEnd(p.src, i, false)
	case ':':
		if !endsWord(p.src, i+1) {
			end = plainEnd(p.src, i, false)
		}
	default:
		end = plainEnd(p.src, i, false)
	}
	return min(end, lineEnd(p.src, i))
}

// pair writes the key at pos with its colon.
func (p *printer) pair() error {
	p.properties()
	if p.src[p.pos] != ':' || !endsWord(p.src, p.pos+1) {
		alias := p.src[p.pos] == '*'
		if end := p.keyEnd(p.pos); p.src[p.pos] == '[' || p.src[p.pos] == '{' {
			if err := p.flow(); err != nil {
				return err
			}
		} else {
			p.emit(end)
		}
		if alias && isSpace(p.src[p.pos]) { // the name of an alias may end in a colon
			p.space()
		}
		p.pos = skipWhitespace(p.src, p.pos)
	}
	p.emit(p.pos + 1)
	return nil
}

// enter closes the blocks that end before a line, opens the one that starts
// with it, and returns the new column of the line.
func (p *printer) enter(s start, column int) int {
	for len(p.blocks) > 0 {
		top := p.blocks[len(p.blocks)-1]
		ends := top.old > column ||
			top.old == column && (s == startValue || top.sequence && s != startEntry)
		if !ends {
			break
		}
		p.blocks = p.blocks[:len(p.blocks)-1]
	}
	if s == startValue {
		if len(p.blocks) == 0 {
			return column
		}
		return p.inner()
	}
	sequence := s == startEntry
	if len(p.blocks) == 0 {
		p.blocks = append(p.blocks, block{sequence, column, 0})
		return 0
	}
	top := p.blocks[len(p.blocks)-1]
	if top.old == column && top.sequence == sequence {
		return top.new
	}
	indent := p.inner()
	if sequence && !top.sequence && (p.options.IndentSequences == neverSequences ||
		p.options.IndentSequences == keepSequences && top.old == column) {
		indent = top.new
	}
	p.blocks = append(p.blocks, block{sequence, column, indent})
	return indent
}

// inner returns the column of the contents of the innermost block.
func (p *printer) inner() int {
	top := p.blocks[len(p.blocks)-1]
	if top.sequence {
		return top.new + len("- ")
	}
	return top.new + p.options.Indent
}

// open opens the block that starts at pos, unless it is open.
func (p *printer) open(s start) {
	old, sequence := p.pos-p.bol, s == startEntry
	if n := len(p.blocks); n == 0 || p.blocks[n-1].old < old {
		p.blocks = append(p.blocks, block{sequence, old, p.column()})
	}
}

// shift returns the new column of a line within a value, such as a line of a
// flow collection. Old and now are the columns of the value before and after.
// The line keeps its offset from the value, or from the block if it is to the
// left of the value, and stays in the block.
func (p *printer) shift(column, old, now int) int {
	top := p.parent()
	shifted := column + top.new - top.old
	if column >= old {
		shifted = column + now - old
	}
	if column > top.old {
		return max(shifted, top.new+1)
	}
	return max(shifted, 0)
}
