package toml

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
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
	decoded, err := operation.FromJSON(op.Value)
	if err != nil {
		return value{}, fail(operation.CodeShape, op.Pointer, "the value is not JSON: %v", err)
	}
	v := value{scalar: decoded}
	switch decoded.(type) {
	case map[string]any, []any:
		v = ordered(op.Value)
	}
	return v, supported(v, place(op))
}

// place returns the pointer of the value of an operation, or of its array if it
// has no index.
func place(op *fixedits.Operation) string {
	switch {
	case op.Kind == fixedits.OpAddValue:
		return operation.Join(op.Pointer, op.Key)
	case op.Index != nil:
		return operation.JoinIndex(op.Pointer, *op.Index)
	}
	return op.Pointer
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
		if t.child(op.Key) != nil {
			return wrongKey(true, operation.Join(op.Pointer, op.Key))
		}
		f.add(t, op.Key, v)
		return nil
	case fixedits.OpRemoveKey:
		n := t.child(op.Key)
		if n == nil {
			return wrongKey(false, operation.Join(op.Pointer, op.Key))
		}
		f.remove(n)
		return nil
	case fixedits.OpRenameKey:
		n := t.child(op.From)
		switch {
		case n == nil:
			return wrongKey(false, operation.Join(op.Pointer, op.From))
		case op.From == op.To:
			return nil
		case t.child(op.To) != nil:
			return wrongKey(true, operation.Join(op.Pointer, op.To))
		}
		f.rename(n, op.To)
		return nil
	case fixedits.OpInsertArrayItem, fixedits.OpReplaceArrayItem:
		return fail(operation.CodeNotArray, op.Pointer, "not an array")
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
	return fail(operation.CodeNotObject, op.Pointer, "not an object")
}

// rename changes the name of a key, in its headers and dotted keys.
func (f *File) rename(n *node, to string) {
	n.walk(func(it *item, index int) {
		if index >= 0 {
			f.renamePart(it, index, to)
		}
	})
	f.removeNode(n)
	set(f, &n.name, to)
	f.addNode(n)
}

// addNode adds a node to its table.
func (f *File) addNode(n *node) {
	t := n.parent
	t.push(n)
	f.undo = append(f.undo, func() { t.remove(n) })
}

// removeNode removes a node from its table.
func (f *File) removeNode(n *node) {
	t := n.parent
	t.remove(n)
	f.undo = append(f.undo, func() { t.push(n) })
}
