package toml

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// add adds a key to a table.
func (f *File) add(t *table, name string, v value) {
	switch {
	case v.kind == '{' && f.wantsHeader(t, v):
		n := &node{name: name, parent: t, depth: t.depth() + 1}
		n.table = &table{node: n}
		f.addNode(n)
		f.addBlock(t, f.block(n.table, v, f.subtableMargin(t)))
	case v.isTables() && t.dotted == nil && f.layout().arrays:
		n := &node{name: name, parent: t, depth: t.depth() + 1}
		f.addNode(n)
		var items []*item
		margin := f.subtableMargin(t)
		for _, element := range v.array {
			inner := &table{node: n}
			n.array = append(n.array, inner)
			block := f.block(inner, element, margin)
			if len(items) > 0 {
				block = f.spaced(block)
			}
			items = append(items, block...)
		}
		f.addBlock(t, items)
	default:
		f.addLine(t, name, v)
	}
}

// isTables reports whether a value is an array of objects.
func (v value) isTables() bool {
	return len(v.array) > 0 && !slices.ContainsFunc(v.array, func(item value) bool { return item.kind != '{' })
}

// wantsHeader reports whether an object that is added to a table becomes a
// table with a header.
func (f *File) wantsHeader(t *table, v value) bool {
	if t.dotted != nil {
		return false
	}
	if t.section == nil {
		return true
	}
	var headers vote
	for _, child := range t.nodes {
		if child.item == nil {
			headers.add(child.table == nil || child.table.dotted == nil)
		} else if strings.HasPrefix(child.item.valueText(), "{") {
			headers.add(false)
		}
	}
	return headers.or(t.node == nil || utf8.RuneCountInString(f.layout().inline(v)) > lineWidth)
}

// addLine adds a key-value to a table, after the others.
func (f *File) addLine(t *table, name string, v value) {
	section, like, prefix := f.placeOf(t)
	style := f.layout()
	margin, equals := "", style.equals
	text := prefix + keyText(name)
	if like != nil {
		margin = like.margin()
		if !like.header {
			equals = equalsLike(like, text, equals)
		}
	}
	text += equals
	text = margin + text + style.value(v, len(margin)+len(text), margin, false) + style.newline
	it := newItem(text, false)
	n := &node{name: name, parent: t, depth: t.depth() + 1, item: it}
	it.section = section
	f.addNode(n)
	switch {
	case like != nil && !like.header:
		at := slices.Index(section.items, like) + 1
		f.insertAfter(like, it)
		set(f, &section.items, slices.Insert(slices.Clone(section.items), at, it))
		return
	case like != nil:
		f.insertAfter(like, it)
	default:
		f.addFirst(it)
	}
	set(f, &section.items, append([]*item{it}, section.items...))
}

func newItem(text string, header bool) *item {
	it := &item{base: -1, src: text, end: len(text), header: header, changes: &changes{}}
	it.parts, it.value = scanLine(text, header)
	return it
}

// equalsLike returns the text between the key and the value of a new item, as
// in another item. If the other item is aligned with its neighbors, so is the
// new one.
func equalsLike(like *item, key, otherwise string) string {
	between := like.within(like.parts[len(like.parts)-1].end, like.value[0])
	before, after, ok := strings.Cut(between, "=")
	if !ok || len(after) > 1 {
		return otherwise
	}
	column, length := like.equals()
	aligned := column > length+1
	if i := slices.Index(like.section.items, like); i > 0 && !aligned {
		other, otherLength := like.section.items[i-1].equals()
		aligned = other == column && otherLength != length
	}
	if aligned {
		before = strings.Repeat(" ", max(1, column-len(key)))
	}
	return before + "=" + after
}

// equals returns the column of the equals sign and the length of the key.
func (it *item) equals() (column, length int) {
	start, end := it.parts[0].start, it.parts[len(it.parts)-1].end
	return end - start + strings.IndexByte(it.within(end, it.value[0]), '='), end - start
}

