package toml

import (
	"github.com/rules-autofix/rules_autofix/fix_actions/operation"
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Apply applies one more operation.
func (f *File) Apply(op *fixedits.Operation) error {
	before := len(f.undo)
	err := f.apply(op)
	if err != nil {
		f.rollback(before)
	}
	return err
}

func (f *File) apply(op *fixedits.Operation) error {
	t, err := f.target(op.Pointer)
	if err != nil {
		return err
	}
	var v value
	if op.Kind != fixedits.OpRemoveKey && op.Kind != fixedits.OpRenameKey {
		if v, err = newValue(op); err != nil {
			return err
		}
	}
	switch {
	case t.node != nil && t.node.item != nil:
		return f.applyToValue(op, t.node.item, t.rest, v)
	case t.table == nil:
		return f.applyToTables(op, t.node, v)
	}
	return f.applyToTable(op, t, v)
}

// newValue reads the value of an operation.
func newValue(op *fixedits.Operation) (value, error) {
	if _, err := operation.FromJSON(op.Value); err != nil {
		return value{}, fail(operation.CodeShape, op.Pointer, "the value is not JSON: %v", err)
	}
	v := ordered(op.Value)
	return v, supported(v, op.Pointer)
}

func (f *File) applyToTable(op *fixedits.Operation, at target, v value) error {
	t := at.table
	switch op.Kind {
	case fixedits.OpReplaceValue:
		switch {
		case v.kind == '{':
			return f.assignTable(t, v)
		case at.node == nil:
			return fail(operation.CodeUnsupportedValue, op.Pointer, "a document of TOML is an object")
		case at.index >= 0:
			return fail(operation.CodeUnsupportedPlace, op.Pointer, "the items of an array of tables are objects")
		}
		return f.assign(at.node, v)
	case fixedits.OpAddValue:
		if t.children[op.Key] != nil {
			return wrongKey(true, operation.Join(op.Pointer, op.Key))
		}
		f.add(t, op.Key, v)
		return nil
	case fixedits.OpRemoveKey:
		n := t.children[op.Key]
		if n == nil {
			return wrongKey(false, operation.Join(op.Pointer, op.Key))
		}
		f.remove(n)
		return nil
	case fixedits.OpRenameKey:
		n := t.children[op.From]
		switch {
		case n == nil:
			return wrongKey(false, operation.Join(op.Pointer, op.From))
		case op.From == op.To:
			return nil
		case t.children[op.To] != nil:
			return wrongKey(true, operation.Join(op.Pointer, op.To))
		}
		f.rename(n, op.To)
		return nil
	case fixedits.OpInsertArrayItem, fixedits.OpReplaceArrayItem:
		return fail(operation.CodeNotArray, op.Pointer, "it is not an array")
	}
	return fail(operation.CodeShape, op.Pointer, "unknown operation %q", op.Kind)
}

// applyToTables applies an operation to an array of tables.
func (f *File) applyToTables(op *fixedits.Operation, n *node, v value) error {
	switch op.Kind {
	case fixedits.OpReplaceValue:
		return f.assign(n, v)
	case fixedits.OpInsertArrayItem, fixedits.OpReplaceArrayItem:
		index, err := arrayIndex(op, len(n.array))
		switch {
		case err != nil:
			return err
		case v.kind != '{':
			return fail(operation.CodeUnsupportedPlace, op.Pointer, "the items of an array of tables are objects")
		case op.Kind == fixedits.OpReplaceArrayItem:
			return f.assignTable(n.array[index], v)
		}
		f.insertTable(n, index, v)
		return nil
	}
	return fail(operation.CodeNotObject, op.Pointer, "it is not an object")
}

// rename changes the name of a key, in its headers and dotted keys.
func (f *File) rename(n *node, to string) {
	n.walk(func(it *item, index int) {
		if index >= 0 {
			f.renamePart(it, index, to)
		}
	})
	f.setChild(n.parent, n.name, nil)
	set(f, &n.name, to)
	f.setChild(n.parent, to, n)
}

// setChild sets what a name is in a table; nil removes it.
func (f *File) setChild(t *table, name string, n *node) {
	old := t.children[name]
	f.undo = append(f.undo, func() { setKey(t.children, name, old) })
	setKey(t.children, name, n)
}

func setKey(children map[string]*node, name string, n *node) {
	if n == nil {
		delete(children, name)
	} else {
		children[name] = n
	}
}
