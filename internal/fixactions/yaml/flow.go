package yaml

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/flow"
)

// commented reports whether a comment is within an empty collection in
// brackets.
func (c *collector) commented(n *node) bool {
	return len(n.entries) == 0 && strings.Contains(c.text[n.start:n.end], "#")
}

// flow adds the patches of a collection in brackets. They are between entries:
// changes within an entry of the text have their own patches.
func (c *collector) flow(n *node, slots []slot, depth int) {
	l := c.flowList(n)
	padding := ""
	if n.kind == mapping {
		padding = c.style.padding
	}
	kept := n.kept()
	at, added := 0, 0
	for _, s := range slots {
		if s.base >= 0 {
			at = s.base + added + 1
			continue
		}
		for at < l.Len() && at-added < len(kept) && !kept[at-added] {
			at++ // it takes the place of a removed entry
		}
		l.Insert(at, c.flowEntry(n, s), false, padding)
		at, added = at+1, added+1
	}
	for i := l.Len() - 1; i >= 0; i-- {
		if base := l.Base(i); base >= 0 && !kept[base] {
			l.Remove(i)
		}
	}
	for _, e := range l.Edits() {
		c.add(depth, e.Start, e.End, e.New)
	}
}

// isBare reports whether an entry is a key without a value, which stays so.
func (e *entry) isBare() bool {
	return e.colon >= 0 && e.value.kind == absent && e.value.change == nil
}

// flowList returns a collection in brackets, to be changed.
func (c *collector) flowList(n *node) *flow.List {
	text := flow.Text{Syntax: syntax, Text: c.text, Start: n.start + 1, End: n.end - 1, Items: flowEntries{c, n}}
	l := text.List(flow.Indentation(c.text[lineStart(c.text, n.start):n.start]), flow.Style{
		Newline: c.style.newline,
		Unit:    strings.Repeat(" ", c.style.step),
		Comma:   " ",
		After:   true,
		Inside:  true,
	})
	last := len(n.entries) - 1
	if last >= 0 && strings.HasPrefix(l.Tail, " ") && !l.Commas && n.entries[last].isBare() && l.Read(0).Lead == "" {
		l.Change(last).Mid, l.Tail = " ", l.Tail[1:]
	}
	return l
}

// flowEntries has the places of the entries of a collection in brackets.
type flowEntries struct {
	*collector
	node *node
}

// Len returns the number of entries.
func (e flowEntries) Len() int { return len(e.node.entries) }

// Place returns the place of an entry.
func (e flowEntries) Place(i int) flow.Place {
	entry := &e.node.entries[i]
	p := flow.Place{Start: entry.start, End: entry.end, Comma: -1, Bare: entry.isBare()}
	w := walker{text: e.text, pos: entry.end}
	if w.skip(); w.peek() == ',' {
		p.Comma = w.pos
	}
	return p
}

// syntax is the syntax of comments.
var syntax = &flow.Syntax{Line: "#", Belongs: func(line string) bool { return strings.Contains(line, "#") }}

const whitespace = " \t\r\n"
