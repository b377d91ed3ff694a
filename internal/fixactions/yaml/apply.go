package yaml

import (
	"errors"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A change has the effects of operations on a node.
type change struct {
	patches []patch // of a replaced value; nil if it was not replaced
	value   bool    // it was replaced
	name    *string // of a key: its new name
	slots   []slot  // of a collection: its entries; nil if they are as they were
}

// A slot is an entry of a changed collection: one of the text, or a new one.
type slot struct {
	base  int // -1 for a new one
	key   string
	value *value
}

// errNew is for places in the text of an earlier operation.
var errNew = errors.New("the place is in new text")

// Apply applies one more operation.
func (f *File) Apply(op *fixedits.Operation) error {
	if f.opened.style == nil {
		f.opened.style = styleOf(f.opened.text, f.opened.roots)
	}
	err := f.apply(op)
	if err != errNew {
		return err
	}
	if err := f.settle(); err != nil {
		return err
	}
	return f.apply(op)
}

func (f *File) apply(op *fixedits.Operation) error {
	document := 0
	if op.Document != nil {
		document = *op.Document
	}
	if document < 0 || document >= len(f.now.roots) {
		return fail(operation.CodeDocument, op.Pointer, "there is no document %d", document)
	}
	tokens, bad := operation.Parse(op.Pointer)
	if bad != nil {
		return bad
	}
	n, err := f.resolve(f.now.roots[document], tokens, op.Pointer)
	if err != nil {
		return err
	}
	switch op.Kind {
	case fixedits.OpReplaceValue:
		v, err := newValue(op)
		if err != nil {
			return err
		}
		return f.replace(n, v, op.Pointer)
	case fixedits.OpAddValue, fixedits.OpRemoveKey, fixedits.OpRenameKey:
		return f.applyToObject(op, n)
	case fixedits.OpInsertArrayItem, fixedits.OpReplaceArrayItem:
		return f.applyToArray(op, n)
	}
	return fail(operation.CodeShape, op.Pointer, "unknown operation %q", op.Kind)
}

// resolve returns the node at a pointer.
func (f *File) resolve(n *node, tokens []string, pointer string) (*node, error) {
	for i := 0; ; i++ {
		here := operation.Format(tokens[:i])
		switch {
		case n.change != nil && n.change.value:
			return nil, errNew
		case n.aliased:
			return nil, fail(operation.CodeAlias, here, "aliases of &%s have the same value, so it cannot be changed here alone", n.from.Anchor)
		case i == len(tokens):
			return n, nil
		case n.kind == alias:
			return nil, fail(operation.CodeAlias, here, "the alias *%s: change what it stands for", n.from.Value)
		}
		next, err := n.child(tokens[i], operation.Format(tokens[:i+1]))
		if err != nil {
			return nil, err
		}
		n = next
	}
}

// child returns the value that a token of a pointer names.
func (n *node) child(token, pointer string) (*node, error) {
	at := n.slot(token)
	switch {
	case at >= 0:
		s := n.slotAt(at)
		if s.base < 0 {
			return nil, errNew
		}
		return n.entries[s.base].value, nil
	case n.brings(token):
		return nil, fail(operation.CodeMergeKey, pointer, "comes from the merge key <<: change what that stands for")
	}
	return nil, fail(operation.CodeNoTarget, pointer, "there is no such value")
}

// size returns the number of entries.
func (n *node) size() int {
	if n.change != nil && n.change.slots != nil {
		return len(n.change.slots)
	}
	return len(n.entries)
}

func (n *node) slotAt(i int) slot {
	if n.change != nil && n.change.slots != nil {
		return n.change.slots[i]
	}
	return slot{base: i}
}

// slot returns the index of the entry that a token of a pointer names, or -1.
func (n *node) slot(token string) int {
	if n.kind == sequence {
		if i, ok := operation.Index(token); ok && i < n.size() {
			return i
		}
		return -1
	}
	if n.kind != mapping {
		return -1
	}
	if n.change == nil || n.change.slots == nil {
		return n.find(token)
	}
	for i, s := range n.change.slots {
		if n.slotName(s) == token && !(s.base >= 0 && isMerge(n.entries[s.base].key.from)) {
			return i
		}
	}
	return -1
}

func (n *node) slotName(s slot) string {
	if s.base < 0 {
		return s.key
	}
	if c := n.entries[s.base].key.change; c != nil && c.name != nil {
		return *c.name
	}
	return n.name(s.base)
}

// slots returns the entries of a collection, to be changed.
func (f *File) slots(n *node) *change {
	c := f.touch(n)
	if c.slots == nil {
		c.slots = make([]slot, len(n.entries))
		for i := range c.slots {
			c.slots[i].base = i
		}
	}
	return c
}

// touch returns the change of a node, which it makes known to the nodes around
// it.
func (f *File) touch(n *node) *change {
	if n.change == nil {
		n.change = &change{}
		f.now.touched = append(f.now.touched, n)
	}
	for child := n; child.parent != nil && !child.listed; child = child.parent {
		child.listed = true
		child.parent.touched = append(child.parent.touched, child)
		f.now.touched = append(f.now.touched, child.parent, child)
	}
	return n.change
}

// forget undoes the operations within a node.
func (n *node) forget() {
	for _, child := range n.touched {
		child.forget()
		child.change, child.listed = nil, false
	}
	n.touched = nil
}

func (f *File) applyToObject(op *fixedits.Operation, n *node) error {
	if op.Kind == fixedits.OpAddValue && n.null() {
		v, err := newValue(op)
		if err != nil {
			return err
		}
		return f.replace(n, &value{kind: mapping, keys: []string{op.Key}, items: []*value{v}}, op.Pointer)
	}
	switch {
	case n.kind == alias:
		return fail(operation.CodeAlias, op.Pointer, "the alias *%s: change what it stands for", n.from.Value)
	case n.kind != mapping:
		return fail(operation.CodeNotObject, op.Pointer, "not an object")
	case n.bare && op.Kind != fixedits.OpRenameKey:
		return fail(operation.CodeUnsupportedPlace, op.Pointer, "a single pair without braces")
	}
	switch op.Kind {
	case fixedits.OpAddValue:
		place := operation.Join(op.Pointer, op.Key)
		if n.slot(op.Key) >= 0 {
			return fail(operation.CodeExists, place, "the key is there already")
		}
		v, err := newValue(op)
		if err != nil {
			return err
		}
		c := f.slots(n)
		c.slots = append(c.slots, slot{base: -1, key: op.Key, value: v})
		return nil
	case fixedits.OpRemoveKey:
		return f.removeKey(op, n)
	}
	return f.renameKey(op, n)
}

func (f *File) removeKey(op *fixedits.Operation, n *node) error {
	place := operation.Join(op.Pointer, op.Key)
	i := n.slot(op.Key)
	switch {
	case n.brings(op.Key):
		return fail(operation.CodeMergeKey, place, "the merge key << brings a key of this name")
	case i < 0:
		return fail(operation.CodeNoTarget, place, "there is no key to remove")
	}
	return f.remove(n, i, place)
}

// remove removes an entry.
func (f *File) remove(n *node, i int, place string) error {
	if s := n.slotAt(i); s.base >= 0 {
		for _, part := range []*node{n.entries[s.base].key, n.entries[s.base].value} {
			if part != nil && part.aliasedWithin() {
				return fail(operation.CodeAlias, place, "has an anchor that aliases stand for")
			}
		}
	}
	c := f.slots(n)
	c.slots = append(c.slots[:i:i], c.slots[i+1:]...)
	return nil
}

// aliasedWithin reports whether aliases stand for a node or one within it.
func (n *node) aliasedWithin() bool {
	if n.aliased {
		return true
	}
	for i := range n.entries {
		e := &n.entries[i]
		if e.value.aliasedWithin() || e.key != nil && e.key.aliasedWithin() {
			return true
		}
	}
	return false
}

func (f *File) renameKey(op *fixedits.Operation, n *node) error {
	place := operation.Join(op.Pointer, op.From)
	i := n.slot(op.From)
	switch {
	case n.brings(op.From):
		return fail(operation.CodeMergeKey, place, "the merge key << brings a key of this name")
	case i < 0:
		return fail(operation.CodeNoTarget, place, "there is no key to rename")
	case op.From == op.To:
		return nil
	case n.slot(op.To) >= 0 || n.brings(op.To):
		return fail(operation.CodeExists, operation.Join(op.Pointer, op.To), "the key is there already")
	}
	c := f.slots(n)
	s := &c.slots[i]
	if s.base < 0 {
		s.key = op.To
		return nil
	}
	key := n.entries[s.base].key
	switch {
	case key.aliased:
		return fail(operation.CodeAlias, place, "aliases of &%s have the same value, so it cannot be changed here alone", key.from.Anchor)
	case key.kind == absent || key.kind == literal:
		return fail(operation.CodeUnsupportedPlace, place, "the key is not written on the line of its value")
	}
	f.touch(key).name = &op.To
	return nil
}

func (f *File) applyToArray(op *fixedits.Operation, n *node) error {
	v, err := newValue(op)
	if err != nil {
		return err
	}
	inserts := op.Kind == fixedits.OpInsertArrayItem
	if inserts && n.null() {
		return f.replace(n, &value{kind: sequence, items: []*value{v}}, op.Pointer)
	}
	switch {
	case n.kind == alias:
		return fail(operation.CodeAlias, op.Pointer, "the alias *%s: change what it stands for", n.from.Value)
	case n.kind != sequence:
		return fail(operation.CodeNotArray, op.Pointer, "not an array")
	}
	i, most := n.size(), n.size()
	if op.Index != nil {
		i = *op.Index
	}
	if !inserts {
		most--
	}
	if i < 0 || i > most {
		return fail(operation.CodeIndex, op.Pointer, "the array has no item %d", i)
	}
	if inserts {
		c := f.slots(n)
		c.slots = append(c.slots[:i:i], append([]slot{{base: -1, value: v}}, c.slots[i:]...)...)
		return nil
	}
	item, err := n.child(operation.JoinIndex("", i)[1:], operation.JoinIndex(op.Pointer, i))
	if err != nil {
		return err
	}
	if item.change != nil && item.change.value {
		return errNew
	}
	return f.replace(item, v, operation.JoinIndex(op.Pointer, i))
}

// null reports whether the value of a node is null.
func (n *node) null() bool {
	return n.from == nil || n.kind == absent || n.kind == scalar && n.from.ShortTag() == "!!null"
}

// replace replaces a value. Parts that are in both collections stay unchanged.
func (f *File) replace(n *node, v *value, pointer string) error {
	if n.aliasedWithin() {
		return fail(operation.CodeAlias, pointer, "has an anchor that aliases stand for")
	}
	emptied := n.collection() && n.size() == 0 && len(n.entries) > 0
	changed := len(n.touched) > 0 || n.change != nil && n.change.slots != nil
	if emptied || n.parent == nil && !n.flow && changed {
		return errNew // where the comments are that are left
	}
	filled := !v.empty() && len(n.entries) > 0
	commented := n.flow && strings.Contains(f.now.text[n.start:n.end], "#")
	if n.kind == v.kind && n.collection() && !n.bare && !n.merges() && (filled || commented) {
		if err := f.reconcile(n, v, pointer); err == nil || err == errNew {
			return err
		}
	}
	patches, err := f.now.replacement(n, v)
	if err != nil {
		err.Pointer = pointer
		return err
	}
	n.forget()
	c := f.touch(n)
	c.patches, c.value, c.slots = patches, true, nil
	return nil
}

// reconcile changes a collection into a new one of the same kind, entry by
// entry.
func (f *File) reconcile(n *node, v *value, pointer string) error {
	if n.kind == sequence {
		return f.reconcileItems(n, v, pointer)
	}
	wanted := make(map[string]*value, len(v.keys))
	for i, key := range v.keys {
		wanted[key] = v.items[i]
	}
	for i := n.size() - 1; i >= 0; i-- {
		name := n.slotName(n.slotAt(i))
		if wanted[name] != nil {
			continue
		}
		if err := f.remove(n, i, operation.Join(pointer, name)); err != nil {
			return err
		}
	}
	for i, key := range v.keys {
		at := n.slot(key)
		if at < 0 {
			c := f.slots(n)
			c.slots = append(c.slots, slot{base: -1, key: key, value: v.items[i]})
			continue
		}
		if err := f.reconcileEntry(n, at, v.items[i], operation.Join(pointer, key)); err != nil {
			return err
		}
	}
	return nil
}

// reconcileEntry changes the value of an entry into a new one.
func (f *File) reconcileEntry(n *node, at int, v *value, pointer string) error {
	s := n.slotAt(at)
	if s.base < 0 {
		f.slots(n).slots[at].value = v
		return nil
	}
	child := n.entries[s.base].value
	if child.change == nil && len(child.touched) == 0 && child.kind != alias && operation.Equal(child.plainValue(), v.model()) {
		return nil
	}
	if child.change != nil && child.change.value {
		child.change.value = false
	}
	return f.replace(child, v, pointer)
}

// plainValue returns the value of a node without operations and aliases.
func (n *node) plainValue() any {
	if n.from == nil {
		return nil
	}
	d := decoder{most: 1_000_000}
	found, err := d.value(n.from, "")
	if err != nil {
		return err // which equals nothing
	}
	return found
}

// reconcileItems keeps the items at both ends that stay.
func (f *File) reconcileItems(n *node, v *value, pointer string) error {
	same := func(slotIndex, item int) bool {
		s := n.slotAt(slotIndex)
		if s.base < 0 {
			return operation.Equal(s.value.model(), v.items[item].model())
		}
		child := n.entries[s.base].value
		return child.change == nil && len(child.touched) == 0 && child.kind != alias && operation.Equal(child.plainValue(), v.items[item].model())
	}
	size, want := n.size(), len(v.items)
	head, tail := operation.CommonEnds(size, want, same)
	for i := size - tail - 1; i >= want-tail && i >= head; i-- {
		if err := f.remove(n, i, operation.JoinIndex(pointer, i)); err != nil {
			return err
		}
	}
	for i := head; i < want-tail; i++ {
		if i < size-tail {
			if err := f.reconcileEntry(n, i, v.items[i], operation.JoinIndex(pointer, i)); err != nil {
				return err
			}
			continue
		}
		c := f.slots(n)
		c.slots = append(c.slots[:i:i], append([]slot{{base: -1, value: v.items[i]}}, c.slots[i:]...)...)
	}
	return nil
}
