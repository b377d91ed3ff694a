package json

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// reconcile makes a container equal to another one of its kind by changing only
// the differences, so that the layout and the comments of the rest stay. It
// returns false, and changes nothing, if the two have nothing in common and
// there are no comments.
func (f *File) reconcile(t target, value cursor) bool {
	place := t.last()
	kind := place.node.Value.Kind()
	if kind != value.node.Value.Kind() {
		return false
	}
	switch kind {
	case '{':
		return f.reconcileObjects(t, value)
	case '[':
		return f.reconcileArrays(t, value)
	}
	return same(place, value)
}

func (f *File) reconcileObjects(t target, value cursor) bool {
	place := t.last()
	in, _ := value.src.container(value.node)
	common := 0
	for i := range in.Len() {
		if _, _, ok := place.child(value.src.name(&in.object.Members[i].Name)); ok {
			common++
		}
	}
	if common == 0 && !place.commented() {
		return in.Len() == 0 && place.size() == 0
	}
	l := place.list()
	for i := len(l.slots) - 1; i >= 0; i-- {
		if in.find(l.name(i)) < 0 {
			f.remove(l, i)
		}
	}
	for i := range in.Len() {
		name := value.src.name(&in.object.Members[i].Name)
		item := cursor{value.src, in.value(i)}
		if child, at, ok := place.child(name); ok {
			f.assign(t.child(child, at), item)
		} else {
			f.insertNode(t, len(l.slots), name, item)
		}
	}
	return true
}

// assign makes a value equal to another one.
func (f *File) assign(t target, value cursor) {
	if !f.reconcile(t, value) {
		f.put(t, f.render(t, value.node, value.src))
	}
}

func (f *File) reconcileArrays(t target, value cursor) bool {
	place := t.last()
	in, _ := value.src.container(value.node)
	n, m := place.size(), in.Len()
	if (n == 0 || m == 0) && !place.commented() {
		return n == m
	}
	l := place.list()
	item := func(i int) cursor { return cursor{value.src, in.value(i)} }
	head, tail := operation.CommonEnds(n, m, func(i, j int) bool { return same(l.value(i), item(j)) })
	pairs := min(n, m) - head - tail
	for i := head; i < head+pairs; i++ {
		f.assign(t.child(l.value(i), i), item(i))
	}
	for i := n - tail - 1; i >= head+pairs; i-- {
		f.remove(l, i)
	}
	for i := head + pairs; i < m-tail; i++ {
		f.insertNode(t, i, "", item(i))
	}
	return true
}

// commented reports whether there are comments in the text of a container.
func (c cursor) commented() bool {
	text := c.src.text[c.node.StartOffset:c.node.EndOffset]
	for i := 0; i < len(text); i++ {
		switch {
		case syntax.Comment(text[i:]) > 0:
			return true
		case text[i] == '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return false
}

// comments returns the comments of a container that has nothing else.
func (c cursor) comments() []string {
	if isScalar(c.node) || c.size() > 0 {
		return nil
	}
	l := c.read()
	return commentsIn(l.Head + l.Tail)
}

// commentsIn returns the comments of a text without strings.
func commentsIn(text string) (all []string) {
	for i := 0; i < len(text); i++ {
		if length := syntax.Comment(text[i:]); length > 0 {
			all = append(all, strings.TrimRight(text[i:i+length], whitespace))
			i += length - 1
		}
	}
	return all
}

// same reports whether two values are equal, whatever their spelling.
func same(a, b cursor) bool { return operation.Equal(decoded(a), decoded(b)) }
