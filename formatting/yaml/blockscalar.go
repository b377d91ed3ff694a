package yaml

import "bytes"

// blockScalar writes the block scalar at pos. It moves the lines together, as
// far as the value does not change.
func (p *printer) blockScalar() error {
	end := p.pos + 1
	for !endsWord(p.src, end) {
		end++
	}
	header := p.src[p.pos:end]
	p.emit(end)
	if err := p.finish(); err != nil {
		return err
	}
	old := p.scalarIndent(header)
	now := p.newScalarIndent(header, old)
	empty := true
	start := p.pos
	defer func() { p.scalars = append(p.scalars, [2]int{start, p.pos}) }()
	for p.pos < len(p.src) {
		i := skipSpaces(p.src, p.pos)
		blank := i == len(p.src) || p.src[i] == '\n'
		column := i - p.bol
		if !blank && (column < old || column == 0 && marker(p.src, i)) {
			break
		}
		if blank && column <= old { // only its line end counts
			p.begin(0)
			p.last().content = bytes.IndexByte(header, '+') >= 0
			p.noFinal = i == len(p.src) && p.last().content
			if p.noFinal {
				p.last().indent = min(column, now)
			}
			p.advance(i)
			continue
		}
		empty = false
		p.begin(column - old + now)
		p.last().content = true
		p.pos = i
		p.emit(lineEnd(p.src, i))
		p.noFinal = p.pos == len(p.src) && bytes.IndexByte(header, '-') < 0
		p.advance(p.pos)
	}
	p.limit = now
	if empty {
		p.limit = p.parent().new + 1
	}
	return nil
}

// scalarIndent returns the column at which the text of the lines of a block
// scalar starts. The scalar starts at pos with a header.
func (p *printer) scalarIndent(header []byte) int {
	parent := p.parent().old
	if n := explicitIndent(header); n > 0 {
		return max(parent, 0) + n
	}
	widest := 0
	for i := p.pos; i < len(p.src); i++ {
		bol := i
		i = skipSpaces(p.src, i)
		widest = max(widest, i-bol)
		if i < len(p.src) && p.src[i] != '\n' {
			break
		}
	}
	return max(widest, parent+1)
}

func (p *printer) newScalarIndent(header []byte, old int) int {
	switch n := explicitIndent(header); {
	case len(p.blocks) == 0:
		return old
	case n > 0:
		return p.parent().new + n
	}
	return p.inner()
}

// explicitIndent returns the number in the header of a block scalar, or 0.
func explicitIndent(header []byte) int {
	if i := bytes.IndexAny(header, "123456789"); i >= 0 {
		return int(header[i] - '0')
	}
	return 0
}

// parent returns the innermost block, or one around the document.
func (p *printer) parent() block {
	if len(p.blocks) == 0 {
		return block{old: -1, new: -1}
	}
	return p.blocks[len(p.blocks)-1]
}
