package toml

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/flow"
)

// comments are the comments of a table that becomes another kind of value. Each
// begins with #.
type comments struct {
	above []string // on their own lines
	after string   // at the end of the line
}

// commentsOf returns the comments of a table or an array of tables: the
// comments of its header, or above its first dotted key, and if it has no
// key-values, all comments in it.
func (f *File) commentsOf(n *node) comments {
	var headers []*item
	empty := true
	n.walk(func(it *item, _ int) {
		if it.header {
			headers = append(headers, it)
		} else {
			empty = false
		}
	})
	slices.SortFunc(headers, compare)
	if !empty {
		headers = slices.DeleteFunc(headers, func(it *item) bool { return it != headers[0] || len(it.parts) != n.depth })
	}
	var all comments
	if first := n.first(); len(headers) == 0 && first != nil {
		all.add(splitLead(f.currentLead(first)).comments + first.above)
	}
	for i, it := range headers {
		lead := f.currentLead(it)
		if i == 0 || it.list == nil && it.base != headers[i-1].base+1 {
			lead = splitLead(lead).comments
		}
		all.add(lead)
		line := it.text()
		_, comment, found := strings.Cut(line[it.parts[len(it.parts)-1].end-it.offset():], "#")
		switch {
		case found && i == 0:
			all.after = "#" + strings.TrimRight(comment, " \t\r\n")
		case found:
			all.add("#" + comment)
		}
		if empty && it.list == nil && (i+1 == len(headers) || headers[i+1].base != it.base+1) {
			all.add(f.dangling(f.items[it.base+1]))
		}
	}
	return all
}

// currentLead returns the current lead of an item.
func (f *File) currentLead(it *item) string {
	if it.list != nil {
		return it.lead
	}
	lead := f.leadText(it)
	return lead[min(it.leadStart, len(lead)-it.leadEnd) : len(lead)-it.leadEnd]
}

// add adds the lines of a text that are comments.
func (c *comments) add(text string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			c.above = append(c.above, line)
		}
	}
}

// comment gives comments to a new item.
func (f *File) comment(it *item, c comments) {
	if it.list == nil {
		return
	}
	f.addAbove(it, c.above)
	if c.after != "" {
		end := len(it.text())
		end -= len(lineEndOf(it.text()))
		f.replace(it, end, end, " "+c.after)
	}
}

// addAbove adds comments above the line of an item.
func (f *File) addAbove(it *item, all []string) {
	if len(all) == 0 {
		return
	}
	lines := commentLines(all, it.margin(), f.layout().newline)
	f.touch(it)
	if it.list == nil {
		set(f, &it.above, it.above+lines)
	} else {
		set(f, &it.lead, it.lead+lines)
	}
}

func commentLines(all []string, margin, newline string) string {
	return margin + strings.Join(all, newline+margin) + newline
}

// commented reports whether there are comments in a container.
func (c *inlineValue) commented(text string) bool {
	at := c.start
	for i := range c.items {
		item := &c.items[i]
		if strings.Contains(text[at:item.start], "#") || item.value.kind != 0 && item.value.commented(text) {
			return true
		}
		at = item.value.end
	}
	return c.kind != 0 && strings.Contains(text[at:c.end], "#")
}

// moveComments moves the comments in an empty container, which becomes another
// kind of value, above its line. If that place is within a string, or has no
// room for them, it moves them above the line of the item. It returns the
// length of the text that it adds before the container.
func (f *File) moveComments(it *item, text string, whole, c *inlineValue) int {
	if c.kind == 0 || len(c.items) > 0 || !c.commented(text) {
		return 0
	}
	var all comments
	all.add(text[c.start+1 : c.close()])
	at := lineStart(text, c.start)
	if at == 0 || whole.inScalar(at) {
		f.addAbove(it, all.above)
		return 0
	}
	lines := commentLines(all.above, flow.Indentation(text[at:]), f.layout().newline)
	f.replaceValue(it, at, at, lines)
	return len(lines)
}

// inScalar reports whether an offset is within a scalar.
func (c *inlineValue) inScalar(at int) bool {
	for i := range c.items {
		if v := &c.items[i].value; v.start < at && at < v.end {
			return v.inScalar(at)
		}
	}
	return c.kind == 0
}
