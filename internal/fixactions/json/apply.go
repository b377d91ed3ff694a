package json

import (
	"fmt"
	"strings"

	"github.com/tailscale/hujson"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A cursor is a value in a source.
type cursor struct {
	src  *source
	node *hujson.Value
}

// list returns the items of a container, and makes them changeable.
func (c cursor) list() *list {
	l := c.src.lists[c.node]
	if l == nil {
		in, _ := c.src.container(c.node)
		l = newList(in)
		if c.src.lists == nil {
			c.src.lists = map[*hujson.Value]*list{}
		}
		c.src.lists[c.node] = l
	}
	return l
}

// read returns the items of a container, to be read.
func (c cursor) read() *list {
	if l := c.src.lists[c.node]; l != nil {
		return l
	}
	in, _ := c.src.container(c.node)
	return newList(in)
}

// child returns the value that a token of a pointer names, and its index in the
// container.
func (c cursor) child(token string) (value cursor, index int, ok bool) {
	in, nested := c.src.container(c.node)
	if !nested {
		return cursor{}, 0, false
	}
	l := c.src.lists[c.node]
	if l == nil {
		if index = in.find(token); index < 0 {
			return cursor{}, 0, false
		}
		return cursor{c.src, in.value(index)}, index, true
	}
	if in.object != nil {
		index = l.find(token)
	} else if index, ok = operation.Index(token); !ok || index >= len(l.slots) {
		index = -1
	}
	if index < 0 {
		return cursor{}, 0, false
	}
	return l.value(index), index, true
}

// value returns the value of an item.
func (l *list) value(i int) cursor {
	s := l.slots[i]
	switch {
	case s.entry == nil:
		return cursor{l.src, l.container.value(s.base)}
	case s.entry.fresh != nil:
		return s.entry.fresh.cursor()
	}
	return cursor{l.src, s.entry.value}
}

func (s *source) cursor() cursor {
	s = s.latest()
	return cursor{s, &s.root}
}

// size returns the number of items of a container.
func (c cursor) size() int {
	if l := c.src.lists[c.node]; l != nil {
		return len(l.slots)
	}
	in, _ := c.src.container(c.node)
	return in.Len()
}

// A target is the place of an operation: the values on the way to it, from the
// document to the place, and the indexes of all but the first within the one
// before.
type target struct {
	path    []cursor
	indexes []int
}

func (t target) last() cursor { return t.path[len(t.path)-1] }

// parent returns the target of the container of the place.
func (t target) parent() target {
	return target{t.path[:len(t.path)-1], t.indexes[:len(t.indexes)-1]}
}

// child returns the target of an item of a container.
func (t target) child(value cursor, index int) target {
	n := len(t.path)
	return target{append(t.path[:n:n], value), append(t.indexes[:n-1:n-1], index)}
}

func (f *File) target(pointer string) (target, error) {
	tokens, err := operation.Parse(pointer)
	if err != nil {
		return target{}, err
	}
	t := target{path: []cursor{f.root.cursor()}}
	for i, token := range tokens {
		value, index, ok := t.last().child(token)
		if !ok {
			return target{}, fail(operation.CodeNoTarget, operation.Format(tokens[:i+1]), "there is no such value")
		}
		t.path = append(t.path, value)
		t.indexes = append(t.indexes, index)
	}
	return t, nil
}

func fail(code operation.Code, pointer, format string, args ...any) error {
	return &operation.Error{Code: code, Pointer: pointer, Why: fmt.Sprintf(format, args...)}
}

// Apply applies one more operation.
func (f *File) Apply(op *fixedits.Operation) error {
	t, err := f.target(op.Pointer)
	if err != nil {
		return err
	}
	switch op.Kind {
	case fixedits.OpReplaceValue:
		value, err := newValue(op)
		if err == nil {
			f.replace(t, value)
		}
		return err
	case fixedits.OpAddValue, fixedits.OpRemoveKey, fixedits.OpRenameKey:
		return f.applyToObject(op, t)
	case fixedits.OpInsertArrayItem, fixedits.OpReplaceArrayItem:
		return f.applyToArray(op, t)
	}
	return fail(operation.CodeShape, op.Pointer, "unknown operation %q", op.Kind)
}

func (f *File) applyToObject(op *fixedits.Operation, t target) error {
	place := t.last()
	null := place.node.Value.Kind() == 'n' && op.Kind == fixedits.OpAddValue
	if place.node.Value.Kind() != '{' && !null {
		return fail(operation.CodeNotObject, op.Pointer, "not an object")
	}
	switch op.Kind {
	case fixedits.OpAddValue:
		if _, _, exists := place.child(op.Key); exists {
			return fail(operation.CodeExists, operation.Join(op.Pointer, op.Key), "the key is there already")
		}
		value, err := newValue(op)
		switch {
		case err != nil:
			return err
		case null:
			f.replace(t, newObject(op.Key, value))
		default:
			f.insert(t, place.size(), op.Key, value)
		}
		return nil
	case fixedits.OpRemoveKey:
		_, i, exists := place.child(op.Key)
		if !exists {
			return fail(operation.CodeNoTarget, operation.Join(op.Pointer, op.Key), "there is no key to remove")
		}
		f.remove(place.list(), i)
		return nil
	}
	_, i, exists := place.child(op.From)
	if !exists {
		return fail(operation.CodeNoTarget, operation.Join(op.Pointer, op.From), "there is no key to rename")
	}
	if op.From == op.To {
		return nil
	}
	if _, _, taken := place.child(op.To); taken {
		return fail(operation.CodeExists, operation.Join(op.Pointer, op.To), "the key is there already")
	}
	f.rename(place.list(), i, op.To)
	return nil
}

func (f *File) applyToArray(op *fixedits.Operation, t target) error {
	place := t.last()
	inserts := op.Kind == fixedits.OpInsertArrayItem
	null := place.node.Value.Kind() == 'n' && inserts
	if place.node.Value.Kind() != '[' && !null {
		return fail(operation.CodeNotArray, op.Pointer, "not an array")
	}
	n := 0
	if !null {
		n = place.size()
	}
	i, most := n, n
	if !inserts {
		most--
	}
	if op.Index != nil {
		i = *op.Index
	}
	if i < 0 || i > most {
		return fail(operation.CodeIndex, op.Pointer, "the array has no item %d", i)
	}
	value, err := newValue(op)
	switch {
	case err != nil:
		return err
	case null:
		f.replace(t, newArray(value))
	case inserts:
		f.insert(t, i, "", value)
	default:
		f.replace(t.child(place.list().value(i), i), value)
	}
	return nil
}

// newValue parses the value of an operation.
func newValue(op *fixedits.Operation) (*source, error) {
	s, err := parse(string(op.Value), "")
	if err == nil && isScalar(&s.root) && len(s.root.BeforeExtra)+len(s.root.AfterExtra) == 0 {
		return s, nil
	}
	if _, err := operation.FromJSON(op.Value); err != nil { // which knows neither comments nor two members of one name
		return nil, fail(operation.CodeShape, op.Pointer, "the value is not JSON: %v", err)
	}
	return s, err
}

func newObject(key string, value *source) *source {
	return mustParse("{" + quote(key, false) + ":" + value.text + "}")
}

func newArray(value *source) *source { return mustParse("[" + value.text + "]") }

// mustParse parses a text of this package's own making.
func mustParse(text string) *source {
	s, err := parse(text, "")
	if err != nil {
		panic(fmt.Sprintf("json: %q: %v", text, err))
	}
	return s
}

// replace replaces a value. Parts that are in both containers stay unchanged.
func (f *File) replace(t target, value *source) {
	if f.reconcile(t, cursor{value, &value.root}) {
		return
	}
	text := f.render(t, &value.root, value)
	f.put(t, text)
}

// put sets the text of a value.
func (f *File) put(t target, text string) {
	place := t.last()
	margin := place.src.marginAt(place.node.StartOffset)
	comments := place.comments() // which the new value has no place for
	if len(t.indexes) == 0 {
		text = f.withComments(margin, false, comments) + text
	}
	s, err := parse(text, margin)
	if err != nil {
		panic(fmt.Sprintf("json: %q: %v", text, err))
	}
	if len(t.indexes) == 0 {
		last := f.root.latest()
		last.other, last.lists = s, nil
		return
	}
	l := t.parent().last().list()
	e := l.at(t.indexes[len(t.indexes)-1])
	if comments != nil {
		margin, own := l.marginOf(e.Lead)
		e.Lead += f.withComments(margin, own, comments)
	}
	e.fresh = s
	if e.value != nil && isScalar(e.value) && isScalar(&s.root) && l.src.scalar(e.value) == s.scalar(&s.root) {
		e.fresh = nil // the original value, in its spelling
	}
}

// withComments returns comments that go before a value, each on a line of its
// own if the value has one, and if it has to be.
func (f *File) withComments(margin string, own bool, comments []string) (lead string) {
	for _, comment := range comments {
		lead += comment
		if own || strings.HasPrefix(comment, "//") {
			lead += f.layout().Newline + margin
		} else {
			lead += " "
		}
	}
	return lead
}

func isScalar(v *hujson.Value) bool { return v.Value.Kind() != '{' && v.Value.Kind() != '[' }

// rename sets the name of a member.
func (f *File) rename(l *list, i int, name string) {
	e := l.at(i)
	e.name = name
	if base := l.slots[i].base; base >= 0 {
		if old := l.entry(base); old.name == name {
			e.key = old.key
			return
		}
	}
	e.key = fresh(f.quote(name))
}

// decoded returns a value with the operations so far.
func decoded(c cursor) any {
	if isScalar(c.node) {
		return c.src.scalar(c.node)
	}
	l := c.read()
	if l.object == nil {
		array := make([]any, len(l.slots))
		for i := range l.slots {
			array[i] = decoded(l.value(i))
		}
		return array
	}
	object := make(map[string]any, len(l.slots))
	for i := range l.slots {
		object[l.name(i)] = decoded(l.value(i))
	}
	return object
}

// name returns the name of a member.
func (l *list) name(i int) string {
	if e := l.slots[i].entry; e != nil {
		return e.name
	}
	return l.src.name(&l.object.Members[l.slots[i].base].Name)
}
