package yaml

import (
	"slices"
	"strings"
)

// A flowList is the text of a collection in brackets, in parts: a head, the
// pieces of its entries, and a tail. A comment at the end of a line belongs to
// the piece on that line, and the comments directly above a piece belong to it.
type flowList struct {
	head, tail string
	pieces     []flowPiece
	commas     bool   // a comma follows the last entry, if there is one
	newline    string // of the text
	margin     string // what the line of the opening bracket starts with
	step       string // of indentation
}

// A flowPiece is a lead, an entry, a mid, a comma and a trail.
type flowPiece struct {
	base             int    // of the text, or -1 for a new entry
	text             string // of a new entry
	bare             bool   // a key without a value
	lead, mid, trail string
}

// commented reports whether a comment is within an empty collection in
// brackets.
func (c *collector) commented(n *node) bool {
	return len(n.entries) == 0 && strings.Contains(c.text[n.start:n.end], "#")
}

// flow adds the patches of a collection in brackets. They are between entries:
// what changes within an entry of the text has patches of its own.
func (c *collector) flow(n *node, slots []slot, depth int) {
	l := c.flowList(n)
	kept := n.kept()
	at := 0 // in the pieces, which still have the entries that go
	for _, s := range slots {
		if s.base >= 0 {
			at = slices.IndexFunc(l.pieces, func(p flowPiece) bool { return p.base == s.base }) + 1
			continue
		}
		for at < len(l.pieces) && !kept[l.pieces[at].base] { // it takes the place of what goes
			at++
		}
		padding := ""
		if n.kind == mapping {
			padding = c.style.padding
		}
		l.insert(at, c.flowEntry(n, s), padding)
		at++
	}
	for i := len(l.pieces) - 1; i >= 0; i-- {
		if base := l.pieces[i].base; base >= 0 && !kept[base] {
			l.remove(i)
		}
	}
	from, text := n.start+1, l.head
	for i, p := range l.pieces {
		text += p.lead
		if p.base < 0 {
			text += p.text
		} else {
			c.gap(depth, from, n.entries[p.base].start, text)
			from, text = n.entries[p.base].end, ""
		}
		text += p.mid
		if i+1 < len(l.pieces) || l.commas {
			if p.bare && p.mid == "" && p.base == len(n.entries)-1 && !l.commas {
				text += " "
			}
			text += ","
		}
		text += p.trail
	}
	c.gap(depth, from, n.end-1, text+l.tail)
}

// isBare reports whether an entry is a key without a value, which stays so. Some
// parsers take "a:," for a key, so a space is before its comma.
func (e *entry) isBare() bool {
	return e.colon >= 0 && e.value.kind == absent && e.value.change == nil
}

// gap replaces a text between two entries. What is in both texts stays: the
// start and the end, and the rest of one if it is within the other.
func (c *collector) gap(depth, start, end int, text string) {
	old, limit := c.text[start:end], start
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
	case old != "" && at >= 0:
		c.add(depth, start, start, text[:at])
		c.add(depth, end, end, text[at+len(old):])
	case text != "" && in >= 0:
		c.add(depth, start, start+in, "")
		c.add(depth, start+in+len(text), end, "")
	default:
		for start > limit && c.text[start-1] != '\n' && (old == "" || text == "") && strings.HasSuffix(old+text, c.text[start-1:start]) {
			// The same change further left: of a whole line if there is one.
			start, end = start-1, end-1
			old, text = rotated(old), rotated(text)
		}
		c.add(depth, start, end, text)
	}
}

// rotated returns a text with its last byte in front.
func rotated(text string) string {
	if text == "" {
		return ""
	}
	return text[len(text)-1:] + text[:len(text)-1]
}

