package toml

import (
	"bytes"

	"github.com/pelletier/go-toml/v2/unstable"
)

// maxLookups bounds how often a decoder compares a key with another one of its
// table. It compares them one by one, in quadratic time. This many comparisons
// take a quarter of a second; a table of 6,300 keys has them.
const maxLookups = 20_000_000

// slow reports whether a text that parses needs more than maxLookups
// comparisons. It only examines a text with enough keys and headers for that.
func slow(text []byte) (bool, error) {
	most := bytes.Count(text, []byte("=")) + bytes.Count(text, []byte("["))
	most += bytes.Count(text, []byte(".")) // of dotted keys
	if most*most/2 <= maxLookups {
		return false, nil
	}
	l := lookups{root: &table{}}
	l.open = []*table{l.root}
	w := walker{enter: l.enter, leave: l.leave}
	err := w.walk(text)
	return l.count > maxLookups, err
}

// A table is one of a text, or a key of one.
type table struct{ keys map[string]*table }

type lookups struct {
	root  *table
	open  []*table // within which the next key is, the innermost last
	count int
}

func (l *lookups) enter(n *unstable.Node, _ []byte, _ int) {
	inner := l.open[len(l.open)-1]
	switch n.Kind {
	case unstable.Table, unstable.ArrayTable:
		inner = l.find(l.root, n.Key())
		if n.Kind == unstable.ArrayTable {
			inner.keys = nil
		}
		l.open[0] = inner // until the next header
	case unstable.KeyValue:
		inner = l.find(inner, n.Key())
	case unstable.InlineTable:
		inner = &table{}
	case unstable.Array:
	default:
		return // which has no end
	}
	l.open = append(l.open, inner)
}

func (l *lookups) leave() { l.open = l.open[:len(l.open)-1] }

// find returns the entry of a key in a table, and adds it if it is missing.
func (l *lookups) find(in *table, key unstable.Iterator) *table {
	for key.Next() {
		l.count += len(in.keys)
		name := string(key.Node().Data)
		if in.keys[name] == nil {
			if in.keys == nil {
				in.keys = make(map[string]*table)
			}
			in.keys[name] = &table{}
		}
		in = in.keys[name]
	}
	return in
}
