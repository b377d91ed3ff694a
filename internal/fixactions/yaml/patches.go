package yaml

import (
	"cmp"
	"slices"
	"strings"
)

// patches returns the changes of a text, ascending.
func (p *parsed) patches() []patch {
	if len(p.touched) == 0 {
		return nil
	}
	c := collector{parsed: p}
	for _, root := range p.roots {
		if root.change != nil || len(root.touched) > 0 {
			c.node(root, 0)
		}
	}
	c.lastLine()
	slices.SortStableFunc(c.all, func(a, b patch) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end), -cmp.Compare(a.depth, b.depth))
	})
	for i := 1; i < len(c.all); i++ {
		c.all[i].start = max(c.all[i].start, c.all[i-1].end) // two never meet; the text of both would show that they do
		c.all[i].end = max(c.all[i].start, c.all[i].end)
	}
	return c.all
}

// lastLine takes the line end from the value of a block scalar at the end of a
// file that ends without one, if there is new text after it: it has one then.
func (c *collector) lastLine() {
	n := lastOf(c.roots[len(c.roots)-1])
	if !c.added || n.kind != literal || !slices.ContainsFunc(c.all, func(p patch) bool { return p.start >= n.end && strings.TrimSpace(p.text) != "" }) {
		return
	}
	if slices.ContainsFunc(c.all, func(p patch) bool { return p.start < n.margin && n.start < p.end }) {
		return // it goes
	}
	at := n.start + len("|")
	for strings.IndexByte("0123456789", c.text[at]) >= 0 {
		at++
	}
	switch c.text[at] {
	case '-':
	case '+':
		c.add(0, at, at+1, "-")
	default:
		c.add(0, at, at, "-")
	}
}

// lastOf returns the last value within a value that is not a collection.
func lastOf(n *node) *node {
	for len(n.entries) > 0 && !n.flow {
		n = n.entries[len(n.entries)-1].value
	}
	return n
}

// keeps reports whether the empty lines after a value belong to it.
func (p *parsed) keeps(n *node) bool {
	if n = lastOf(n); n.kind != literal {
		return false
	}
	header, _, _ := strings.Cut(p.text[n.start:n.margin], " ")
	return strings.Contains(header, "+")
}

// A collector collects the patches of nodes.
type collector struct {
	*parsed
	all []patch
}

func (c *collector) add(depth, start, end int, text string) {
	if start != end || text != "" {
		c.all = append(c.all, patch{start, end, text, depth})
	}
}

func (c *collector) node(n *node, depth int) {
	switch {
	case n.change == nil:
	case n.change.value:
		for _, p := range n.change.patches {
			c.add(depth, p.start, p.end, p.text)
		}
		return
	case n.change.name != nil:
		if *n.change.name != n.from.Value { // otherwise it is unchanged
			c.add(depth, n.start, n.end, stringText(*n.change.name, c.nameQuoting(n), n.inFlow))
		}
	case n.change.slots != nil:
		if !c.slots(n, depth) {
			return
		}
	}
	kept := n.kept()
	for _, child := range n.touched {
		if kept[child.index] {
			c.node(child, depth+1)
		}
	}
}

// kept reports for each entry of the text whether it stays.
func (n *node) kept() []bool {
	kept := make([]bool, len(n.entries))
	for i := range n.size() {
		if s := n.slotAt(i); s.base >= 0 {
			kept[s.base] = true
		}
	}
	return kept
}

// slots adds the patches of the entries of a collection, and reports whether
// entries of the text stay.
func (c *collector) slots(n *node, depth int) bool {
	slots := n.change.slots
	stays := slices.ContainsFunc(slots, func(s slot) bool { return s.base >= 0 })
	switch {
	case n.bare: // only its key has another name
	case n.flow && (len(n.entries) > 0 || n.inFlow || c.commented(n)):
		c.flow(n, slots, depth)
	case stays:
		c.block(n, slots, depth)
	default:
		v := &value{kind: n.kind}
		for _, s := range slots {
			v.keys = append(v.keys, s.key)
			v.items = append(v.items, s.value)
		}
		patches, _ := c.replacement(n, v)
		for _, p := range patches {
			c.add(depth, p.start, p.end, p.text)
		}
	}
	return stays
}

func (c *collector) flowEntry(n *node, s slot) string {
	if n.kind == sequence {
		return c.quotedLike(c.style, n).flowText(s.value)
	}
	return stringText(s.key, c.keyQuoting(n), true) + ": " + c.style.flowText(s.value)
}

// keyQuoting returns the quoting of the keys of a mapping.
func (c *collector) keyQuoting(n *node) quoting {
	for i := range n.entries {
		if q := quotingOf(n.entries[i].key.from); q == unquoted || canBePlain(n.name(i), n.inFlow) {
			return q
		}
	}
	if n.flow {
		return c.style.keys
	}
	return unquoted
}

// nameQuoting returns the quoting of a key that is renamed: its own, unless it
// has double quotes that its old name needs.
func (c *collector) nameQuoting(key *node) quoting {
	if q := quotingOf(key.from); q != doubleQuoted || canBePlain(key.from.Value, key.inFlow) {
		return q
	}
	return c.keyQuoting(key.parent)
}

