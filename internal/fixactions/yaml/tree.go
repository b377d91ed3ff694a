package yaml

import (
	upstream "go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A kind is the form of a node in the text.
type kind uint8

const (
	absent   kind = iota // nothing, which is null
	scalar               // on one or more lines
	literal              // a block scalar, | or >
	alias                // *NAME
	mapping              // with one entry a line, or in braces
	sequence             // with one entry a line, or in brackets
)

// A node is a value or a key with its place in the text. Offsets are bytes of
// that text. [start, end) is its content, without its anchor and tag.
type node struct {
	kind       kind
	from       *upstream.Node // nil for the document of an empty text
	props      int            // start of the anchor and the tag
	propsEnd   int            // their end; props if there are none
	tag        [2]int         // the tag among them
	start, end int

	flow   bool // of a collection: in brackets
	bare   bool // of a mapping in a flow sequence: one entry without braces
	inFlow bool // within a collection in brackets
	indent int  // of a block collection: the column of its entries, from 0, in characters
	margin int  // of a literal: the end of its header, before the line end
	column int  // of a literal: its lines'; 0 if they have none

	entries []entry
	parent  *node
	index   int // among the parent's entries

	names   map[string]int // of a large mapping: the index of each key
	aliased bool           // an alias stands for it
	change  *change        // nil if no operation changed it
	touched []*node        // entries' keys and values that operations changed, or something within them
	listed  bool           // it is among the entries of the parent
}

// An entry is a member of a mapping or an item of a sequence.
type entry struct {
	start int // of the key, of "?" or of "-"
	key   *node
	colon int // -1 if there is none
	head  int // the end of the text before the value: the colon or the dash
	value *node
	end   int // of the value, or of its stand-in
}

func (n *node) collection() bool { return n.kind == mapping || n.kind == sequence }

// find returns the index of the entry that a token of a pointer names, or -1.
func (n *node) find(token string) int {
	if n.kind == sequence {
		if i, ok := operation.Index(token); ok && i < len(n.entries) {
			return i
		}
		return -1
	}
	if len(n.entries) < manyEntries {
		for i := range n.entries {
			if n.name(i) == token && !isMerge(n.entries[i].key.from) {
				return i
			}
		}
		return -1
	}
	if n.names == nil {
		n.names = make(map[string]int, len(n.entries))
		for i := range n.entries {
			if !isMerge(n.entries[i].key.from) {
				n.names[n.name(i)] = i
			}
		}
	}
	if i, ok := n.names[token]; ok {
		return i
	}
	return -1
}

// manyEntries is the number of entries from which on a mapping has an index.
const manyEntries = 32

// name returns the text of the key of a member.
func (n *node) name(i int) string {
	name, _ := keyOf(n.entries[i].key.from)
	return name
}

// merges reports whether a mapping has a merge key.
func (n *node) merges() bool {
	for i := range n.entries {
		if n.kind == mapping && isMerge(n.entries[i].key.from) {
			return true
		}
	}
	return false
}

// brings reports whether a merge key of a mapping adds a key.
func (n *node) brings(name string) bool {
	for i := range n.entries {
		if n.kind == mapping && isMerge(n.entries[i].key.from) && hasKey(n.entries[i].value.from, name) {
			return true
		}
	}
	return false
}

// hasKey reports whether the value of a merge key has a key.
func hasKey(value *upstream.Node, name string) bool {
	if value.Kind == upstream.AliasNode {
		value = value.Alias
	}
	for i, item := range value.Content {
		switch {
		case value.Kind == upstream.SequenceNode:
			if hasKey(item, name) {
				return true
			}
		case i%2 > 0:
		case isMerge(item):
			if hasKey(value.Content[i+1], name) {
				return true
			}
		default:
			if key, _ := keyOf(item); key == name {
				return true
			}
		}
	}
	return false
}