// common returns the length of what two texts begin with.
func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// flowList returns the parts of a collection in brackets.
func (c *collector) flowList(n *node) *flowList {
	line := c.text[lineStart(c.text, n.start):n.start]
	l := &flowList{
		newline: c.style.newline,
		margin:  blanksAt(line),
		step:    strings.Repeat(" ", c.style.step),
	}
	first := n.end - 1
	if len(n.entries) > 0 {
		first = n.entries[0].start
	}
	at := c.trailEnd(n.start+1, first)
	l.head = c.text[n.start+1 : at]
	for i := range n.entries {
		e := &n.entries[i]
		next := n.end - 1
		if i+1 < len(n.entries) {
			next = n.entries[i+1].start
		}
		p := flowPiece{base: i, bare: e.isBare(), lead: c.text[at:e.start]}
		comma := c.commaAfter(n, i)
		l.commas = comma >= 0
		after := e.end
		if comma >= 0 {
			p.mid = c.text[e.end:comma]
			after = comma + 1
		}
		at = c.trailEnd(after, next)
		p.trail = c.text[after:at]
		l.pieces = append(l.pieces, p)
	}
	l.tail = c.text[at : n.end-1]
	if last := len(n.entries) - 1; last >= 0 && !l.commas && l.pieces[last].bare && strings.HasPrefix(l.tail, " ") && l.pieces[0].lead == "" {
		l.pieces[last].mid, l.tail = " ", l.tail[1:]
	}
	return l
}

// commaAfter returns the offset of the comma after an entry in brackets, or -1.
func (c *collector) commaAfter(n *node, i int) int {
	w := walker{text: c.text, pos: n.entries[i].end}
	if w.skip(); w.peek() == ',' {
		return w.pos
	}
	return -1
}

// trailEnd returns the end of the line at an offset, if that is before a limit,
// and otherwise the offset. Only whitespace and a comment are on such a line.
func (c *collector) trailEnd(at, limit int) int {
	if end := lineEnd(c.text, at); end < limit {
		return end
	}
	return at
}

// A lead ends with the line of its entry. Before that may be comments that
// belong to it, and before those, lines that do not.
type leadLines struct {
	floating string // empty lines, and comments above those
	comments string
	line     string // the line end and what the line starts with; without a line end if the entry is on the line of the one before
}

func splitLead(lead string) leadLines {
	starts := lineEnds(lead)
	if len(starts) == 0 {
		return leadLines{line: lead}
	}
	last := len(starts) - 1
	first := last
	for first > 0 && strings.Contains(lead[starts[first-1]:starts[first]], "#") {
		first--
	}
	return leadLines{lead[:starts[first]], lead[starts[first]:starts[last]], lead[starts[last]:]}
}

// lineEnds returns the offsets of the line ends in a text.
func lineEnds(text string) (all []int) {
	for i := range len(text) {
		switch {
		case text[i] != '\n':
		case i > 0 && text[i-1] == '\r':
			all = append(all, i-1)
		default:
			all = append(all, i)
		}
	}
	return all
}

// own reports whether the entry starts a line.
func (l leadLines) own() bool { return strings.Contains(l.line, "\n") }

// margin returns what the line of the entry starts with.
func (l leadLines) margin() string { return blanksAt(strings.TrimLeft(l.line, "\r\n")) }

// blanksAt returns the spaces and tabs that a text starts with.
func blanksAt(text string) string { return text[:len(text)-len(strings.TrimLeft(text, " \t"))] }

const whitespace = " \t\r\n"

// insert inserts a new entry. Padding is that of an empty collection.
func (l *flowList) insert(i int, text, padding string) {
	p := flowPiece{base: -1, text: text}
	switch {
	case len(l.pieces) == 0:
		l.open(&p, padding)
	case i == 0:
		l.first(&p)
	case i == len(l.pieces):
		l.append(&p)
	default:
		l.between(i, &p)
	}
	l.pieces = slices.Insert(l.pieces, i, p)
}

// open lays out an empty collection for its first entry.
func (l *flowList) open(p *flowPiece, padding string) {
	inner := l.head + l.tail
	l.head = ""
	if !strings.Contains(inner, "#") {
		p.lead, l.tail = padding, padding
		return
	}
	comments := strings.TrimRight(inner, whitespace)
	margin := l.margin + l.step
	if ends := lineEnds(comments); len(ends) > 0 {
		margin = splitLead(comments[ends[len(ends)-1]:]).margin()
	}
	p.lead = comments + l.newline + margin
	l.tail = l.newline + inner[strings.LastIndexByte(inner, '\n')+1:]
}

// first lays out an entry before all others.
func (l *flowList) first(p *flowPiece) {
	next := &l.pieces[0]
	lines, several := splitLead(next.lead), len(l.pieces) > 1
	mid, commaFirst := "", false
	if several {
		mid, commaFirst = commaLine(*next, l.pieces[1])
	}
	switch {
	case !lines.own():
		p.lead = next.lead
		next.lead = " "
		if several && !strings.Contains(l.pieces[1].lead, "\n") {
			next.lead = l.pieces[1].lead
		}
	case commaFirst:
		p.lead, p.mid = next.lead, mid
		next.lead = l.pieces[1].lead
	case lines.floating != "": // such as comments about the whole
		p.lead = lines.floating + lines.line
		next.lead = lines.comments + lines.line
	default:
		p.lead = lines.line
	}
}

