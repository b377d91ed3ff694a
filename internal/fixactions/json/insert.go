package json

import (
	"slices"
	"strings"
)

// insert inserts an item with a value into a container, before index i.
func (f *File) insert(t target, i int, name string, value *source) {
	f.insertNode(t, i, name, cursor{value, &value.root})
}

func (f *File) insertNode(t target, i int, name string, value cursor) {
	l := t.last().list()
	l.Style = f.layout().Style
	e := &entry{name: name}
	if len(l.slots) == 0 {
		e.Piece = l.Open(f.ownLines(t), f.layout().padding(l.object != nil))
	} else {
		e.Piece = l.Insert(l, i)
	}
	if l.object != nil {
		e.key = fresh(f.quote(name))
		e.colon = fresh(l.colonNear(i, f))
	} else {
		e.key, e.colon = fresh(""), fresh("")
	}
	margin, own := l.marginOf(e.Lead)
	text := ""
	if isScalar(value.node) {
		text = f.scalar(value)
	} else {
		r := f.renderer(t, own)
		r.near(l, i)
		r.used = len(margin) + len(e.key.text) + len(e.colon.text)
		r.value(value.node, value.src, margin)
		text = r.text()
	}
	e.fresh = mustParse(text)
	e.fresh.margin = margin
	l.slots = slices.Insert(l.slots, i, slot{base: -1, entry: e})
}

// marginOf returns the start of the line of an item, and whether the item
// starts the line.
func (l *list) marginOf(lead string) (margin string, own bool) {
	if lines := syntax.Split(lead); lines.Own() {
		return lines.Margin(), true
	}
	return l.Margin, false
}

// colonNear returns the text between names and values near an index.
func (l *list) colonNear(i int, f *File) string {
	for _, near := range []int{i - 1, i} {
		if near < 0 || near >= len(l.slots) || l.slots[near].base < 0 {
			continue
		}
		colon := l.colon(l.slots[near].base)
		if len(colon) <= 3 && strings.IndexByte(colon, '\n') < 0 {
			return colon
		}
	}
	return f.layout().colon
}

// remove removes an item.
func (f *File) remove(l *list, i int) {
	removed := l.at(i)
	l.slots = slices.Delete(l.slots, i, i+1)
	l.Style = f.layout().Style
	if len(l.slots) == 0 && l.container.Len() == 0 { // as it was
		old := l.text().Collection("")
		l.Head, l.Tail = old.Head, old.Tail
		return
	}
	l.Remove(l, i, &removed.Piece)
}
