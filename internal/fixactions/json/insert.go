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
	e := &entry{name: name, comma: -1, mid: fresh(""), trail: fresh("")}
	switch {
	case len(l.slots) == 0:
		f.open(t, l, e)
	case i == 0:
		l.first(e, f)
	case i == len(l.slots):
		l.append(e, f)
	default:
		l.between(i, e, f)
	}
	if l.object != nil {
		e.key = fresh(f.quote(name))
		e.colon = fresh(l.colonNear(i, f))
	} else {
		e.key, e.colon = fresh(""), fresh("")
	}
	margin, own := l.marginOf(e.lead.text)
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
	if lines := splitLead(lead); lines.own() {
		return lines.margin(), true
	}
	return l.src.marginAt(l.node.StartOffset), false
}

func (l *list) lead(i int) string { return l.peek(i).lead.of(l.src) }

// open lays out an empty container for its first item.
func (f *File) open(t target, l *list, e *entry) {
	style := f.layout()
	margin := l.src.marginAt(l.node.StartOffset)
	head, tail := l.head.of(l.src), l.tail.of(l.src)
	own := f.ownLines(t)
	if strings.Trim(head+tail, whitespace) == "" {
		l.head = fresh("")
		if own {
			e.lead = fresh(style.newline + margin + style.unit)
			l.tail = fresh(style.newline + margin)
		} else {
			padding := style.padding(l.object != nil)
			e.lead, l.tail = fresh(padding), fresh(padding)
		}
		return
	}
	if newline(tail, 0, len(tail)) < 0 {
		e.lead, l.tail = fresh(strings.TrimRight(tail, whitespace)+" "), fresh(" ")
		return
	}
	lines := splitLead(tail)
	before := lines.floating + lines.comments
	if lines.line != "" && strings.Trim(lines.line, whitespace) != "" { // a comment before the bracket
		before, lines.line = tail, style.newline+margin
	}
	indentation := margin + style.unit
	if lines.comments != "" { // of which each starts a line
		indentation = blanksAt(strings.TrimLeft(lines.comments, "\r\n"))
	}
	e.lead = fresh(strings.TrimRight(before, whitespace) + style.newline + indentation)
	l.tail = fresh(lines.line)
}

// first lays out an item before all others.
func (l *list) first(e *entry, f *File) {
	next := l.at(0)
	lead := next.lead.of(l.src)
	lines := splitLead(lead)
	if lines.own() {
		e.lead = fresh(lines.floating + lineEnd(lines.line) + lines.margin())
		next.lead = fresh(lines.comments + lines.line)
		if lines.floating == "" {
			next.lead = fresh(lead)
		}
		return
	}
	padding := blanksAt(lead)
	separator := f.layout().comma
	if len(l.slots) > 1 {
		if second := l.lead(1); newline(second, 0, len(second)) < 0 {
			separator = blanksAt(second)
		}
	}
	e.lead = fresh(padding)
	next.lead = fresh(separator + lead[len(padding):])
}

// append lays out an item after all others.
func (l *list) append(e *entry, f *File) {
	last := len(l.slots) - 1
	lines := splitLead(l.lead(last))
	if lines.own() {
		e.lead = fresh(lineEnd(lines.line) + lines.margin())
	} else if last > 0 {
		e.lead = fresh(blanksAt(lines.line))
	} else {
		e.lead = fresh(f.layout().comma)
	}
	before := l.peek(last)
	if last > 0 && before.mid.of(l.src) == "" { // commas before items
		if mid := l.peek(last - 1).mid.of(l.src); strings.Trim(mid, whitespace) == "" && mid != "" && !l.commas {
			l.at(last).mid = fresh(mid)
		}
	}
	if !splitLead(e.lead.text).own() && hasLineComment(before.mid.of(l.src)+before.trail.of(l.src)) {
		e.lead = fresh(f.layout().newline + l.src.marginAt(l.node.StartOffset) + e.lead.text)
	}
}

// between lays out an item before an item with an index other than 0.
func (l *list) between(i int, e *entry, f *File) {
	next, before := splitLead(l.lead(i)), splitLead(l.lead(i-1))
	switch {
	case next.own() && (before.own() || i == 1):
		e.lead = fresh(lineEnd(next.line) + next.margin())
	case !next.own():
		e.lead = fresh(blanksAt(next.line))
	default: // at the end of a row
		e.lead = fresh(f.layout().comma)
		if i > 1 {
			e.lead = fresh(blanksAt(before.line))
		}
		if row := l.peek(i - 1); hasLineComment(row.trail.of(l.src)) {
			e.lead = fresh(lineEnd(next.line) + next.margin())
		}
	}
}

