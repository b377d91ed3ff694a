package toml

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// Find returns where the text of Open has the value at a pointer. A table is at
// its header. One without a header is at the first key that has its name.
func (f *File) Find(document int, pointer string) (operation.Place, bool) {
	if document != 0 {
		return operation.Place{}, false
	}
	if len(f.undo) > 0 { // the rest reads the current file
		original, err := Open([]byte(f.text))
		if err != nil {
			return operation.Place{}, false
		}
		original.shift = f.shift
		return original.Find(document, pointer)
	}
	t, err := f.target(pointer)
	if err != nil {
		return operation.Place{}, false
	}
	place, ok := f.valuePlace(t)
	place.Start += f.shift
	place.End += f.shift
	place.KeyStart += f.shift
	place.KeyEnd += f.shift
	return place, ok
}

func (f *File) valuePlace(t target) (operation.Place, bool) {
	if t.node == nil {
		return operation.Place{End: len(f.text)}, true
	}
	if t.node.item == nil {
		n := t.node
		if t.index >= 0 {
			n = &node{table: n.array[t.index], depth: n.depth}
		}
		return f.tablePlace(n, t.index >= 0), true
	}
	it := t.node.item
	name := it.parts[len(it.parts)-1]
	place := operation.Place{Start: it.value[0], End: it.value[1], KeyStart: name.start, KeyEnd: name.end}
	c := scanInline(f.text, it.value[0])
	for i := range t.rest {
		s, ok := locate(c, t.rest[:i+1])
		if !ok {
			return operation.Place{}, false
		}
		place = operation.Place{Start: s.c.start, End: s.c.end, KeyStart: s.c.start, KeyEnd: s.c.start}
		if outer, _ := locate(c, t.rest[:i]); outer.c.kind == '{' {
			item := outer.c.items[outer.c.find(append(outer.prefix[:len(outer.prefix):len(outer.prefix)], t.rest[i]))[0]]
			name := item.parts[len(outer.prefix)]
			place.KeyStart, place.KeyEnd = name.start, name.end
			if len(s.prefix) > 0 {
				place.Start, place.End = name.start, name.end
			}
		}
	}
	return place, true
}

// tablePlace returns the place of a table or an array of tables.
func (f *File) tablePlace(n *node, element bool) operation.Place {
	it, index := n.first(), 0
	if n.table != nil && n.table.section != nil && n.table.section.header != nil {
		it = n.table.section.header
	}
	n.walk(func(other *item, at int) {
		if other == it {
			index = at
		}
	})
	name := it.parts[index]
	place := operation.Place{Start: name.start, End: name.end, KeyStart: name.start, KeyEnd: name.end}
	if it.header && index == len(it.parts)-1 {
		place.Start = it.start + strings.IndexByte(f.text[it.start:], '[')
		place.End = name.end + strings.IndexByte(f.text[name.end:], ']') + 1
		if it.array {
			place.End++
		}
	}
	if element {
		place.KeyStart, place.KeyEnd = place.Start, place.Start
	}
	return place
}
