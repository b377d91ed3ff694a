package json

import (
	"strings"

	"github.com/tailscale/hujson"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/splice"
)

// A span is a part of a container: a range of its source, or new text.
type span struct {
	start, end int
	text       string
	fresh      bool
}

func fresh(text string) span { return span{text: text, fresh: true} }

func (s span) of(src *source) string {
	if s.fresh {
		return s.text
	}
	return src.text[s.start:s.end]
}

// A list has the items of a container that operations changed.
type list struct {
	container
	slots      []slot
	head, tail span
	commas     bool // a comma follows the last item, if there is one
}

// A slot is one item: an unchanged one of the container, or an entry.
type slot struct {
	base  int // in the container; -1 for a new item
	entry *entry
}

// An entry is the piece of an item, in parts.
type entry struct {
	lead, mid, trail span
	key, colon       span          // of a member
	name             string        // of a member, decoded
	value            *hujson.Value // of the container's source; nil for a new value
	fresh            *source       // the new value
	comma            int           // its offset; -1 for none
}

func newList(c container) *list {
	l := &list{container: c, slots: make([]slot, c.len()), commas: c.trailingComma()}
	for i := range l.slots {
		l.slots[i].base = i
	}
	l.head = span{start: c.node.StartOffset + 1, end: c.headEnd()}
	l.tail = span{start: c.tailStart(), end: c.close()}
	return l
}

// piece returns the entry of an unchanged item.
func (c container) piece(i int) *entry {
	mid, trail := c.ends(i)
	v := c.value(i)
	e := &entry{
		lead:  span{start: c.leadStart(i), end: c.start(i)},
		mid:   span{start: v.EndOffset, end: mid},
		trail: span{start: mid, end: trail},
		value: v,
		comma: c.comma(i),
	}
	if e.comma >= 0 {
		e.trail.start++
	}
	if c.object != nil {
		name := &c.object.Members[i].Name
		e.name = c.src.name(name)
		e.key = span{start: name.StartOffset, end: name.EndOffset}
		e.colon = span{start: name.EndOffset, end: v.StartOffset}
	}
	return e
}

// at returns the entry of an item, to be changed.
func (l *list) at(i int) *entry {
	if l.slots[i].entry == nil {
		l.slots[i].entry = l.piece(l.slots[i].base)
	}
	return l.slots[i].entry
}

// peek returns the entry of an item, to be read.
func (l *list) peek(i int) *entry {
	if e := l.slots[i].entry; e != nil {
		return e
	}
	return l.piece(l.slots[i].base)
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
	open := l.node.StartOffset
	w.record.Keep(open, open+1)
	w.span(l.head)
	last := len(l.slots) - 1
	for i := 0; i <= last; i++ {
		if first := l.slots[i]; first.entry == nil && i < last && l.comma(first.base) >= 0 {
			for i+1 < last && l.slots[i+1].entry == nil && l.slots[i+1].base == l.slots[i].base+1 && l.comma(l.slots[i+1].base) >= 0 {
				i++
			}
			_, end := l.ends(l.slots[i].base)
			w.keep(l.leadStart(first.base), end)
			continue
		}
		w.entry(l.peek(i), i < last || l.commas)
	}
	w.span(l.tail)
	w.record.Keep(l.close(), l.close()+1)
}

func (w *writer) entry(e *entry, comma bool) {
	w.span(e.lead)
	w.span(e.key)
	w.span(e.colon)
	if e.fresh != nil {
		w.record.Put(e.fresh.latest().changed())
	} else {
		w.keep(e.value.StartOffset, e.value.EndOffset)
	}
	w.span(e.mid)
	switch {
	case comma && e.comma >= 0:
		w.record.Keep(e.comma, e.comma+1)
	case comma:
		w.record.Put(",")
	}
	w.span(e.trail)
}

func (w *writer) span(s span) {
	if s.fresh {
		w.record.Put(s.text)
	} else {
		w.record.Keep(s.start, s.end)
	}
}

// leadLines are the lines of a lead. A lead ends with the line of its item.
// Before that may be lines with comments that belong to the item, and before
// these, lines that do not.
type leadLines struct {
	floating string // empty lines, and comments that do not belong to the item
	comments string
	line     string // the line end and the start of the line; without a line end if the item is on the line of the one before
}

func splitLead(lead string) leadLines {
	starts := []int{}
	for at := newline(lead, 0, len(lead)); at >= 0; {
		starts = append(starts, at)
		after := at + len(lineEnd(lead[at:]))
		if at = newline(lead, after, len(lead)); at < 0 {
			break
		}
	}
	if len(starts) == 0 {
		return leadLines{line: lead}
	}
	last := len(starts) - 1
	first := last
	for first > 0 && belongs(lead[starts[first-1]:starts[first]]) {
		first--
	}
	return leadLines{lead[:starts[first]], lead[starts[first]:starts[last]], lead[starts[last]:]}
}

// belongs reports whether a line has a comment that belongs to the item after
// it. A comment that looks like an item itself does not.
func belongs(line string) bool {
	text := strings.TrimSpace(line)
	for _, start := range []string{"//", "/*"} {
		if rest, ok := strings.CutPrefix(text, start); ok {
			rest = strings.TrimSpace(rest)
			return rest == "" || strings.IndexByte(`"{}[]`, rest[0]) < 0
		}
	}
	return text != ""
}

// own reports whether the item starts a line.
func (l leadLines) own() bool { return lineEnd(l.line) != "" }

// margin returns the start of the line of the item.
func (l leadLines) margin() string { return blanksAt(l.line[len(lineEnd(l.line)):]) }

// lineEnd returns the line end at the start of text.
func lineEnd(text string) string {
	switch {
	case strings.HasPrefix(text, "\n"):
		return "\n"
	case strings.HasPrefix(text, "\r\n"):
		return "\r\n"
	}
	return ""
}
