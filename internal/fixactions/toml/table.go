package toml

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A table is one with a header, one that headers of subtables or dotted keys
// define, or one of an array of tables. Inline tables are values.
type table struct {
	node    *node            // nil for the root
	section *section         // the root's, or its header's; nil if it has none
	dotted  *section         // where dotted keys define it; nil if none do
	nodes   []*node          // of its keys, in no order
	index   map[string]*node // of nodes by name; nil if there are few
	value   map[string]any   // as in the text of Open
}

// A section is a header with the key-values after it.
type section struct {
	table  *table
	header *item // nil for the root's
	items  []*item
}

// A node is the target of a key: the value of a key-value, a table, or an array
// of tables.
type node struct {
	name   string
	parent *table
	depth  int   // the number of names in its header
	item   *item // of a value
	table  *table
	array  []*table
}

// manyNodes is the number of nodes from which on a table has an index.
const manyNodes = 16

// child returns the node of a name, or nil.
func (t *table) child(name string) *node {
	if t.index != nil {
		return t.index[name]
	}
	for _, n := range t.nodes {
		if n.name == name {
			return n
		}
	}
	return nil
}

// push adds a node.
func (t *table) push(n *node) {
	t.nodes = append(t.nodes, n)
	switch {
	case t.index != nil:
		t.index[n.name] = n
	case len(t.nodes) == manyNodes:
		t.index = make(map[string]*node, 2*manyNodes)
		for _, n := range t.nodes {
			t.index[n.name] = n
		}
	}
}

// remove removes a node.
func (t *table) remove(n *node) {
	i := slices.Index(t.nodes, n)
	t.nodes = slices.Delete(t.nodes, i, i+1)
	delete(t.index, n.name)
}

func (t *table) depth() int {
	if t.node == nil {
		return 0
	}
	return t.node.depth
}

// path returns the names in the header of a table.
func (t *table) path() []string {
	var names []string
	for ; t.node != nil; t = t.node.parent {
		names = append(names, t.node.name)
	}
	slices.Reverse(names)
	return names
}

// walk calls visit for each item that defines a node or its contents, with the
// index of the node's name in the item's key. The index is negative if the name
// is in the header before the item.
func (n *node) walk(visit func(it *item, index int)) {
	if n.item != nil {
		visit(n.item, len(n.item.parts)-1)
		return
	}
	tables := n.array
	if n.table != nil {
		tables = []*table{n.table}
	}
	for _, t := range tables {
		t.walk(n.depth, visit)
	}
}

// walk calls visit for each item of a table, with the index of the name that is
// at a depth.
func (t *table) walk(depth int, visit func(it *item, index int)) {
	if t.section != nil && t.section.header != nil {
		visit(t.section.header, depth-1)
	}
	for _, child := range t.nodes {
		if child.item == nil {
			child.walk(func(it *item, index int) {
				visit(it, index-(child.depth-depth))
			})
		} else {
			visit(child.item, len(child.item.parts)-1-(child.depth-depth))
		}
	}
}

// first and last return the first and the last of a node's items in the text.
func (n *node) first() *item { return n.extreme(-1) }
func (n *node) last() *item  { return n.extreme(1) }

func (n *node) extreme(sign int) *item {
	var best *item
	n.walk(func(it *item, _ int) {
		if best == nil || sign*compare(it, best) > 0 {
			best = it
		}
	})
	return best
}

func (t *table) first() *item {
	n := node{table: t, depth: t.depth()}
	return n.first()
}

func (t *table) last() *item {
	n := node{table: t, depth: t.depth()}
	return n.last()
}

// A target is the place of a pointer: a table, an array of tables, or a value
// in one.
type target struct {
	table *table   // nil if it is none
	node  *node    // nil for the root, and for a table of an array
	index int      // of the table in the array of tables
	rest  []string // of the pointer, within the value of node
}

func (f *File) target(pointer string) (target, error) {
	tokens, err := operation.Parse(pointer)
	if err != nil {
		return target{}, err
	}
	at := target{table: f.root, index: -1}
	for i := 0; i < len(tokens); i++ {
		n := at.table.child(tokens[i])
		if n == nil {
			return target{}, missing(tokens[:i+1])
		}
		at = target{table: n.table, node: n, index: -1}
		if n.item != nil {
			at.rest = tokens[i+1:]
			return at, nil
		}
		if n.array != nil && i+1 < len(tokens) {
			i++
			index, ok := operation.Index(tokens[i])
			if !ok || index >= len(n.array) {
				return target{}, missing(tokens[:i+1])
			}
			at.table, at.index = n.array[index], index
		}
	}
	return at, nil
}

func missing(tokens []string) error {
	return fail(operation.CodeNoTarget, operation.Format(tokens), "there is no such value")
}
