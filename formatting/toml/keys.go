package toml

import (
	"fmt"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A redefinition is a key or table that is already defined. The decoder stops
// at the first one too, but does not say where the other is.
type redefinition struct {
	key   string
	first int // the offset of the definition
	at    int
}

func (r redefinition) message(src []byte, skipped int) string {
	first := formatting.SyntaxErrorAt("", src, skipped+r.first, "")
	return fmt.Sprintf("the key %q is already defined at line %d, column %d", r.key, first.Line, first.Column)
}

// redefined returns the first redefinition of a text, if there is one.
func redefined(text []byte) (found redefinition, ok bool) {
	root := &definition{kind: tableHeader}
	current := root
	var parser unstable.Parser
	parser.Reset(text)
	for parser.NextExpression() && !ok {
		e := parser.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			current, found, ok = root.header(e)
		case unstable.KeyValue:
			found, ok = current.keyValue(e)
		}
	}
	return found, ok
}

// A definition is the value of a key, and the keys of a table.
type definition struct {
	kind definitionKind
	at   int // the offset of the key
	keys map[string]*definition
}

type definitionKind int

const (
	value         definitionKind = iota // also an inline table, which is complete
	dottedTable                         // of a dotted key
	implicitTable                       // of the longer name of a header
	tableHeader
	arrayOfTables
)

// child returns the definition of a key in a table, and whether it is new.
func (d *definition) child(key *unstable.Node, kind definitionKind) (child *definition, isNew bool) {
	name := string(key.Data)
	if child := d.keys[name]; child != nil {
		return child, false
	}
	if d.keys == nil {
		d.keys = make(map[string]*definition)
	}
	child = &definition{kind: kind, at: int(key.Raw.Offset)}
	d.keys[name] = child
	return child, true
}

func (d *definition) redefinedBy(key *unstable.Node) (redefinition, bool) {
	return redefinition{key: string(key.Data), first: d.at, at: int(key.Raw.Offset)}, true
}

// header returns the table of a header.
func (d *definition) header(e *unstable.Node) (*definition, redefinition, bool) {
	kind := tableHeader
	if e.Kind == unstable.ArrayTable {
		kind = arrayOfTables
	}
	for keys := e.Key(); keys.Next(); {
		key := keys.Node()
		if !keys.IsLast() {
			child, _ := d.child(key, implicitTable)
			if child.kind == value {
				found, ok := child.redefinedBy(key)
				return nil, found, ok
			}
			d = child
			continue
		}
		child, isNew := d.child(key, kind)
		switch {
		case isNew:
		case kind == arrayOfTables && child.kind == arrayOfTables:
			child.keys = nil
		case kind == tableHeader && child.kind == implicitTable:
			child.kind, child.at = tableHeader, int(key.Raw.Offset)
		default:
			found, ok := child.redefinedBy(key)
			return nil, found, ok
		}
		d = child
	}
	return d, redefinition{}, false
}

// keyValue adds a key with its value.
func (d *definition) keyValue(e *unstable.Node) (redefinition, bool) {
	for keys := e.Key(); keys.Next(); {
		key := keys.Node()
		kind := dottedTable
		if keys.IsLast() {
			kind = value
		}
		child, isNew := d.child(key, kind)
		if !isNew && (keys.IsLast() || child.kind != dottedTable) {
			return child.redefinedBy(key)
		}
		d = child
	}
	return d.within(e.Value())
}

// within returns the first redefinition in a value.
func (d *definition) within(n *unstable.Node) (found redefinition, ok bool) {
	switch n.Kind {
	case unstable.InlineTable:
		for items := n.Children(); items.Next() && !ok; {
			if item := items.Node(); item.Kind == unstable.KeyValue {
				found, ok = d.keyValue(item)
			}
		}
	case unstable.Array:
		for items := n.Children(); items.Next() && !ok; {
			found, ok = new(definition).within(items.Node())
		}
	}
	return found, ok
}