// placeOf returns the section for a new key-value of a table, the item after
// which it goes, and the text before its name. The item is nil if nothing is
// before the place.
func (f *File) placeOf(t *table) (section *section, like *item, prefix string) {
	if t.section == nil && t.dotted != nil {
		depth := t.depth() - t.dotted.table.depth()
		names := t.path()[t.dotted.table.depth():]
		for _, it := range slices.Backward(t.dotted.items) {
			if len(it.parts) <= depth || !hasNames(it.parts, names) {
				continue
			}
			return t.dotted, it, it.within(it.parts[0].start, it.parts[depth-1].end) + "."
		}
	}
	if t.section == nil {
		f.addHeader(t)
	}
	if n := len(t.section.items); n > 0 {
		return t.section, t.section.items[n-1], ""
	}
	return t.section, t.section.header, ""
}

func hasNames(parts []part, names []string) bool {
	for i, name := range names {
		if parts[i].name != name {
			return false
		}
	}
	return true
}

// addFirst adds the first key-value of the root: before the first header, or at
// the end.
func (f *File) addFirst(it *item) {
	newline := f.layout().newline
	for _, base := range f.items {
		first := base
		switch {
		case len(base.before) > 0:
			first = base.before[0]
		case !base.removed && base.header:
		case len(base.after) > 0:
			first = base.after[0]
		default:
			continue
		}
		f.insertBlockBefore(first, []*item{it}, newline)
		return
	}
	end := f.items[len(f.items)-1]
	it.lead = f.emptyLineBefore(end)
	f.insertAfter(end, it)
}

// endsWithEmptyLine reports whether the last line of a text of whole lines is
// empty.
func endsWithEmptyLine(text string) bool {
	if text == "" {
		return false
	}
	text = strings.TrimSuffix(text, lineEndOf(text))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:]) == ""
}

// insertBlockBefore inserts items before a header and its comments, with gap
// after them.
func (f *File) insertBlockBefore(header *item, items []*item, gap string) {
	newline := f.layout().newline
	if header.list != nil {
		items[0].lead = header.lead
		if gap != "" {
			set(f, &header.lead, newline)
		}
		f.insertBefore(header, items...)
		return
	}
	if len(header.before) > 0 {
		items[0].lead = gap
	} else {
		items[0].lead = f.emptyLineBefore(header)
		if floating := splitLead(f.leadText(header)).floating; len(floating) <= header.leadStart && items[0].header && header.base > 0 {
			items[0].lead, gap = "", "" // as close as before
		}
	}
	f.touch(header)
	set(f, &header.gap, gap)
	f.insertBefore(header, items...)
}

// emptyLineBefore returns the empty line that a new table or comment needs that
// goes before an item of the file and its comments.
func (f *File) emptyLineBefore(it *item) string {
	lead := splitLead(f.leadText(it)).floating
	if it.base == len(f.items)-1 { // the end of the file
		lead = f.leadText(it)
	}
	lead = lead[min(it.leadStart, len(lead)):]
	before := false
	for i := it.base - 1; lead == "" && i >= 0 && !before; i-- {
		previous := f.items[i]
		before = !previous.removed || len(previous.before)+len(previous.after) > 0
		if !before {
			lead = f.leadText(previous)
			lead = lead[:len(lead)-previous.leadEnd]
			lead = lead[min(previous.leadStart, len(lead)):]
		}
	}
	if before && f.layout().spaced || lead != "" && !endsWithEmptyLine(lead) {
		return f.layout().newline
	}
	return ""
}

// addHeader gives a table that has none a header, before its first item.
func (f *File) addHeader(t *table) {
	first := t.first()
	style := f.layout()
	header := newItem(first.margin()+"["+keysText(t.path())+"]"+style.newline, true)
	s := &section{table: t, header: header}
	header.section = s
	set(f, &t.section, s)
	gap := ""
	if style.spaced {
		gap = style.newline
	}
	f.insertBlockBefore(first, []*item{header}, gap)
}

// addBlock adds the items of a new table to a table, after all it has.
func (f *File) addBlock(t *table, items []*item) {
	style := f.layout()
	gap := ""
	if style.spaced {
		gap = style.newline
	}
	if t.node == nil {
		end := f.items[len(f.items)-1]
		items[0].lead = f.emptyLineBefore(end)
		if len(end.after) > 0 {
			items[0].lead = gap
			end = end.after[len(end.after)-1]
		}
		f.insertAfter(end, items...)
		return
	}
	f.addAfter(t.last(), items, gap)
}