// commaLine returns the line end and the indentation before the comma between
// two entries, if it begins the line of the second one.
func commaLine(before, p flowPiece) (mid string, ok bool) {
	ends := lineEnds(before.mid)
	if len(ends) == 0 || splitLead(p.lead).own() {
		return "", false
	}
	return before.mid[ends[len(ends)-1]:], true
}

// append lays out an entry after all others.
func (l *flowList) append(p *flowPiece) {
	last := len(l.pieces) - 1
	before := &l.pieces[last]
	lines := splitLead(before.lead)
	p.lead = " "
	if lines.own() || last > 0 {
		p.lead = lines.line
	}
	if last > 0 && before.mid == "" && !l.commas {
		before.mid, _ = commaLine(l.pieces[last-1], *before)
	}
	if !lines.own() && strings.Contains(before.trail, "#") {
		p.lead = l.row()
	}
}

// row returns the line end and the indentation of the last line of entries.
func (l *flowList) row() string {
	for _, p := range slices.Backward(l.pieces) {
		if lines := splitLead(p.lead); lines.own() {
			return lines.line
		}
	}
	return l.newline + l.margin + l.step
}

// between lays out an entry before that of an index other than 0.
func (l *flowList) between(i int, p *flowPiece) {
	next, before := splitLead(l.pieces[i].lead), &l.pieces[i-1]
	p.lead = next.line
	if next.own() && i > 1 && !strings.Contains(before.trail, "#") {
		p.lead = splitLead(before.lead).line // if that starts no line either, at the end of a row
	}
	p.mid, _ = commaLine(*before, l.pieces[i])
}

// remove removes an entry.
func (l *flowList) remove(i int) {
	lines := splitLead(l.pieces[i].lead)
	l.pieces = slices.Delete(l.pieces, i, i+1)
	floats := strings.Contains(lines.floating, "#")
	switch n := len(l.pieces); {
	case n == 0:
		l.empty(lines, floats)
	case i == n: // it was the last one
		if floats {
			l.tail = strings.TrimRight(lines.floating, whitespace) + l.tail
		}
		before := &l.pieces[n-1]
		if !l.commas && !before.bare {
			before.mid = strings.TrimRight(before.mid, whitespace) // it was there for the comma
		}
		if !strings.Contains(l.tail, "\n") && strings.Contains(before.mid+before.trail, "#") {
			l.tail = l.row() + l.tail
		}
	default:
		l.pieces[i].lead = joinedLeads(lines, splitLead(l.pieces[i].lead), i == 0)
	}
}

// joinedLeads returns the lead of the entry after a removed one.
func joinedLeads(removed, next leadLines, first bool) string {
	rest := next.comments + next.line
	switch {
	case removed.own() && !next.own():
		return removed.floating + removed.line
	case removed.own() && first && !strings.Contains(removed.floating, "#"):
		return removed.floating + withoutEmptyLines(next.floating) + rest
	case removed.own() && next.floating == "":
		return removed.floating + rest
	case removed.own():
		return strings.TrimRight(removed.floating, whitespace) + next.floating + rest
	case first && next.floating+next.comments == "":
		return removed.line
	}
	return next.floating + rest
}

// withoutEmptyLines returns lines, each after its line end, without the empty
// ones at their start.
func withoutEmptyLines(text string) string {
	ends := lineEnds(text)
	for i, start := range ends {
		end := len(text)
		if i+1 < len(ends) {
			end = ends[i+1]
		}
		if strings.Trim(text[start:end], whitespace) != "" {
			return text[start:]
		}
	}
	return ""
}

// empty leaves the comments that belong to no entry in a collection from which
// the last one went.
func (l *flowList) empty(lines leadLines, floats bool) {
	if !floats && strings.Trim(l.head+l.tail, whitespace) == "" {
		l.head, l.tail = "", ""
		return
	}
	if !strings.Contains(l.tail, "\n") {
		l.tail = l.newline + lines.margin() + l.tail
	}
	if floats {
		l.tail = strings.TrimRight(lines.floating, whitespace) + l.tail
	}
}
