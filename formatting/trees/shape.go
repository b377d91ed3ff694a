package trees

import (
	"reflect"
	"slices"
)

// A shape is a type as a Comparer sees it. It has the shapes of the types that
// the type consists of, so that a walk looks up only what interfaces hold.
type shape struct {
	of     reflect.Type
	name   string
	read   func(any) any // nil: the value is compared itself
	fields []field       // of a struct: those that are compared
	item   *shape        // of a pointer, a slice or an array
}

type field struct {
	index int
	shape *shape
}

// shapeOf returns the shape of a type.
func (c *Comparer) shapeOf(t reflect.Type) *shape {
	if known, ok := c.shapes.Load(t); ok {
		return known.(*shape)
	}
	made := make(map[reflect.Type]*shape)
	s := c.shape(t, made)
	for t, s := range made {
		c.shapes.Store(t, s) // not before all are complete: they refer to each other
	}
	return s
}

// shape returns the shape of a type from made, or adds it with the shapes that
// it refers to.
func (c *Comparer) shape(t reflect.Type, made map[reflect.Type]*shape) *shape {
	if s, ok := made[t]; ok {
		return s
	}
	s := &shape{of: t, name: t.String(), read: c.Read[t]}
	made[t] = s
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		s.item = c.shape(t.Elem(), made)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && !slices.Contains(c.Layout, f.Type) && !slices.Contains(c.Ignore[nil], f.Name) && !slices.Contains(c.Ignore[t], f.Name) {
				s.fields = append(s.fields, field{i, c.shape(f.Type, made)})
			}
		}
	}
	return s
}