func hasLineComment(text string) bool {
	for i := 0; i < len(text); i++ {
		if length := commentLength(text[i:]); length > 0 {
			if text[i+1] == '/' {
				return true
			}
			i += length - 1
		}
	}
	return false
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

// lastLine returns the line end and the indentation of a closing bracket on its
// own line.
func (l *list) lastLine() string { return newlineOf(l.src.text) + l.src.marginAt(l.node.StartOffset) }

// remove removes an item.
func (l *list) remove(i int) {
	e := l.at(i)
	lines := splitLead(e.lead.of(l.src))
	l.slots = slices.Delete(l.slots, i, i+1)
	floats := strings.Trim(lines.floating, whitespace) != ""
	switch n := len(l.slots); {
	case n == 0:
		l.empty(lines.floating, floats)
	case i == n: // it was the last one
		tail := l.tail.of(l.src)
		if floats {
			if newline(tail, 0, len(tail)) < 0 && hasLineComment(lines.floating) {
				tail = l.lastLine() + tail
			}
			tail = strings.TrimRight(lines.floating, whitespace) + tail
			l.tail = fresh(tail)
		}
		before := l.peek(n - 1)
		if mid := before.mid.of(l.src); !l.commas && mid != "" && strings.Trim(mid, whitespace) == "" {
			l.at(n - 1).mid = fresh("") // it was there for the comma
		}
		if newline(tail, 0, len(tail)) < 0 && hasLineComment(before.mid.of(l.src)+before.trail.of(l.src)) {
			l.tail = fresh(l.lastLine() + tail)
		}
	default:
		next := splitLead(l.lead(i))
		if lead, changed := joined(lines, next, floats, i == 0); changed {
			l.at(i).lead = fresh(lead)
		}
	}
}

// joined returns the lead of the item after a removed one, and whether it
// changes.
func joined(removed, next leadLines, floats, first bool) (lead string, changed bool) {
	rest := next.comments + next.line
	switch {
	case removed.own() && !next.own():
		return removed.floating + lineEnd(removed.line) + removed.margin() + next.line[len(blanksAt(next.line)):], true
	case removed.own() && first:
		return removed.floating + withoutEmptyLines(next.floating) + rest, true
	case removed.own():
		if next.floating != "" && isEmptyLine(next.floating) {
			if !floats {
				return "", false
			}
			return strings.TrimRight(removed.floating, whitespace) + next.floating + rest, true
		}
		return removed.floating + next.floating + rest, removed.floating != ""
	case !first:
		return "", false
	case next.own():
		if next.floating+next.comments != "" {
			return "", false
		}
		return blanksAt(removed.line) + next.line[len(lineEnd(next.line))+len(next.margin()):], true
	}
	return blanksAt(removed.line) + next.line[len(blanksAt(next.line)):], true
}

// isEmptyLine reports whether text starts with an empty line.
func isEmptyLine(text string) bool {
	end := len(lineEnd(text))
	rest := text[end:]
	return end > 0 && (strings.TrimLeft(rest, " \t") == "" || lineEnd(strings.TrimLeft(rest, " \t")) != "")
}

// withoutEmptyLines returns lines without the empty ones at their start.
func withoutEmptyLines(text string) string {
	for text != "" && isEmptyLine(text) {
		text = strings.TrimLeft(text[len(lineEnd(text)):], " \t")
	}
	return text
}

// empty removes everything from an empty container except the comments that
// belong to no item.
func (l *list) empty(floating string, floats bool) {
	head, tail := l.head.of(l.src), l.tail.of(l.src)
	switch {
	case l.len() == 0:
		l.head = span{start: l.node.StartOffset + 1, end: l.headEnd()}
		l.tail = span{start: l.tailStart(), end: l.close()}
	case floats:
		if newline(tail, 0, len(tail)) < 0 {
			tail = l.lastLine() + tail
		}
		l.tail = fresh(strings.TrimRight(floating, whitespace) + tail)
	case strings.Trim(head+tail, whitespace) == "":
		l.head, l.tail = fresh(""), fresh("")
	case newline(tail, 0, len(tail)) < 0 && hasLineComment(head):
		l.tail = fresh(l.lastLine() + tail)
	}
}