// block adds the patches of a collection in lines, of which some entries stay.
func (c *collector) block(n *node, slots []slot, depth int) {
	kept := n.kept()
	margin := strings.Repeat(" ", n.indent)
	head := &n.entries[0]
	inline := strings.TrimSpace(c.text[lineStart(c.text, head.start):head.start]) != ""
	gone := inline && !kept[0]
	if gone {
		slots = c.inlineHead(n, slots, kept, depth)
	}
	last := -1
	var fresh []slot
	added := map[int]bool{} // where there is new text
	flush := func(next int) {
		at := 0
		switch {
		case len(fresh) == 0:
			return
		case last >= 0:
			at = c.chunkEnd(n, next-1)
		case gone: // after the new entry that took the place of the first
			at = c.chunkEnd(n, 0)
		case inline:
			at = head.start
		default:
			at = c.chunkStart(n, 0)
		}
		var lines []string
		for _, s := range fresh {
			lines = append(lines, c.blockEntry(n, s, at)...)
		}
		text := c.joined(indented(lines, n.indent)) + c.style.newline
		if at == head.start && inline {
			text = text[len(margin):] + margin
		}
		c.add(depth, at, at, text)
		added[at], fresh = true, nil
	}
	for _, s := range slots {
		if s.base < 0 {
			fresh = append(fresh, s)
			continue
		}
		flush(s.base)
		last = s.base
	}
	flush(len(n.entries))
	for i := range n.entries {
		if !kept[i] {
			start, end := c.chunkStart(n, i), c.chunkEnd(n, i)
			if next := nextLine(c.text, end); !added[end] && c.emptyLine(end) && (start == 0 || c.emptyLine(lineStart(c.text, start-1))) {
				end = next // of the empty lines on both sides, one is enough
			}
			for i > 0 && kept[i-1] && c.emptyLine(end) && c.keeps(n.entries[i-1].value) {
				end = nextLine(c.text, end) // they would become part of the text before
			}
			c.add(depth, start, end, "")
		}
	}
}

// emptyLine reports whether the line at an offset has nothing.
func (p *parsed) emptyLine(at int) bool {
	return at < len(p.text) && lineEnd(p.text, at) == at
}

func (c *collector) joined(lines []string) string { return strings.Join(lines, c.style.newline) }

// inlineHead removes the first entry of a collection that begins on the line of
// something else, such as the dash of an outer sequence. The next entry takes
// its place. It returns the slots that are left to be added. Entries that it
// removes count as kept, so that they are removed only once.
func (c *collector) inlineHead(n *node, slots []slot, kept []bool, depth int) []slot {
	head := &n.entries[0]
	content := lineEnd(c.text, head.end)
	kept[0] = true
	if s := slots[0]; s.base < 0 {
		text := c.joined(indented(c.blockEntry(n, s, nextLine(c.text, content)), n.indent))
		c.add(depth, head.start, content, text[n.indent:])
		return slots[1:]
	}
	next := slots[0].base
	start := n.entries[next].start
	if strings.TrimSpace(c.text[c.chunkEnd(n, next-1):start]) == "" {
		for i := range next {
			kept[i] = true
		}
		c.add(depth, head.start, start, "")
		return slots
	}
	before := c.text[:head.start]
	c.add(depth, len(strings.TrimRight(before, " \t")), content, "")
	return slots
}

// blockEntry returns the lines of a new entry at an offset, without their
// indentation.
func (c *collector) blockEntry(n *node, s slot, at int) []string {
	style := c.styleAt(at, n.indent)
	if n.kind == sequence {
		return c.quotedLike(style, n).item(s.value, c.dash(n))
	}
	return style.memberOf(stringText(s.key, c.keyQuoting(n), false)+":", s.value)
}

// quotedLike returns the style with the quotes that most strings among the
// items of a sequence have.
func (c *collector) quotedLike(s *style, n *node) *style {
	var found quotings
	for i := range min(len(n.entries), maxCompared) {
		found.count(n.entries[i].value)
	}
	if found == (quotings{}) || found.most() == s.like {
		return s
	}
	changed := *s
	changed.like = found.most()
	return &changed
}

// maxCompared bounds the items that a new item is compared with.
const maxCompared = 64

// dash returns the dash of the items of a sequence with the spaces after it.
func (c *collector) dash(n *node) string {
	for i := range n.entries {
		e := &n.entries[i]
		if e.value.kind != absent && e.value.start < lineEnd(c.text, e.start) && e.value.propsEnd == e.value.props {
			return c.text[e.start:e.value.start]
		}
	}
	return c.style.dash
}

// chunkStart returns where the text of an entry starts: at the comments
// directly above it, or at its line. It is the entry itself if something else
// is before it on its line.
func (p *parsed) chunkStart(n *node, i int) int {
	e := &n.entries[i]
	start := lineStart(p.text, e.start)
	if strings.TrimSpace(p.text[start:e.start]) != "" {
		return e.start
	}
	if i == 0 && n.parent == nil {
		return start // comments above may belong to the file
	}
	limit := 0
	if i > 0 {
		limit = p.chunkEnd(n, i-1)
	}
	for start > limit {
		above := lineStart(p.text, start-1)
		line := p.text[above:start]
		text := strings.TrimLeft(line, " ")
		if above < limit || !strings.HasPrefix(text, "#") || len(line)-len(text) != n.indent {
			break
		}
		start = above
	}
	return start
}

// chunkEnd returns where the text of an entry ends: after its last line, and
// after comments that are indented more than it.
func (p *parsed) chunkEnd(n *node, i int) int {
	end := nextLine(p.text, n.entries[i].end)
	for at := end; at < len(p.text); {
		next := nextLine(p.text, at)
		line := strings.TrimRight(p.text[at:next], " \t\r\n")
		text := strings.TrimLeft(line, " ")
		if text != "" && (text[0] != '#' || len(line)-len(text) <= n.indent) {
			break
		}
		if text != "" {
			end = next
		}
		at = next
	}
	return end
}
