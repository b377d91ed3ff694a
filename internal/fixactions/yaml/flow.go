package yaml

import "strings"

// A flowList is the text of a collection in brackets, in parts: a head, the
// pieces of its entries, and a tail. A comment at the end of a line belongs to
// the piece on that line, and the comments directly above a piece belong to it.
type flowList struct {
	*collector
	node       *node
	head, tail string
	links      []flowLink // links[0] is the brackets, links[i+1] the entry i of the text, the rest new ones
	commas     bool       // a comma follows the last entry, if there is one
	margin     string     // the start of the line of the opening bracket
}

// A flowLink is an entry, or the brackets, with its neighbors.
type flowLink struct {
	prev, next int
	piece      *flowPiece // nil if it is the text's
}

// A flowPiece is a lead, an entry, a mid, a comma and a trail.
type flowPiece struct {
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
// changes within an entry of the text have their own patches.
func (c *collector) flow(n *node, slots []slot, depth int) {
	l := c.flowList(n)
	kept := n.kept()
	at := 0 // the link before a new entry
	for _, s := range slots {
		if s.base >= 0 {
			at = s.base + 1
			continue
		}
		for next := l.links[at].next; next > 0 && next <= len(kept) && !kept[next-1]; next = l.links[at].next {
			at = next // it takes the place of a removed entry
		}
		padding := ""
		if n.kind == mapping {
			padding = c.style.padding
		}
		at = l.insert(at, c.flowEntry(n, s), padding)
	}
	for base := len(kept) - 1; base >= 0; base-- {
		if !kept[base] {
			l.remove(base + 1)
		}
	}
	l.write(depth)
}

// write adds the patches of a list: one for each changed gap between two
// entries of the text.
func (l *flowList) write(depth int) {
	count := len(l.node.entries)
	last, fresh := 0, "" // the entry of the text before, and the new ones after it
	for at := l.links[0].next; ; at = l.links[at].next {
		if at > count {
			fresh += l.piece(at).lead + l.piece(at).text + l.after(at)
			continue
		}
		follows := at == last+1 || at == 0 && last == count
		if !follows || fresh != "" || l.links[last].piece != nil || l.links[at].piece != nil {
			start, end, text, lead := l.node.start+1, l.node.end-1, l.head, l.tail
			if last > 0 {
				start, text = l.node.entries[last-1].end, l.after(last)
			}
			if at > 0 {
				end, lead = l.node.entries[at-1].start, l.read(at).lead
			}
			l.gap(depth, start, end, text+fresh+lead)
		}
		if at == 0 {
			return
		}
		last, fresh = at, ""
	}
}

// after returns the text between an entry and the lead of the next one.
func (l *flowList) after(at int) string {
	p := l.read(at)
	comma := ""
	switch {
	case l.links[at].next == 0 && !l.commas:
	case p.bare && p.mid == "" && at == len(l.node.entries) && !l.commas:
		comma = " ," // some parsers take "a:," for a key
	default:
		comma = ","
	}
	return p.mid + comma + p.trail
}

// read returns the piece of an entry, to be read.
func (l *flowList) read(at int) *flowPiece {
	if p := l.links[at].piece; p != nil {
		return p
	}
	n, i := l.node, at-1
	p := &flowPiece{bare: n.entries[i].isBare(), lead: l.text[l.leadStart(i):n.entries[i].start]}
	after := n.entries[i].end
	if comma := l.commaAfter(n, i); comma >= 0 {
		p.mid = l.text[after:comma]
		after = comma + 1
	}
	p.trail = l.text[after:l.leadStart(i+1)]
	return p
}

// leadStart returns the start of the lead of an entry of the text, or of the
// tail.
func (l *flowList) leadStart(i int) int {
	n, at, next := l.node, l.node.start+1, l.node.end-1
	if i < len(n.entries) {
		next = n.entries[i].start
	}
	if i > 0 {
		at = n.entries[i-1].end
		if comma := l.commaAfter(n, i-1); comma >= 0 {
			at = comma + 1
		}
	}
	return l.trailEnd(at, next)
}

// piece returns the piece of an entry, to be changed.
func (l *flowList) piece(at int) *flowPiece {
	if l.links[at].piece == nil {
		l.links[at].piece = l.read(at)
	}
	return l.links[at].piece
}

// isBare reports whether an entry is a key without a value, which stays so. Some
// parsers take "a:," for a key, so a space is before its comma.
func (e *entry) isBare() bool {
	return e.colon >= 0 && e.value.kind == absent && e.value.change == nil
}

// gap replaces a text between two entries. Parts that are in both texts stay:
// the start and the end, and the rest of one text if it is within the other.
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

// common returns the length of the common prefix of two texts.
func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// flowList returns the parts of a collection in brackets.
func (c *collector) flowList(n *node) *flowList {
	count := len(n.entries)
	l := &flowList{
		collector: c, node: n,
		links:  make([]flowLink, count+1, count+2),
		margin: blanksAt(c.text[lineStart(c.text, n.start):n.start]),
	}
	for i := range l.links {
		l.links[i] = flowLink{prev: i - 1, next: i + 1}
	}
	l.links[0].prev, l.links[count].next = count, 0
	l.head = c.text[n.start+1 : l.leadStart(0)]
	l.tail = c.text[l.leadStart(count) : n.end-1]
	if count == 0 {
		l.tail = c.text[n.start+1+len(l.head) : n.end-1]
		return l
	}
	l.commas = c.commaAfter(n, count-1) >= 0
	if strings.HasPrefix(l.tail, " ") && !l.commas && n.entries[count-1].isBare() && l.read(1).lead == "" {
		l.piece(count).mid, l.tail = " ", l.tail[1:]
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

// leadLines are the lines of a lead. A lead ends with the line of its entry.
// Before that may be comments that belong to it, and before these, lines that
// do not.
type leadLines struct {
	floating string // empty lines, and comments above them
	comments string
	line     string // the line end and the start of the line; without a line end if the entry is on the line of the one before
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

// margin returns the start of the line of the entry.
func (l leadLines) margin() string { return blanksAt(strings.TrimLeft(l.line, "\r\n")) }

// blanksAt returns the spaces and tabs that a text starts with.
func blanksAt(text string) string { return text[:len(text)-len(strings.TrimLeft(text, " \t"))] }

const whitespace = " \t\r\n"

// insert inserts a new entry after another one, or 0. padding is the padding of
// an empty collection.
func (l *flowList) insert(after int, text, padding string) int {
	before := l.links[after].next
	p := &flowPiece{text: text}
	switch {
	case after == 0 && before == 0:
		l.open(p, padding)
	case after == 0:
		l.first(p, before)
	case before == 0:
		l.append(p, after)
	default:
		l.between(p, after, before)
	}
	at := len(l.links)
	l.links = append(l.links, flowLink{after, before, p})
	l.links[after].next, l.links[before].prev = at, at
	return at
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
	margin := l.margin + l.step()
	if ends := lineEnds(comments); len(ends) > 0 {
		margin = splitLead(comments[ends[len(ends)-1]:]).margin()
	}
	p.lead = comments + l.style.newline + margin
	l.tail = l.style.newline + inner[strings.LastIndexByte(inner, '\n')+1:]
}

// step returns one level of indentation.
func (l *flowList) step() string { return strings.Repeat(" ", l.style.step) }

// first lays out an entry before all others.
func (l *flowList) first(p *flowPiece, before int) {
	next, second := l.piece(before), l.links[before].next
	lines := splitLead(next.lead)
	mid, commaFirst := "", false
	if second != 0 {
		mid, commaFirst = commaLine(next, l.read(second))
	}
	switch {
	case !lines.own():
		p.lead = next.lead
		next.lead = " "
		if second != 0 && !strings.Contains(l.read(second).lead, "\n") {
			next.lead = l.read(second).lead
		}
	case commaFirst:
		p.lead, p.mid = next.lead, mid
		next.lead = l.read(second).lead
	case lines.floating != "": // such as comments about the whole
		p.lead = lines.floating + lines.line
		next.lead = lines.comments + lines.line
	default:
		p.lead = lines.line
	}
}

// commaLine returns the line end and the indentation before the comma between
// two entries, if it begins the line of the second one.
func commaLine(before, p *flowPiece) (mid string, ok bool) {
	ends := lineEnds(before.mid)
	if len(ends) == 0 || splitLead(p.lead).own() {
		return "", false
	}
	return before.mid[ends[len(ends)-1]:], true
}

// append lays out an entry after all others.
func (l *flowList) append(p *flowPiece, after int) {
	before, earlier := l.piece(after), l.links[after].prev
	lines := splitLead(before.lead)
	p.lead = " "
	if lines.own() || earlier != 0 {
		p.lead = lines.line
	}
	if earlier != 0 && before.mid == "" && !l.commas {
		before.mid, _ = commaLine(l.read(earlier), before)
	}
	if !lines.own() && strings.Contains(before.trail, "#") {
		p.lead = l.row()
	}
}

// row returns the line end and the indentation of the last line of entries.
func (l *flowList) row() string {
	for at := l.links[0].prev; at != 0; at = l.links[at].prev {
		if lines := splitLead(l.read(at).lead); lines.own() {
			return lines.line
		}
	}
	return l.style.newline + l.margin + l.step()
}

// between lays out an entry between two others.
func (l *flowList) between(p *flowPiece, after, before int) {
	previous := l.read(after)
	next := splitLead(l.read(before).lead)
	p.lead = next.line
	if next.own() && l.links[after].prev != 0 && !strings.Contains(previous.trail, "#") {
		p.lead = splitLead(previous.lead).line // if that starts no line either, at the end of a row
	}
	p.mid, _ = commaLine(previous, l.read(before))
}

// remove removes an entry.
func (l *flowList) remove(at int) {
	lines := splitLead(l.read(at).lead)
	before, next := l.links[at].prev, l.links[at].next
	l.links[before].next, l.links[next].prev = next, before
	floats := strings.Contains(lines.floating, "#")
	switch {
	case before == 0 && next == 0:
		l.empty(lines, floats)
	case next == 0: // it was the last one
		if floats {
			if !strings.Contains(l.tail, "\n") {
				l.tail = l.row() + l.tail
			}
			l.tail = strings.TrimRight(lines.floating, whitespace) + l.tail
		}
		p := l.piece(before)
		if !l.commas && !p.bare {
			p.mid = strings.TrimRight(p.mid, whitespace) // it was there for the comma
		}
		if !strings.Contains(l.tail, "\n") && strings.Contains(p.mid+p.trail, "#") {
			l.tail = l.row() + l.tail
		}
	default:
		p := l.piece(next)
		p.lead = joinedLeads(lines, splitLead(p.lead), before == 0)
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
		l.tail = l.style.newline + lines.margin() + l.tail
	}
	if floats {
		l.tail = strings.TrimRight(lines.floating, whitespace) + l.tail
	}
}
