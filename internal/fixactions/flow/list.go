package flow

import (
	"slices"
	"strings"
)

// A List is a collection in a text with all of its changes.
type List struct {
	Collection
	text  Text
	items []item
}

// An item is one of the text, or a new one.
type item struct {
	base  int // in the text; -1 for a new item
	new   string
	piece *Piece // nil if it is the text's
}

// List returns a list without changes. Margin is the start of the line of the
// opening bracket.
func (t Text) List(margin string, style Style) *List {
	l := &List{Collection: t.Collection(margin), text: t, items: make([]item, t.Items.Len())}
	l.Style = style
	for i := range l.items {
		l.items[i].base = i
	}
	return l
}

// Len returns the number of items.
func (l *List) Len() int { return len(l.items) }

// Base returns the index of an item in the text, or -1.
func (l *List) Base(i int) int { return l.items[i].base }

// Read returns the piece of an item, to be read.
func (l *List) Read(i int) *Piece {
	if p := l.items[i].piece; p != nil {
		return p
	}
	p := l.text.Piece(l.items[i].base)
	return &p
}

// Change returns the piece of an item, to be changed.
func (l *List) Change(i int) *Piece {
	l.items[i].piece = l.Read(i)
	return l.items[i].piece
}

// Insert inserts an item before index i. If there is no other one, padding goes
// to both sides of it, or it gets its own line if own is set.
func (l *List) Insert(i int, text string, own bool, padding string) {
	var p Piece
	if len(l.items) == 0 {
		p = l.Open(own, padding)
	} else {
		p = l.Collection.Insert(l, i)
	}
	l.items = slices.Insert(l.items, i, item{base: -1, new: text, piece: &p})
}

// Remove removes an item.
func (l *List) Remove(i int) {
	removed := l.Read(i)
	l.items = slices.Delete(l.items, i, i+1)
	l.Collection.Remove(l, i, removed)
}

// An Edit replaces a range of a text.
type Edit struct {
	Start, End int
	New        string
}

// Edits returns the changes, ascending: of each gap between two items of the
// text that changed. The text of the items stays.
func (l *List) Edits() []Edit {
	var all []Edit
	last, fresh, changed := -1, "", false // the last item of the text, and the new ones after it
	base := -1                            // of that item
	for i := range len(l.items) + 1 {
		next, end, lead := l.text.Items.Len(), l.text.End, l.Tail
		if i < len(l.items) {
			it := &l.items[i]
			if it.base < 0 {
				fresh += it.piece.Lead + it.new + l.after(i)
				continue
			}
			next = it.base
			changed = changed || it.piece != nil
		}
		if changed || fresh != "" || next != base+1 {
			start, before := l.text.Start, l.Head
			if last >= 0 {
				start, before = l.text.Items.Place(base).End, l.after(last)
			}
			if i < len(l.items) {
				end, lead = l.text.Items.Place(next).Start, l.Read(i).Lead
			}
			all = append(all, l.gap(start, end, before+fresh+lead)...)
		}
		last, base, fresh = i, next, ""
		changed = i < len(l.items) && l.items[i].piece != nil
	}
	return all
}

// after returns the text between an item and the lead of the next one.
func (l *List) after(i int) string {
	p := l.Read(i)
	comma := ","
	switch {
	case i+1 == len(l.items) && !l.Commas:
		comma = ""
	case p.Bare && p.Mid == "" && l.items[i].base >= 0 && l.text.Items.Place(l.items[i].base).Comma < 0:
		comma = " ,"
	}
	return p.Mid + comma + p.Trail
}

// gap replaces a text between two items. Parts that are in both texts stay: the
// start and the end, and the rest of one text if it is within the other.
func (l *List) gap(start, end int, text string) []Edit {
	whole, limit := l.text.Text, start
	old := whole[start:end]
	head := common(old, text)
	for head > 0 && old[head-1] == '\r' { // before a line end, not in it
		head--
	}
	tail := min(len(old), len(text)) - head
	for tail > 0 && old[len(old)-tail:] != text[len(text)-tail:] {
		tail--
	}
	old, text = old[head:len(old)-tail], text[head:len(text)-tail]
	start += head
	end = start + len(old)
	switch at, in := strings.Index(text, old), strings.Index(old, text); {
	case old == text:
		return nil
	case strings.Trim(old, whitespace) != "" && at >= 0:
		return []Edit{{start, start, text[:at]}, {end, end, text[at+len(old):]}}
	case text != "" && in >= 0:
		return []Edit{{start, start + in, ""}, {start + in + len(text), end, ""}}
	}
	edit := Edit{start, end, text}
	for start > limit && whole[start-1] != '\n' && (old == "" || text == "") && strings.HasSuffix(old+text, whole[start-1:start]) {
		// The same change further left: of a whole line if there is one.
		start, end = start-1, end-1
		old, text = rotated(old), rotated(text)
	}
	if l.Style.After || start > limit && whole[start-1] == '\n' {
		edit = Edit{start, end, text}
	}
	return []Edit{edit}
}

// rotated returns a text with its last byte in front.
func rotated(text string) string {
	if text == "" {
		return ""
	}
	return text[len(text)-1:] + text[:len(text)-1]
}

// common returns the length of the common prefix of two texts.
func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
