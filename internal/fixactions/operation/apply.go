// Package operation defines the meaning of structured operations on decoded
// values. It knows no text and no language: its sibling packages lower an
// operation to edits of a text, which must decode to what Apply returns.
package operation

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Apply returns a decoded document after an operation. The given value does not
// change, and shares its unchanged parts with the result. On an error the
// result is the given value.
func Apply(value any, op *fixedits.Operation) (any, *Error) {
	s := NewState(value)
	err := s.Apply(op)
	return s.Value(), err
}

// Try reports whether an operation changes the value. Its error is the error of
// Apply.
func Try(value any, op *fixedits.Operation) (changes bool, err *Error) {
	p, err := planOf(value, op)
	return err == nil && p.change != nil, err
}

// A State is a decoded document with the operations so far. It copies the
// containers that it changes, each once.
type State struct {
	value any
	own   owned
}

// owned reports whether the container at a place is a copy that belongs to the
// State, and so may be changed.
type owned struct {
	mine     bool
	children map[string]*owned
}

// NewState returns a State without operations. It never changes value.
func NewState(value any) *State { return &State{value: value} }

// Value returns the document with the operations so far. The next Apply may
// change it.
func (s *State) Value() any { return s.value }

// Apply applies one more operation. On an error nothing changes.
func (s *State) Apply(op *fixedits.Operation) *Error {
	_, err := s.Step(op)
	return err
}

// Step is Apply, and reports whether the operation changes anything.
func (s *State) Step(op *fixedits.Operation) (changes bool, err *Error) {
	p, err := planOf(s.value, op)
	if err != nil || p.change == nil {
		return false, err
	}
	s.value = edit(s.value, &s.own, p.tokens, p.change)
	return true, nil
}

// edit changes the container at tokens, and copies the containers on the way to
// it.
func edit(value any, own *owned, tokens []string, change changeFunc) any {
	if len(tokens) == 0 {
		return change(value, own)
	}
	switch c := value.(type) {
	case map[string]any:
		c = own.object(c)
		c[tokens[0]] = edit(c[tokens[0]], own.child(tokens[0]), tokens[1:], change)
		return c
	case []any:
		c = own.array(c)
		i, _ := Index(tokens[0])
		c[i] = edit(c[i], own.child(tokens[0]), tokens[1:], change)
		return c
	}
	panic("operation: a plan leads through a scalar")
}

// object returns the object at the place as one that may be changed.
func (o *owned) object(value map[string]any) map[string]any {
	if !o.mine {
		value = maps.Clone(value)
		o.mine = true
	}
	if value == nil {
		value = map[string]any{}
	}
	return value
}

// array returns the array at the place as one that may be changed.
func (o *owned) array(value []any) []any {
	if !o.mine {
		value = slices.Clone(value)
		o.mine = true
	}
	return value
}

func (o *owned) child(token string) *owned {
	c := o.children[token]
	if c == nil {
		c = &owned{}
		if o.children == nil {
			o.children = map[string]*owned{}
		}
		o.children[token] = c
	}
	return c
}

// A changeFunc returns the changed value of the place that it is called for.
type changeFunc func(value any, own *owned) any

// A plan is the effect of an operation on a value: change is called for the
// place at tokens. If change is nil, the operation does nothing.
type plan struct {
	tokens []string
	change changeFunc
}

func planOf(value any, op *fixedits.Operation) (plan, *Error) {
	tokens, err := Parse(op.Pointer)
	if err != nil {
		return plan{}, err
	}
	target, err := resolve(value, op.Pointer, tokens)
	if err != nil {
		return plan{}, err
	}
	p := plan{tokens: tokens}
	switch op.Kind {
	case fixedits.OpReplaceValue:
		p.change, err = replaceValue(op, target)
	case fixedits.OpAddValue, fixedits.OpRemoveKey, fixedits.OpRenameKey:
		p.change, err = ofObject(op, target)
	case fixedits.OpInsertArrayItem, fixedits.OpReplaceArrayItem:
		p.change, err = ofArray(op, target)
	default:
		err = fail(CodeShape, op.Pointer, "unknown operation %q", op.Kind)
	}
	return p, err
}

// resolve returns the value at a pointer.
func resolve(value any, pointer string, tokens []string) (any, *Error) {
	for i, token := range tokens {
		here := func() string { return PointerText(Format(tokens[:i])) }
		switch c := value.(type) {
		case map[string]any:
			next, ok := c[token]
			if !ok {
				return nil, fail(CodeNoTarget, pointer, "%s has no key %q", here(), token)
			}
			value = next
		case []any:
			index, ok := Index(token)
			switch {
			case !ok:
				return nil, fail(CodeIndex, pointer, "%s is an array, and %q is not the index of an item", here(), token)
			case index >= len(c):
				return nil, fail(CodeNoTarget, pointer, "%s has %s, and no item %d", here(), items(len(c)), index)
			}
			value = c[index]
		default:
			return nil, fail(CodeNoTarget, pointer, "%s is %s and has nothing in it", here(), article(TypeOf(value)))
		}
	}
	return value, nil
}

// Lookup returns the value at a pointer.
func Lookup(value any, pointer string) (any, *Error) {
	tokens, err := Parse(pointer)
	if err != nil {
		return nil, err
	}
	return resolve(value, pointer, tokens)
}

func replaceValue(op *fixedits.Operation, target any) (changeFunc, *Error) {
	if err := expects(op, op.Pointer, target, true); err != nil {
		return nil, err
	}
	value, err := valueOf(op)
	if err != nil || Equal(target, value) {
		return nil, err
	}
	return func(_ any, own *owned) any {
		*own = owned{}
		return value
	}, nil
}

