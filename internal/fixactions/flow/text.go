package flow

import "strings"

// A Text is a collection without changes.
type Text struct {
	*Syntax
	Text       string
	Start, End int // of the text between the brackets
	Items      Items
}

// Items has the places of the items in a text.
type Items interface {
	Len() int
	Place(i int) Place
}

// A Place is the range of an item.
type Place struct {
	Start, End int
	Comma      int  // the offset of the comma after it; -1 for none
	Bare       bool // as in Piece
}

// Collection returns a collection to be changed. Margin is the start of the
// line of the opening bracket.
func (t Text) Collection(margin string) Collection {
	n := t.Items.Len()
	return Collection{
		Syntax: t.Syntax,
		Head:   t.Text[t.Start:t.LeadStart(0)],
		Tail:   t.Text[t.LeadStart(n):t.End],
		Commas: n > 0 && t.Items.Place(n-1).Comma >= 0,
		Margin: margin,
	}
}

// Piece returns the piece of an item.
func (t Text) Piece(i int) Piece {
	p := t.Items.Place(i)
	mid, trail := t.ends(i, p)
	return Piece{
		Lead:  t.Text[t.LeadStart(i):p.Start],
		Mid:   t.Text[p.End:mid],
		Trail: t.Text[trailStart(mid, p):trail],
		Bare:  p.Bare,
	}
}

// LeadStart returns the start of the piece of an item, or of the tail.
func (t Text) LeadStart(i int) int {
	if i > 0 {
		_, end := t.ends(i-1, t.Items.Place(i-1))
		return end
	}
	if end := t.Newline(t.Text, t.Start, t.next(-1)); end >= 0 {
		return end
	}
	return t.Start
}

// next returns the offset of the token after an item: another one, or the
// closing bracket.
func (t Text) next(i int) int {
	if i+1 < t.Items.Len() {
		return t.Items.Place(i + 1).Start
	}
	return t.End
}

// ends returns the ends of the mid and of the trail of an item.
func (t Text) ends(i int, p Place) (mid, trail int) {
	next, after := t.next(i), trailStart(p.End, p)
	end := t.Newline(t.Text, after, next)
	switch {
	case end < 0 && i+1 == t.Items.Len():
		end = after + len(strings.TrimRight(t.Text[after:next], whitespace)) // of the last comment
	case end < 0:
		end = after
	}
	if p.Comma >= 0 {
		return p.Comma, end
	}
	if t.Newline(t.Text, after, next) < 0 {
		return end, end
	}
	return p.End, end
}

func trailStart(mid int, p Place) int {
	if p.Comma >= 0 {
		return p.Comma + 1
	}
	return mid
}
