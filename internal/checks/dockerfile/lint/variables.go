package lint

import "hash/fnv"

// variables is an immutable map: setting a variable makes a new map that shares
// most of its nodes with the old one, so that each of many instructions can
// have its own. It is a treap: ordered by name, and a heap by the names'
// hashes. Nil is empty.
type variables struct {
	name        string
	value       Variable
	rank        uint32
	left, right *variables
}

func (v *variables) get(name string) (Variable, bool) {
	for v != nil {
		switch {
		case name == v.name:
			return v.value, true
		case name < v.name:
			v = v.left
		default:
			v = v.right
		}
	}
	return Variable{}, false
}

// with returns the map with a variable set.
func (v *variables) with(name string, value Variable) *variables {
	h := fnv.New32a()
	h.Write([]byte(name))
	return v.insert(&variables{name: name, value: value, rank: h.Sum32()})
}

func (v *variables) insert(n *variables) *variables {
	if v == nil {
		return n
	}
	changed := *v
	switch {
	case n.name == v.name:
		changed.value = n.value
	case n.name < v.name:
		changed.left = v.left.insert(n)
		if l := changed.left; l.rank > changed.rank {
			top := *l
			changed.left, top.right = top.right, &changed
			return &top
		}
	default:
		changed.right = v.right.insert(n)
		if r := changed.right; r.rank > changed.rank {
			top := *r
			changed.right, top.left = top.left, &changed
			return &top
		}
	}
	return &changed
}

// names yields the names in order.
func (v *variables) names(yield func(string) bool) bool {
	return v == nil || v.left.names(yield) && yield(v.name) && v.right.names(yield)
}
