package toml

import (
	"slices"
	"strings"
)

// remove removes a key from its table. A table that is defined by nothing else
// stays as an empty one.
func (f *File) remove(n *node) {
	t := n.parent
	if t.node != nil && t.section == nil && len(t.nodes) == 1 {
		if t.dotted != nil && f.closeDotted(t, n) {
			return
		}
		f.addHeader(t)
	}
	f.removeNode(n)
	var items []*item
	n.walk(func(it *item, _ int) { items = append(items, it) })
	f.drop(items)
}

// closeDotted turns a table that dotted keys define, and that contains only n,
// into an empty inline table. It returns false if n is no longer a dotted key.
func (f *File) closeDotted(t *table, n *node) bool {
	var items []*item
	var first *item
	n.walk(func(it *item, _ int) {
		items = append(items, it)
		if !it.header && it.section == t.dotted && (first == nil || compare(it, first) < 0) {
			first = it
		}
	})
	if first == nil {
		return false
	}
	items = slices.DeleteFunc(items, func(it *item) bool { return it == first })
	f.drop(items)
	offset := first.offset()
	last := first.parts[t.depth()-t.dotted.table.depth()-1].end
	equals := first.within(first.parts[len(first.parts)-1].end, first.value[0])
	f.replace(first, last-offset, first.value[1]-offset, equals+"{}")
	set(f, &t.node.table, nil)
	set(f, &t.node.item, first)
	return true
}

// drop removes items with the comments that belong to them.
func (f *File) drop(items []*item) {
	slices.SortFunc(items, compare)
	headers := map[*section]bool{}
	for _, it := range items {
		if it.header {
			headers[it.section] = true
		}
	}
	run := 0 // the first of the items that follow each other
	for i, it := range items {
		if !it.header {
			at := slices.Index(it.section.items, it)
			set(f, &it.section.items, slices.Delete(slices.Clone(it.section.items), at, at+1))
		}
		if it.list != nil {
			f.removeItem(it)
			continue
		}
		if i == 0 || items[i-1].list != nil || items[i-1].base != it.base-1 {
			run = i
		}
		f.dropLead(it, run < i && headers[it.section])
		f.removeItem(it)
		if i+1 < len(items) && items[i+1].base == it.base+1 {
			continue
		}
		next := f.items[it.base+1]
		if headers[it.section] {
			f.dropDangling(next)
		}
		f.dropEmptyLines(items[run], next)
		f.dropLastLines(items[run], next)
	}
}

// dropLead removes the lead of a removed item: all of it within a removed
// table, and otherwise its comments.
func (f *File) dropLead(it *item, inner bool) {
	lead := f.leadText(it)
	floating := splitLead(lead).floating
	left := floating[min(it.leadStart, len(floating)):]
	if inner || strings.TrimSpace(left) == "" && !f.keepsEmptyLines(it) {
		if len(it.before) > 0 && it.before[0].lead == "" && !inner { // whose empty line it is now
			set(f, &it.before[0].lead, left)
		}
		floating = ""
	}
	f.touch(it)
	set(f, &it.leadEnd, len(lead)-len(floating))
}

// keepsEmptyLines reports whether the empty lines before a removed key-value
// stay before the next one.
func (f *File) keepsEmptyLines(it *item) bool {
	next := f.items[it.base+1]
	return !it.header && !next.header && next.base < len(f.items)-1 && !next.removed && len(next.before) == 0 &&
		emptyLines(f.leadText(next)[next.leadStart:]) == 0 && !f.isFirst(it)
}

// isFirst reports whether nothing is before an item and its lead.
func (f *File) isFirst(it *item) bool {
	for i := it.base - 1; i >= 0; i-- {
		before := f.items[i]
		lead := len(f.leadText(before))
		if !before.removed || len(before.before)+len(before.after) > 0 || before.leadStart+before.leadEnd < lead {
			return false
		}
	}
	return true
}

// dropDangling removes the comments right after a removed table.
func (f *File) dropDangling(next *item) {
	if n := len(f.dangling(next)); n > 0 {
		f.touch(next)
		set(f, &next.leadStart, next.leadStart+n)
	}
}

// dangling returns the comments right after a table that do not belong to the
// next item.
func (f *File) dangling(next *item) string {
	lead := f.leadText(next)[next.leadStart:]
	end := 0
	for end < len(lead) && emptyLines(lead[end:]) == 0 {
		line := strings.IndexByte(lead[end:], '\n') + 1
		if line == 0 {
			line = len(lead) - end
		}
		end += line
	}
	if end < len(lead) || next.start == next.end { // else they belong to the next item
		return lead[:end]
	}
	return ""
}

// dropLastLines removes empty lines that have become the last ones of the text.
func (f *File) dropLastLines(removed, next *item) {
	if next.start < len(f.text) || next.start != next.end || next.leadStart < len(f.leadText(next)) || len(next.after)+len(removed.after) > 0 {
		return
	}
	lead := f.leadText(removed)
	kept := lead[:len(lead)-removed.leadEnd]
	if strings.TrimSpace(kept) == "" {
		return
	}
	short := len(strings.TrimRight(kept, " \t\r\n"))
	short += strings.IndexByte(kept[short:]+"\n", '\n') + 1
	f.touch(removed)
	set(f, &removed.leadEnd, len(lead)-min(short, len(kept)))
}

// dropEmptyLines removes empty lines before the item after a removed one, if
// there are more.
func (f *File) dropEmptyLines(removed, next *item) {
	if next.removed || len(next.before) > 0 {
		return
	}
	lead := f.leadText(next)[next.leadStart:]
	empty := emptyLines(lead)
	if empty == 0 {
		return
	}
	kept := f.leadText(removed)
	kept = kept[:len(kept)-removed.leadEnd]
	kept = kept[min(removed.leadStart, len(kept)):]
	if endsWithEmptyLine(kept) {
		f.touch(next)
		set(f, &next.leadStart, next.leadStart+empty)
	}
}
