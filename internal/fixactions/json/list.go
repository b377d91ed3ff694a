package json

import (
	"github.com/tailscale/hujson"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/flow"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/splice"
)

// A span is a part of a container: a range of its source, or new text.
type span struct {
	start, end int
	text       string
	fresh      bool
}

func fresh(text string) span { return span{text: text, fresh: true} }

// A list has the items of a container that operations changed.
type list struct {
	container
	flow.Collection
	slots []slot
}

// A slot is one item: an unchanged one of the container, or an entry.
type slot struct {
	base  int // in the container; -1 for a new item
	entry *entry
}

// An entry is an item with the text around it.
type entry struct {
	flow.Piece
	key, colon span          // of a member
	name       string        // of a member, decoded
	value      *hujson.Value // of the container's source; nil for a new value
	fresh      *source       // the new value
	moved      bool          // its lead is new text, also if it reads as before
}

func newList(c container) *list {
	l := &list{container: c, Collection: c.text().Collection(c.margin()), slots: make([]slot, c.Len())}
	for i := range l.slots {
		l.slots[i].base = i
	}
	return l
}

// entry returns an unchanged item.
func (c container) entry(i int) *entry {
	e := &entry{Piece: c.text().Piece(i), value: c.value(i)}
	if c.object != nil {
		name := &c.object.Members[i].Name
		e.name = c.src.name(name)
		e.key = span{start: name.StartOffset, end: name.EndOffset}
		e.colon = span{start: name.EndOffset, end: e.value.StartOffset}
	}
	return e
}

// Len returns the number of items.
func (l *list) Len() int { return len(l.slots) }

// at returns the entry of an item, to be changed.
func (l *list) at(i int) *entry {
	if l.slots[i].entry == nil {
		l.slots[i].entry = l.entry(l.slots[i].base)
	}
	return l.slots[i].entry
}

// peek returns the entry of an item, to be read.
func (l *list) peek(i int) *entry {
	if e := l.slots[i].entry; e != nil {
		return e
	}
	return l.entry(l.slots[i].base)
}

// Change returns the piece of an item, to be changed.
func (l *list) Change(i int) *flow.Piece {
	e := l.at(i)
	e.moved = true
	return &e.Piece
}

// Read returns the piece of an item, to be read.
func (l *list) Read(i int) *flow.Piece {
	if e := l.slots[i].entry; e != nil {
		return &e.Piece
	}
	p := l.text().Piece(l.slots[i].base)
	return &p
}

// find returns the index of the member of a name, or -1.
func (l *list) find(name string) int {
	base := l.container.find(name)
	for i := range l.slots {
		s := &l.slots[i]
		if s.entry != nil {
			if s.entry.name == name {
				return i
			}
		} else if s.base == base && base >= 0 {
			return i
		}
	}
	return -1
}

// A writer reads a source and its lists off as changes.
type writer struct {
	src    *source
	lists  []*list // by their offsets
	record *splice.Recorder
}

// keep records a range of whole pieces, with the lists in it.
func (w *writer) keep(start, end int) {
	for i := w.firstList(start); i < len(w.lists) && w.lists[i].node.StartOffset < end; i = w.firstList(start) {
		l := w.lists[i]
		w.record.Keep(start, l.node.StartOffset)
		w.list(l)
		start = l.node.EndOffset
	}
	w.record.Keep(start, end)
}

// firstList returns the index of the first list that does not start before an
// offset.
func (w *writer) firstList(offset int) int {
	low, high := 0, len(w.lists)
	for low < high {
		if middle := (low + high) / 2; w.lists[middle].node.StartOffset < offset {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

func (w *writer) list(l *list) {
	text := l.text()
	old := text.Collection("")
	w.record.Keep(text.Start-1, text.Start)
	w.part(l.Head, old.Head, text.Start, false)
	last, opened := len(l.slots)-1, len(l.slots) > 0 && l.container.Len() == 0
	for i := 0; i <= last; i++ {
		if first := l.slots[i]; first.entry == nil && i < last && l.Place(first.base).Comma >= 0 {
			for i+1 < last && l.slots[i+1].entry == nil && l.slots[i+1].base == l.slots[i].base+1 && l.Place(l.slots[i+1].base).Comma >= 0 {
				i++
			}
			w.keep(text.LeadStart(first.base), text.LeadStart(l.slots[i].base+1))
			continue
		}
		w.entry(l, i, i < last || l.Commas)
	}
	w.part(l.Tail, old.Tail, text.End-len(old.Tail), opened)
	w.record.Keep(text.End, text.End+1)
}

func (w *writer) entry(l *list, i int, comma bool) {
	e, base := l.peek(i), l.slots[i].base
	var old flow.Piece
	place := flow.Place{Comma: -1}
	if base >= 0 {
		old, place = l.text().Piece(base), l.Place(base)
	}
	w.part(e.Lead, old.Lead, place.Start-len(old.Lead), e.moved)
	w.span(e.key)
	w.span(e.colon)
	if e.fresh != nil {
		w.record.Put(e.fresh.latest().changed())
	} else {
		w.keep(e.value.StartOffset, e.value.EndOffset)
	}
	w.part(e.Mid, old.Mid, place.End, false)
	after := place.End + len(old.Mid)
	if place.Comma >= 0 {
		after = place.Comma + 1
	}
	switch {
	case comma && place.Comma >= 0:
		w.record.Keep(place.Comma, place.Comma+1)
	case comma:
		w.record.Put(",")
	}
	w.part(e.Trail, old.Trail, after, false)
}

// part records a text that was another one at an offset. If it has moved, it is
// new also if it reads as before.
func (w *writer) part(text, old string, at int, moved bool) {
	if text == old && !moved {
		w.record.Keep(at, at+len(old))
	} else {
		w.record.Put(text)
	}
}

func (w *writer) span(s span) {
	if s.fresh {
		w.record.Put(s.text)
	} else {
		w.record.Keep(s.start, s.end)
	}
}