// addAfter adds the items of a new table after an item, and after comments that
// belong to nothing.
func (f *File) addAfter(last *item, items []*item, gap string) {
	next := f.following(last)
	switch {
	case next == nil:
	case next.header:
		f.insertBlockBefore(next, items, gap)
		return
	case next.base == len(f.items)-1:
		items[0].lead = f.emptyLineBefore(next)
		f.insertAfter(next, items...)
		return
	}
	items[0].lead = gap
	f.insertAfter(last, items...)
}

// following returns the item after another one. Of items that are removed,
// comments may be left. It returns nil after the last item of the file.
func (f *File) following(last *item) *item {
	after, base := last.after, last.base
	switch {
	case last.list == nil:
	case last.list == &last.host.after:
		base, after = last.host.base, last.host.after
		after = after[slices.Index(after, last)+1:]
	default:
		base, after = last.host.base-1, last.host.before
		after = after[slices.Index(after, last)+1:]
	}
	for {
		if len(after) > 0 {
			return after[0]
		}
		if base++; base == len(f.items) {
			return nil
		}
		next := f.items[base]
		if len(next.before) > 0 && (last.list == nil || last.list != &next.before) {
			return next.before[0]
		}
		if !next.removed {
			return next
		}
		after = next.after
	}
}

// insertTable inserts a table into an array of tables.
func (f *File) insertTable(n *node, index int, v value) {
	t := &table{node: n}
	style := f.layout()
	gap := ""
	if style.spaced {
		gap = style.newline
	}
	items := f.block(t, v, n.array[min(index, len(n.array)-1)].section.header.margin())
	if index < len(n.array) {
		f.insertBlockBefore(n.array[index].section.header, items, gap)
	} else {
		f.addAfter(n.array[len(n.array)-1].last(), items, gap)
	}
	set(f, &n.array, slices.Insert(slices.Clone(n.array), index, t))
}

// subtableMargin returns the start of the line of a new subtable's header.
func (f *File) subtableMargin(t *table) string {
	if t.node == nil {
		return ""
	}
	if last := t.last(); last.section.header != nil && last.section.table.depth() == t.depth()+1 {
		return last.section.header.margin()
	}
	if t.section != nil {
		return t.section.header.margin()
	}
	return ""
}

// block returns the items of a new table: its header, its key-values, and the
// tables in it that have no room on a line.
func (f *File) block(t *table, v value, margin string) []*item {
	style := f.layout()
	open, end := "[", "]"
	if t.node.table != t {
		open, end = "[[", "]]"
	}
	header := newItem(margin+open+keysText(t.path())+end+style.newline, true)
	header.array = open == "[["
	t.section = &section{table: t, header: header}
	header.section = t.section
	items := []*item{header}
	var inner []*item
	for _, m := range v.object {
		n := &node{name: m.key, parent: t, depth: t.depth() + 1}
		t.push(n)
		text := margin + keyText(m.key) + style.equals
		wide := utf8.RuneCountInString(text+style.inline(m.value)) > lineWidth
		switch {
		case wide && m.value.kind == '{':
			n.table = &table{node: n}
			inner = append(inner, f.spaced(f.block(n.table, m.value, margin))...)
		case wide && m.value.isTables():
			for _, element := range m.value.array {
				table := &table{node: n}
				n.array = append(n.array, table)
				inner = append(inner, f.spaced(f.block(table, element, margin))...)
			}
		default:
			it := newItem(text+style.value(m.value, len(text), margin, false)+style.newline, false)
			it.section = t.section
			t.section.items = append(t.section.items, it)
			n.item = it
			items = append(items, it)
		}
	}
	return append(items, inner...)
}

// spaced puts an empty line before a block, if the file has them.
func (f *File) spaced(items []*item) []*item {
	if f.layout().spaced {
		items[0].lead = f.layout().newline
	}
	return items
}
