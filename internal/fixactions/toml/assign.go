package toml

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// assign sets the value of a key. Parts that are in both values stay unchanged.
func (f *File) assign(n *node, v value) error {
	switch {
	case n.item != nil:
		f.assignValue(n.item, nil, v)
		return nil
	case n.table != nil && v.kind == '{':
		return f.assignTable(n.table, v)
	case n.array != nil && v.isTables():
		return f.assignTables(n, v)
	}
	t, name, kept := n.parent, n.name, f.commentsOf(n)
	f.remove(n)
	f.put(t, name, v)
	if n := t.child(name); n != nil {
		f.comment(n.first(), kept)
	}
	return nil
}

// put adds a key to a table, which may have become a value.
func (f *File) put(t *table, name string, v value) {
	if t.node == nil || t.node.item == nil {
		f.add(t, name, v)
		return
	}
	text, c := f.scan(t.node.item)
	f.addToInline(t.node.item, text, spot{c: c}, name, v)
}

// assignTable makes a table equal to an object.
func (f *File) assignTable(t *table, v value) error {
	for _, m := range v.object {
		n := t.child(m.key)
		switch {
		case n == nil:
			f.add(t, m.key, m.value)
		case !operation.Equal(n.decoded(), m.value.decoded()):
			if err := f.assign(n, m.value); err != nil {
				return err
			}
		}
		if t.node != nil && t.node.item != nil { // it has become a value
			f.assignValue(t.node.item, nil, v)
			return nil
		}
	}
	nodes := slices.Clone(t.nodes)
	slices.SortFunc(nodes, func(a, b *node) int { return strings.Compare(a.name, b.name) })
	for _, n := range nodes {
		if _, ok := v.get(n.name); !ok {
			f.remove(n)
		}
	}
	return nil
}

// assignTables makes an array of tables equal to an array of objects.
func (f *File) assignTables(n *node, v value) error {
	same := func(i, j int) bool { return operation.Equal(n.array[i].decoded(), v.array[j].decoded()) }
	head, tail := operation.CommonEnds(len(n.array), len(v.array), same)
	pairs := min(len(n.array), len(v.array)) - head - tail
	for i := head; i < head+pairs; i++ {
		if err := f.assignTable(n.array[i], v.array[i]); err != nil {
			return err
		}
	}
	for i := len(n.array) - tail - 1; i >= head+pairs; i-- {
		var items []*item
		n.array[i].walk(n.depth, func(it *item, _ int) { items = append(items, it) })
		set(f, &n.array, slices.Delete(slices.Clone(n.array), i, i+1))
		f.drop(items)
	}
	for i := head + pairs; i < len(v.array)-tail; i++ {
		f.insertTable(n, i, v.array[i])
	}
	return nil
}

// decoded returns the current value of a node.
func (n *node) decoded() any {
	switch {
	case n.item != nil:
		return decodeText(n.item.valueText())
	case n.table != nil:
		return n.table.decoded()
	}
	array := make([]any, len(n.array))
	for i, t := range n.array {
		array[i] = t.decoded()
	}
	return array
}

func (t *table) decoded() any {
	object := make(map[string]any, len(t.nodes))
	for _, n := range t.nodes {
		object[n.name] = n.decoded()
	}
	return object
}

// assignValue makes a place within the value of an item equal to a value.
func (f *File) assignValue(it *item, tokens []string, v value) {
	text, c := f.scan(it)
	s, ok := locate(c, tokens)
	if !ok {
		return
	}
	if len(s.prefix) > 0 {
		f.assignDotted(it, tokens, v)
		return
	}
	old := text[s.c.start:s.c.end]
	switch {
	case s.c.kind == '[' && v.kind == '[' && (len(s.c.items) > 0 && len(v.array) > 0 || s.c.commented(text)):
		f.assignArray(it, tokens, v)
	case s.c.kind == '{' && v.kind == '{' && f.assignInline(it, tokens, v):
	case s.c.kind == 0 && v.kind == 0:
		f.replaceValue(it, s.c.start, s.c.end, f.restored(it, len(tokens), f.layout().likeOld(v.scalar, old)))
	default:
		new := f.layout().inline(v)
		if len(tokens) == 0 {
			before := it.value[0] - it.offset()
			new = f.layout().value(v, before, it.margin(), s.c.kind == '[' && s.c.ownLines(text))
		}
		moved := f.moveComments(it, text, &c, &s.c)
		f.replaceValue(it, s.c.start+moved, s.c.end+moved, new)
	}
}

// restored returns the original text of a value in place of a new one that
// decodes to the same.
func (f *File) restored(it *item, depth int, text string) string {
	if it.list != nil || depth > 0 || it.pieces == nil && strings.IndexByte("+-0123456789", text[0]) < 0 {
		return text
	}
	names := it.original()
	last := names[len(names)-1].end
	start := valueStart(it.src, last)
	c := scanInline(it.src, start)
	if c.kind == 0 && operation.Equal(decodeText(it.src[c.start:c.end]), decodeText(text)) {
		return it.src[c.start:c.end]
	}
	return text
}

// assignDotted replaces a table that dotted keys define within an inline table.
func (f *File) assignDotted(it *item, tokens []string, v value) {
	outer, name := tokens[:len(tokens)-1], tokens[len(tokens)-1]
	text, c := f.scan(it)
	s, _ := locate(c, outer)
	f.removeFromInline(it, text, s, name)
	text, c = f.scan(it)
	s, _ = locate(c, outer)
	f.addToInline(it, text, s, name, v)
}

// assignArray makes an array within a value equal to another one.
func (f *File) assignArray(it *item, tokens []string, v value) {
	container := func() (string, inlineValue) {
		text, c := f.scan(it)
		s, _ := locate(c, tokens)
		return text, s.c
	}
	text, c := container()
	n, m := len(c.items), len(v.array)
	head, tail := operation.CommonEnds(n, m, func(i, j int) bool {
		item := c.items[i].value
		return operation.Equal(decodeText(text[item.start:item.end]), v.array[j].decoded())
	})
	pairs := min(n, m) - head - tail
	for i := head; i < head+pairs; i++ {
		f.assignValue(it, append(slices.Clone(tokens), strconv.Itoa(i)), v.array[i])
	}
	text, c = container()
	l := f.flowList(it, text, &c)
	for i := n - tail - 1; i >= head+pairs; i-- {
		l.Remove(i)
	}
	for i := head + pairs; i < m-tail; i++ {
		f.insertInto(l, text, &c, i, f.layout().inline(v.array[i]))
	}
	f.write(it, l)
}

// assignInline makes an inline table equal to an object. It returns false, and
// changes nothing, if they have no key in common and there are no comments.
func (f *File) assignInline(it *item, tokens []string, v value) bool {
	inner := func() (string, spot) {
		text, c := f.scan(it)
		s, _ := locate(c, tokens)
		return text, s
	}
	text, s := inner()
	old, _ := decodeText(text[s.c.start:s.c.end]).(map[string]any)
	shared := false
	for _, m := range v.object {
		_, ok := old[m.key]
		shared = shared || ok
	}
	if !shared && !s.c.commented(text) {
		return false
	}
	for _, m := range v.object {
		if current, ok := old[m.key]; !ok {
			text, s := inner()
			f.addToInline(it, text, s, m.key, m.value)
		} else if !operation.Equal(current, m.value.decoded()) {
			f.assignValue(it, append(slices.Clone(tokens), m.key), m.value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(old)) {
		if _, ok := v.get(name); !ok {
			text, s := inner()
			f.removeFromInline(it, text, s, name)
		}
	}
	return true
}
