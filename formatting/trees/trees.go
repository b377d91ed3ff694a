// Package trees compares two syntax trees and leaves out their layout.
//
// A tree is any Go value: a parser's nodes, and everything that they point to.
// Types and names of fields say which parts of it are layout.
package trees

import (
	"reflect"
	"slices"
	"sync"
)

// A Comparer knows the layout of a kind of tree. It is safe for concurrent use.
// Its fields must not change after its first use.
type Comparer struct {
	// Layout has the types that are always layout, such as positions.
	Layout []reflect.Type

	// Ignore has, by the type of a struct, the names of fields that are layout
	// or follow from others. The entry for nil applies to all structs.
	// Unexported fields are always ignored.
	Ignore map[reflect.Type][]string

	// Read has, by type, a function that converts a value of that type to the
	// value that is compared in its place. A result of the same type is not
	// converted again.
	Read map[reflect.Type]func(v any) any

	// Place returns the offset of a node in its text, in bytes, if it has one.
	Place func(node any) (offset int, ok bool)

	fields sync.Map // of []int, by the type of a struct
}

// A Difference is the first place at which two trees differ.
type Difference struct {
	Offset int // in the text of the first tree; 0 if it is not known
	Node   any // the innermost of the first tree that has a place; perhaps nil
}

// Compare returns nil if two trees are equal except for their layout. An empty
// slice equals a nil one.
func (c *Comparer) Compare(a, b any) *Difference {
	r := &run{Comparer: c}
	if r.same(reflect.ValueOf(a), reflect.ValueOf(b), nil) {
		return nil
	}
	return &r.found
}

// fieldsOf returns the indexes of the fields that are compared.
func (c *Comparer) fieldsOf(t reflect.Type) []int {
	if known, ok := c.fields.Load(t); ok {
		return known.([]int)
	}
	var fields []int
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && !slices.Contains(c.Layout, f.Type) && !slices.Contains(c.Ignore[nil], f.Name) && !slices.Contains(c.Ignore[t], f.Name) {
			fields = append(fields, i)
		}
	}
	c.fields.Store(t, fields)
	return fields
}

// A run is one comparison.
type run struct {
	*Comparer
	placed bool
	found  Difference
}

// same compares two values. Read is the type that was read to get them.
func (r *run) same(a, b reflect.Value, read reflect.Type) bool {
	if !a.IsValid() || !b.IsValid() {
		return a.IsValid() == b.IsValid()
	}
	t := a.Type()
	if t != b.Type() {
		return r.differ(a)
	}
	if f, ok := r.Read[t]; ok && t != read {
		return r.same(reflect.ValueOf(f(a.Interface())), reflect.ValueOf(f(b.Interface())), t) || r.differ(a)
	}
	switch t.Kind() {
	case reflect.Interface:
		return r.same(a.Elem(), b.Elem(), read)
	case reflect.Pointer:
		if a.Pointer() == b.Pointer() {
			return true
		}
		if a.IsNil() || b.IsNil() {
			return false
		}
		return r.same(a.Elem(), b.Elem(), read) || r.differ(a)
	case reflect.Struct:
		for _, i := range r.fieldsOf(t) {
			if !r.same(a.Field(i), b.Field(i), nil) {
				return r.differ(a)
			}
		}
		return true
	case reflect.Slice, reflect.Array:
		return r.sameItems(a, b)
	case reflect.String:
		return a.String() == b.String()
	case reflect.Bool:
		return a.Bool() == b.Bool()
	}
	return a.Equal(b)
}

func (r *run) sameItems(a, b reflect.Value) bool {
	for i := range min(a.Len(), b.Len()) {
		if item := a.Index(i); !r.same(item, b.Index(i), nil) {
			return r.differ(item)
		}
	}
	if a.Len() > b.Len() {
		return r.differ(a.Index(b.Len()))
	}
	return a.Len() == b.Len()
}

// differ notes the place of a value that differs, if no value within it has
// one, and returns false.
func (r *run) differ(a reflect.Value) bool {
	if r.placed || r.Place == nil || !a.CanInterface() {
		return false
	}
	if a.Kind() == reflect.Struct && a.CanAddr() {
		a = a.Addr() // nodes are pointers
	}
	node := a.Interface()
	if offset, ok := r.Place(node); ok {
		r.placed, r.found = true, Difference{offset, node}
	}
	return false
}

// Each calls f with all values of a type within a tree, such as comments, in
// the order of fields. The type may be one of c.Layout; other values
// that comparisons leave out are not searched.
func Each[T any](c *Comparer, root any, f func(T)) {
	c.each(reflect.ValueOf(root), reflect.TypeFor[T](), func(v any) { f(v.(T)) })
}

func (c *Comparer) each(v reflect.Value, t reflect.Type, f func(any)) {
	switch {
	case !v.IsValid():
		return
	case v.Type() == t:
		f(v.Interface())
		return
	case slices.Contains(c.Layout, v.Type()):
		return
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		c.each(v.Elem(), t, f)
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() && !slices.Contains(c.Ignore[nil], field.Name) {
				c.each(v.Field(i), t, f)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			c.each(v.Index(i), t, f)
		}
	}
}
