package toml

import (
	"slices"
	"strings"
)

// comments are the comments of a table that becomes another kind of value. Each
// begins with #.
type comments struct {
	above []string // on lines of their own
	after string   // at the end of the line
}

// commentsOf returns the comments of a table or an array of tables: the comments
// of its header, and if it has no key-values, all comments in it.
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

// currentLead returns the lead of an item as it is now.
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
	newline := f.layout().newline
	if len(c.above) > 0 {
		margin := it.margin()
		set(f, &it.lead, it.lead+margin+strings.Join(c.above, newline+margin)+newline)
	}
	if c.after != "" {
		end := len(it.text())
		end -= len(lineEndOf(it.text()))
		f.replace(it, end, end, " "+c.after)
	}
}
