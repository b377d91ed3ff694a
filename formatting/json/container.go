package json

import "github.com/tailscale/hujson"

// A container is an object or an array. Its items are its members or elements.
type container struct {
	object      *hujson.Object // nil for an array
	array       *hujson.Array  // nil for an object
	open, close string
	tail        hujson.Extra // before the closing bracket, from the last comma on
}

func containerOf(v hujson.ValueTrimmed) (c container, ok bool) {
	switch v := v.(type) {
	case *hujson.Object:
		return container{object: v, open: "{", close: "}", tail: v.AfterExtra}, true
	case *hujson.Array:
		return container{array: v, open: "[", close: "]", tail: v.AfterExtra}, true
	}
	return container{}, false
}

func (c container) length() int {
	if c.object != nil {
		return len(c.object.Members)
	}
	return len(c.array.Elements)
}

// before returns the gap between an item and the comma or bracket before it.
func (c container) before(i int) hujson.Extra {
	if c.object != nil {
		return c.object.Members[i].Name.BeforeExtra
	}
	return c.array.Elements[i].BeforeExtra
}

// after returns the gap between an item and its comma. It is nil for one that
// has none, which is the last one.
func (c container) after(i int) hujson.Extra {
	if c.object != nil {
		return c.object.Members[i].Value.AfterExtra
	}
	return c.array.Elements[i].AfterExtra
}

// colon returns the gap around the colon of a member.
func (c container) colon(i int) gap {
	m := c.object.Members[i]
	return between(m.Name.AfterExtra, m.Value.BeforeExtra)
}

func (c container) trailingComma() bool {
	n := c.length()
	return n > 0 && c.after(n-1) != nil
}

// literal returns an element that is not a container.
func (c container) literal(i int) hujson.Literal {
	return c.array.Elements[i].Value.(hujson.Literal)
}

// isNumbers reports whether the container is an array of several numbers and
// nothing else, comments included.
func (c container) isNumbers() bool {
	if c.object != nil || c.length() < 2 || len(between(c.tail).comments) > 0 {
		return false
	}
	for _, e := range c.array.Elements {
		if e.Value.Kind() != '0' || len(between(e.BeforeExtra, e.AfterExtra).comments) > 0 {
			return false
		}
	}
	return true
}
