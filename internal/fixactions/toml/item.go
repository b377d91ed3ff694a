package toml

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/flow"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/splice"
)

// An item is a header or a key-value with its line, which may be several lines
// if the value spans them. After the last item of a file is one without text.
//
// The text between the lines of two items is the lead of the second: whole
// lines, empty or with a comment.
type item struct {
	base    int    // its index in the file; -1 if it is new
	src     string // the text of the file, or of the new item
	start   int    // of its line
	end     int    // of its line, after the line end
	parts   []part // of its key
	value   [2]int // range of the value
	header  bool
	array   bool     // the header is for an array of tables
	section *section // of a key-value, or that the header begins

	*changes
}

// changes are the effects of operations on an item.
type changes struct {
	names     []part  // of the key, as in the text of Open
	pieces    []piece // nil if nothing of the line changed
	removed   bool
	leadStart int     // number of removed bytes at the start of the lead
	leadEnd   int     // bytes at its end
	before    []*item // new items before the comments that belong to the item
	gap       string  // after them
	above     string  // comments that were in the value, on their own lines
	after     []*item // new items after its line

	// Of a new item:
	lead string
	list *[]*item // that it is in: before or after of the item at host
	host *item
}

// untouched is the value for all items that no operation changed. It stays
// empty.
var untouched = &changes{}

// original returns the key as in the text of Open.
func (it *item) original() []part {
	if it.changes == untouched {
		return it.parts
	}
	return it.names
}

// A part of a key is one of its names.
type part struct {
	start, end int
	name       string
}

// A piece is a range of the source, or new text.
type piece struct {
	start, end int
	text       string
	fresh      bool
}

func (p piece) len() int {
	if p.fresh {
		return len(p.text)
	}
	return p.end - p.start
}

func (p piece) cut(start, end int) piece {
	if p.fresh {
		return piece{text: p.text[start:end], fresh: true}
	}
	return piece{start: p.start + start, end: p.start + end}
}

// replace replaces a range of the current line, in bytes from its start.
func (f *File) replace(it *item, start, end int, text string) {
	f.splice(it, start, end, text)
	line := it.text()
	parts, value := scanLine(line, it.header)
	set(f, &it.parts, parts)
	set(f, &it.value, value)
}

// splice replaces a range of the line, but leaves the ranges of its key and
// value as they are.
func (f *File) splice(it *item, start, end int, text string) {
	f.touch(it)
	pieces := it.pieces
	if pieces == nil {
		pieces = []piece{{start: it.start, end: it.end}}
	}
	var next []piece
	at := 0
	for _, p := range pieces {
		size := p.len()
		if at < start {
			next = append(next, p.cut(0, min(size, start-at)))
		}
		if at+size >= start && text != "" && at <= start {
			next = append(next, piece{text: text, fresh: true})
			text = ""
		}
		if at+size > end {
			next = append(next, p.cut(max(0, end-at), size))
		}
		at += size
	}
	set(f, &it.pieces, next)
}

// touch makes an item changeable, and notes that its place has changed.
func (f *File) touch(it *item) {
	if it.changes == untouched {
		it.changes = &changes{names: it.parts}
	}
	for it.host != nil {
		it = it.host
	}
	f.touched[it.base] = true
}

// offset is the base of the offsets of parts and value.
func (it *item) offset() int {
	if it.pieces == nil {
		return it.start
	}
	return 0
}

// text returns the current line.
func (it *item) text() string {
	if it.pieces == nil {
		return it.src[it.start:it.end]
	}
	var b strings.Builder
	for _, p := range it.pieces {
		if p.fresh {
			b.WriteString(p.text)
		} else {
			b.WriteString(it.src[p.start:p.end])
		}
	}
	return b.String()
}

// within returns a range of the current line.
func (it *item) within(start, end int) string {
	if it.pieces == nil {
		return it.src[start:end]
	}
	return it.text()[start:end]
}

// valueText returns the current value.
func (it *item) valueText() string { return it.within(it.value[0], it.value[1]) }

// replaceValue replaces a range of the value, in bytes from its start. The
// value may be most of the file, so the line is not scanned again.
func (f *File) replaceValue(it *item, start, end int, text string) {
	offset := it.offset()
	at := it.value[0] - offset
	value := [2]int{at, it.value[1] - offset + len(text) - (end - start)}
	parts := slices.Clone(it.parts)
	for i := range parts {
		parts[i].start -= offset
		parts[i].end -= offset
	}
	f.splice(it, at+start, at+end, text)
	set(f, &it.parts, parts)
	set(f, &it.value, value)
}

// renamePart changes a name of the key.
func (f *File) renamePart(it *item, index int, name string) {
	p, offset := it.parts[index], it.offset()
	text := keyText(name)
	if names := it.original(); index < len(names) && names[index].name == name {
		text = it.src[names[index].start:names[index].end] // the original
	}
	f.replace(it, p.start-offset, p.end-offset, text)
}

// margin returns the spaces and tabs that the line starts with.
func (it *item) margin() string { return flow.Indentation(it.text()) }

// leadText returns the original lead of an item of the file.
func (f *File) leadText(it *item) string {
	start := 0
	if it.base > 0 {
		start = f.items[it.base-1].end
	}
	return f.text[start:it.start]
}

// removeItem removes the line of an item. Its lead stays.
func (f *File) removeItem(it *item) {
	f.touch(it)
	if it.list == nil {
		set(f, &it.removed, true)
		return
	}
	i := slices.Index(*it.list, it)
	set(f, it.list, slices.Delete(slices.Clone(*it.list), i, i+1))
	set(f, &it.removed, true)
}