func ofObject(op *fixedits.Operation, target any) (changeFunc, *Error) {
	object, ok := target.(map[string]any)
	if !ok && target != nil {
		return nil, fail(CodeNotObject, op.Pointer, "%s, not an object", article(TypeOf(target)))
	}
	key := op.Key
	if op.Kind == fixedits.OpRenameKey {
		key = op.From
	}
	place := Join(op.Pointer, key)
	current, exists := object[key]
	if err := expects(op, place, current, exists); err != nil {
		return nil, err
	}
	switch op.Kind {
	case fixedits.OpAddValue:
		return addValue(op, place, current, exists)
	case fixedits.OpRemoveKey:
		if !exists {
			if op.Expects != nil && op.Expects.Exists != nil {
				return nil, nil // it holds: the key is not expected to be there
			}
			return nil, fail(CodeNoTarget, place, "there is no key to remove")
		}
		return func(value any, own *owned) any {
			object := own.object(value.(map[string]any))
			delete(object, key)
			delete(own.children, key)
			return object
		}, nil
	}
	if !exists {
		return nil, fail(CodeNoTarget, place, "there is no key to rename")
	}
	if op.From == op.To {
		return nil, nil
	}
	if _, taken := object[op.To]; taken {
		return nil, fail(CodeExists, Join(op.Pointer, op.To), "the key is there already")
	}
	return func(value any, own *owned) any {
		object := own.object(value.(map[string]any))
		object[op.To] = object[key]
		delete(object, key)
		delete(own.children, key)
		return object
	}, nil
}

func addValue(op *fixedits.Operation, place string, current any, exists bool) (changeFunc, *Error) {
	value, err := valueOf(op)
	switch {
	case err != nil:
		return nil, err
	case exists && Equal(current, value):
		return nil, nil
	case exists:
		return nil, fail(CodeExists, place, "the key is there already, with the value %s", Text(current))
	}
	return func(target any, own *owned) any {
		object, _ := target.(map[string]any)
		object = own.object(object)
		object[op.Key] = value
		return object
	}, nil
}

func ofArray(op *fixedits.Operation, target any) (changeFunc, *Error) {
	array, ok := target.([]any)
	if !ok && target != nil {
		return nil, fail(CodeNotArray, op.Pointer, "%s, not an array", article(TypeOf(target)))
	}
	index, most := len(array), len(array)
	if op.Kind == fixedits.OpReplaceArrayItem {
		most--
	}
	switch {
	case op.Index != nil:
		index = *op.Index
	case op.Kind == fixedits.OpReplaceArrayItem:
		return nil, fail(CodeShape, op.Pointer, "%s has no index", op.Kind)
	}
	if index < 0 || index > most {
		return nil, fail(CodeIndex, op.Pointer, "the array has %s, and %d is not an index from 0 to %d", items(len(array)), index, most)
	}
	var current any
	exists := index < len(array)
	if exists {
		current = array[index]
	}
	if err := expects(op, JoinIndex(op.Pointer, index), current, exists); err != nil {
		return nil, err
	}
	item, err := valueOf(op)
	if err != nil {
		return nil, err
	}
	if op.Kind == fixedits.OpInsertArrayItem {
		return func(target any, own *owned) any {
			array, _ := target.([]any)
			array = slices.Insert(own.array(array), index, item)
			own.children = nil // the later items have other indexes now
			own.mine = true
			return array
		}, nil
	}
	if Equal(current, item) {
		return nil, nil
	}
	return func(target any, own *owned) any {
		array := own.array(target.([]any))
		array[index] = item
		delete(own.children, strconv.Itoa(index))
		return array
	}, nil
}

// expects checks the precondition of an operation at the place that changes.
func expects(op *fixedits.Operation, place string, current any, exists bool) *Error {
	e := op.Expects
	if e == nil {
		return nil
	}
	switch {
	case e.Exists != nil && *e.Exists && !exists:
		return fail(CodeExpects, place, "expected to exist, and is missing")
	case e.Exists != nil && !*e.Exists && exists:
		return fail(CodeExpects, place, "expected to be missing, and is %s", Text(current))
	case e.Type != "" && !exists:
		return fail(CodeExpects, place, "expected to be %s, and is missing", article(e.Type))
	case e.Type != "" && !IsOf(current, e.Type):
		return fail(CodeExpects, place, "expected to be %s, and is %s", article(e.Type), article(TypeOf(current)))
	case e.Equals == nil:
		return nil
	}
	want, err := decodeRaw(e.Equals, op.Pointer)
	switch {
	case err != nil:
		return err
	case !exists:
		return fail(CodeExpects, place, "expected to equal %s, and is missing", Text(want))
	case !Equal(current, want):
		return fail(CodeExpects, place, "expected to equal %s, and is %s", Text(want), Text(current))
	}
	return nil
}

func valueOf(op *fixedits.Operation) (any, *Error) { return decodeRaw(op.Value, op.Pointer) }

func decodeRaw(raw json.RawMessage, pointer string) (any, *Error) {
	value, err := FromJSON(raw)
	switch {
	case err == errTooDeep:
		return nil, fail(CodeTooDeep, pointer, "%v", err)
	case err != nil:
		return nil, fail(CodeShape, pointer, "the value is not JSON: %v", err)
	}
	return value, nil
}

func fail(code Code, pointer, format string, args ...any) *Error {
	return &Error{Code: code, Pointer: pointer, Why: fmt.Sprintf(format, args...)}
}

func article(kind string) string {
	switch {
	case kind == "null":
		return kind
	case strings.HasPrefix(kind, "a"), strings.HasPrefix(kind, "i"), strings.HasPrefix(kind, "o"):
		return "an " + kind
	}
	return "a " + kind
}

func items(n int) string {
	if n == 1 {
		return "1 item"
	}
	return strconv.Itoa(n) + " items"
}
