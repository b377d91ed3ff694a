package yaml

import (
	"bytes"
	"slices"

	upstream "go.yaml.in/yaml/v4"
)

// A data is the value of a text. It has no positions, and a list instead of a
// tree, which would be compared recursively.
type data struct {
	Nodes    []datum
	Comments []comment
	Ink      []byte // all bytes except for whitespace and line endings, in order
}

// A datum is a node of a document.
type datum struct {
	Kind     upstream.Kind
	Style    upstream.Style // quoted, block scalar, flow collection
	Tag      string         // the explicit tag, or the tag of the plain scalar's type
	Value    string         // of a scalar; the name of an alias
	Anchor   string
	Children int // the number of its direct children
	Target   int // for an alias, the index of its node; otherwise -1
	Version  version
	Handles  []upstream.TagDirective
}

type version struct{ Major, Minor int }

// Value returns the nodes of all documents, the comments, and all bytes that
// are not whitespace.
func (l language) Value(path string, src []byte) (any, error) {
	var d data
	index := make(map[*node]int)
	err := parse(path, src, func(root *node) { d.add(root, index) })
	if err != nil {
		return nil, err
	}
	p := newPrinter(src, l.options)
	if err := p.run(); err != nil {
		return nil, err
	}
	d.Comments = p.comments
	d.Ink = bytes.Map(func(r rune) rune {
		if r == ' ' || r == '\t' || r == '\n' {
			return -1
		}
		return r
	}, src)
	return d, nil
}

// add appends the nodes of a tree, parents first.
func (d *data) add(root *node, index map[*node]int) {
	for open := []*node{root}; len(open) > 0; {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		item := datum{
			Kind: n.Kind, Style: n.Style, Tag: n.Tag, Value: n.Value, Anchor: n.Anchor, Children: len(n.Content), Target: -1,
		}
		if n.Anchor != "" {
			index[n] = len(d.Nodes)
		}
		if n.Alias != nil {
			item.Target = index[n.Alias]
		}
		if n.Stream != nil {
			item.Handles = n.Stream.TagDirectives
			if v := n.Stream.Version; v != nil {
				item.Version = version{v.Major, v.Minor}
			}
		}
		d.Nodes = append(d.Nodes, item)
		for _, child := range slices.Backward(n.Content) {
			open = append(open, child)
		}
	}
}
