package flow

import "strings"

// Insert lays out a new item before index i of a collection that has others.
// Adding it to the pieces is left to the caller.
func (c *Collection) Insert(pieces Pieces, i int) Piece {
	switch i {
	case 0:
		return c.first(pieces)
	case pieces.Len():
		return c.last(pieces)
	}
	return c.between(pieces, i)
}

// Open lays out an empty collection for its first item. Without comments, the
// item gets its own line if own is set, and otherwise padding on both sides.
func (c *Collection) Open(own bool, padding string) Piece {
	if strings.Trim(c.Head+c.Tail, whitespace) == "" {
		c.Head = ""
		if own {
			c.Tail = c.Style.Newline + c.Margin
			return Piece{Lead: c.Tail + c.Style.Unit}
		}
		c.Tail = padding
		return Piece{Lead: padding}
	}
	tail := c.Tail
	if !c.hasNewline(tail) {
		c.Tail = " "
		return Piece{Lead: strings.TrimRight(tail, whitespace) + " "}
	}
	lines := c.Split(tail)
	before := lines.Floating + lines.Comments
	if strings.Trim(lines.Line, whitespace) != "" { // a comment before the bracket
		before, lines.Line = tail, c.Style.Newline+c.Margin
	}
	before = strings.TrimRight(before, whitespace)
	margin := c.Margin + c.Style.Unit
	if last := c.Split(before); last.Own() { // a comment on its own line
		margin = last.Margin()
	}
	c.Tail = lines.Line
	return Piece{Lead: before + c.Style.Newline + margin}
}

// first lays out an item before all others.
func (c *Collection) first(pieces Pieces) Piece {
	next := pieces.Change(0)
	lead := next.Lead
	lines := c.Split(lead)
	var second Lead
	if pieces.Len() > 1 {
		second = c.Split(pieces.Read(1).Lead)
		if mid := c.commaLine(next, second); mid != "" && lines.Own() && lines.Comments == "" && lines.Line == lines.start() {
			next.Lead = second.Line
			return Piece{Lead: lead, Mid: mid}
		}
	}
	if lines.Own() {
		if lines.Floating != "" { // such as comments about the whole
			next.Lead = lines.Comments + lines.Line
		}
		return Piece{Lead: lines.Floating + lines.start()}
	}
	separator := c.Style.Comma
	if pieces.Len() > 1 && !second.Own() {
		separator = second.Margin()
	}
	padding := Indentation(lead)
	next.Lead = separator + lead[len(padding):]
	return Piece{Lead: padding}
}

// commaLine returns the line end and the indentation before the comma after an
// item, if it begins the line of the next item.
func (c *Collection) commaLine(p *Piece, next Lead) string {
	mid := p.Mid
	if next.Own() || !c.hasNewline(mid) {
		return ""
	}
	if mid = c.Split(mid).Line; strings.Trim(mid, whitespace) != "" {
		return ""
	}
	return mid
}

// last lays out an item after all others.
func (c *Collection) last(pieces Pieces) Piece {
	at := pieces.Len() - 1
	before := pieces.Read(at)
	lines := c.Split(before.Lead)
	p := Piece{Lead: c.Style.Comma}
	if lines.Own() || at > 0 {
		p.Lead = lines.start()
	}
	if at > 0 && before.Mid == "" && !c.Commas { // commas before items
		earlier := pieces.Read(at - 1)
		mid := earlier.Mid
		if earlier.Bare || strings.Trim(mid, whitespace) != "" {
			mid = c.commaLine(earlier, lines)
		}
		if mid != "" {
			pieces.Change(at).Mid = mid
		}
	}
	if !lines.Own() && c.hasLineComment(before.Trail) {
		p.Lead = c.row(pieces)
	}
	return p
}

// row returns the line end and the indentation of the last line of items.
func (c *Collection) row(pieces Pieces) string {
	for i := pieces.Len() - 1; i >= 0; i-- {
		if lines := c.Split(pieces.Read(i).Lead); lines.Own() {
			return lines.start()
		}
	}
	return c.Style.Newline + c.Margin + c.Style.Unit
}

// between lays out an item before an item with an index other than 0.
func (c *Collection) between(pieces Pieces, i int) Piece {
	before := pieces.Read(i - 1)
	previous, next := c.Split(before.Lead), c.Split(pieces.Read(i).Lead)
	p := Piece{Lead: next.start(), Mid: c.commaLine(before, next)}
	if next.Own() && !previous.Own() && i > 1 && !c.hasLineComment(before.Trail) { // at the end of a row
		p.Lead = previous.start()
	}
	return p
}