// insertAfter places new items after another one.
func (f *File) insertAfter(anchor *item, items ...*item) {
	f.touch(anchor)
	if anchor.list == nil {
		f.place(anchor, &anchor.after, 0, items)
		return
	}
	f.place(anchor.host, anchor.list, slices.Index(*anchor.list, anchor)+1, items)
}

// insertBefore places new items before another one and its comments.
func (f *File) insertBefore(anchor *item, items ...*item) {
	f.touch(anchor)
	if anchor.list == nil {
		f.place(anchor, &anchor.before, len(anchor.before), items)
		return
	}
	f.place(anchor.host, anchor.list, slices.Index(*anchor.list, anchor), items)
}

func (f *File) place(host *item, list *[]*item, at int, items []*item) {
	for _, it := range items {
		it.host, it.list = host, list
	}
	set(f, list, slices.Insert(slices.Clone(*list), at, items...))
}

// compare orders items by where they are in the text.
func compare(a, b *item) int {
	index := func(it *item) (base, phase, at int) {
		switch {
		case it.list == nil:
			return it.base, 1, 0
		case it.list == &it.host.before:
			return it.host.base, 0, slices.Index(*it.list, it)
		}
		return it.host.base, 2, slices.Index(*it.list, it)
	}
	base, phase, at := index(a)
	otherBase, otherPhase, otherAt := index(b)
	if base != otherBase {
		return base - otherBase
	}
	if phase != otherPhase {
		return phase - otherPhase
	}
	return at - otherAt
}

// A writer reads the items off as changes of the text.
type writer struct {
	file   *File
	record *splice.Recorder
	cut    bool // the text has no line end at its end, and gets none
	wrote  bool // anything

	keptEnd [2]int // the line end after the written text, not written yet
	newEnd  string // likewise
}

// keep records a range of the text.
func (w *writer) keep(start, end int) {
	if !w.wrote && start > 0 { // the first item was removed, and the empty lines after it go too
		start += emptyLines(w.file.text[start:end])
	}
	if start >= end {
		return
	}
	w.wrote = true
	w.flush()
	if w.cut {
		size := len(lineEndOf(w.file.text[start:end]))
		end -= size
		w.keptEnd = [2]int{end, end + size}
	}
	w.record.Keep(start, end)
}

func (w *writer) put(text string) {
	if !w.wrote {
		text = text[emptyLines(text):]
	}
	if text == "" {
		return
	}
	w.wrote = true
	w.flush()
	if w.cut {
		w.newEnd = lineEndOf(text)
		text = strings.TrimSuffix(text, w.newEnd)
	}
	w.record.Put(text)
}

// flush writes the line end that was left.
func (w *writer) flush() {
	w.record.Keep(w.keptEnd[0], w.keptEnd[1])
	w.record.Put(w.newEnd)
	w.keptEnd, w.newEnd = [2]int{}, ""
}

// endLine ends the line before a new item if it has no end, as the last one of
// the text may.
func (w *writer) endLine(at int) {
	if w.cut && w.wrote && at == len(w.file.text) && w.keptEnd[0] == w.keptEnd[1] && w.newEnd == "" {
		w.newEnd = w.file.layout().newline
	}
}

// item writes the text from an offset to the end of an item of the file. It
// returns the end.
func (w *writer) item(at int, it *item) int {
	lead := w.file.leadText(it)
	from := it.start - len(lead)
	end := it.start - it.leadEnd
	start := min(from+it.leadStart, end)
	split := end
	if !it.removed && len(it.before) > 0 {
		split = min(max(start, from+len(splitLead(lead).floating)), end)
	}
	w.keep(at, from)
	w.keep(start, split)
	for _, fresh := range it.before {
		w.fresh(fresh)
	}
	if !it.removed {
		if len(it.before) > 0 {
			w.put(it.gap)
		}
		w.keep(split, end)
		w.put(it.above)
		w.line(it)
		if len(it.after) > 0 {
			w.endLine(it.end)
		}
	}
	for _, fresh := range it.after {
		w.fresh(fresh)
	}
	return it.end
}

func (w *writer) line(it *item) {
	if it.pieces == nil {
		w.keep(it.start, it.end)
		return
	}
	for _, p := range it.pieces {
		if p.fresh {
			w.put(p.text)
		} else {
			w.keep(p.start, p.end)
		}
	}
}

func (w *writer) fresh(it *item) {
	w.put(it.lead)
	w.put(it.text())
}

// leadLines has a lead, split into lines that do not belong to the item, and
// comments that do.
type leadLines struct{ floating, comments string }

func splitLead(lead string) leadLines {
	at := len(lead)
	for at > 0 {
		start := strings.LastIndexByte(lead[:at-1], '\n') + 1
		if !belongs(lead[start:at]) {
			break
		}
		at = start
	}
	return leadLines{lead[:at], lead[at:]}
}

// belongs reports whether a line is a comment that belongs to the item after
// it. A comment that looks like an item itself does not.
func belongs(line string) bool {
	text, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
	if !ok {
		return false
	}
	text = strings.TrimLeft(text, " \t")
	if strings.HasPrefix(text, "[") {
		return false
	}
	name := strings.TrimLeft(text, `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-."'`)
	return name == text || !strings.HasPrefix(strings.TrimLeft(name, " \t"), "=")
}

// emptyLines returns the length of the empty lines at the start of text.
func emptyLines(text string) int {
	at := 0
	for {
		rest := strings.TrimLeft(text[at:], " \t")
		end := flow.LineEnd(rest)
		if end == "" {
			return at
		}
		at = len(text) - len(rest) + len(end)
	}
}

// lineEndOf returns the line end at the end of text.
func lineEndOf(text string) string {
	switch {
	case strings.HasSuffix(text, "\r\n"):
		return "\r\n"
	case strings.HasSuffix(text, "\n"):
		return "\n"
	}
	return ""
}
