package toml

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A builder reads a text as tables, with their items if it is for a File.
type builder struct {
	text    string
	file    *File // nil if only the value is needed
	parser  unstable.Parser
	root    *table
	current *section
	header  int // the number of names in the current header
	names   []string

	items []item // not yet used, as nodes and parts
	nodes []node
	parts []part
}

// take returns an element of a slab, which saves an allocation for most.
func take[T any](slab *[]T) *T {
	if len(*slab) == 0 {
		*slab = make([]T, 64)
	}
	element := &(*slab)[0]
	*slab = (*slab)[1:]
	return element
}

// name returns the name that a part of a key is.
func (b *builder) name(k *unstable.Node) string {
	return b.shared(k.Data, int(k.Raw.Offset), int(k.Raw.Length))
}

// shared returns data as a part of the text if it is one: all of a range, or
// what is within the quotes.
func (b *builder) shared(data []byte, offset, length int) string {
	switch n := len(data); {
	case n == length:
		return b.text[offset : offset+n]
	case n == length-2 && (n == 0 || b.text[offset+1] != b.text[offset]):
		return b.text[offset+1 : offset+1+n]
	}
	return string(data)
}

func (b *builder) build() error {
	data := []byte(b.text)
	b.root = newTable(nil)
	b.current = &section{table: b.root}
	b.root.section = b.current
	b.parser.Reset(data)
	for b.parser.NextExpression() {
		var err *operation.Error
		switch e := b.parser.Expression(); e.Kind {
		case unstable.KeyValue:
			err = b.keyValue(e)
		case unstable.Table, unstable.ArrayTable:
			err = b.table(e)
		}
		if err != nil {
			return err
		}
	}
	if err := b.parser.Error(); err != nil {
		return b.syntax(err)
	}
	return nil
}

func newTable(n *node) *table {
	return &table{node: n, value: map[string]any{}}
}

// syntax returns the error of the parser with its place.
func (b *builder) syntax(err error) error {
	e, ok := errors.AsType[*unstable.ParserError](err)
	switch {
	case !ok:
		return fail(operation.CodeSyntax, "", "%v", err)
	case strings.Contains(e.Message, "nested more than"):
		return tooDeep()
	}
	return b.wrong(int(b.parser.Range(e.Highlight).Offset), e.Message)
}

func tooDeep() *operation.Error {
	return failure(operation.CodeTooDeep, "", "the values nest more than %d deep", operation.MaxDepth)
}

func (b *builder) wrong(offset int, why string) *operation.Error {
	at := position.At(b.text, offset)
	return failure(operation.CodeSyntax, "", "line %d, column %d: %s", at.Line, at.Column, why)
}

func failure(code operation.Code, pointer, format string, args ...any) *operation.Error {
	return &operation.Error{Code: code, Pointer: pointer, Why: fmt.Sprintf(format, args...)}
}

func fail(code operation.Code, pointer, format string, args ...any) error {
	return failure(code, pointer, format, args...)
}

// line returns the item of an expression, of which value is the last byte after
// the key or value.
func (b *builder) line(keys unstable.Iterator, end int) *item {
	it := take(&b.items)
	it.src, it.base, it.changes = b.text, len(b.file.items), untouched
	n := 0
	for rest := keys; rest.Next(); {
		n++
	}
	if len(b.parts) < n {
		b.parts = make([]part, max(n, 64))
	}
	it.parts, b.parts = b.parts[:n:n], b.parts[n:]
	for i := 0; keys.Next(); i++ {
		k := keys.Node()
		it.parts[i] = part{int(k.Raw.Offset), int(k.Raw.Offset + k.Raw.Length), b.name(k)}
	}
	it.start = strings.LastIndexByte(b.text[:it.parts[0].start], '\n') + 1
	end = max(end, it.parts[len(it.parts)-1].end)
	it.end = len(b.text)
	if at := strings.IndexByte(b.text[end:], '\n'); at >= 0 {
		it.end = end + at + 1
	}
	b.file.items = append(b.file.items, it)
	return it
}

func (b *builder) table(e *unstable.Node) *operation.Error {
	t := b.root
	names := b.names[:0]
	for keys := e.Key(); keys.Next(); {
		names = append(names, b.name(keys.Node()))
	}
	b.names = names
	if len(names) > operation.MaxDepth {
		return tooDeep()
	}
	array := e.Kind == unstable.ArrayTable
	for i, name := range names {
		last := i == len(names)-1
		n := t.child(name)
		if _, exists := t.value[name]; n == nil && exists {
			return duplicate(b.pointer(t, name), "the key is defined twice")
		} else if n == nil {
			n = b.node(t, name, i+1)
			if last && array {
				n.array = []*table{}
			} else {
				n.table = newTable(n)
				t.value[name] = n.table.value
			}
		} else if last && (array != (n.array != nil) || n.table != nil && (n.table.section != nil || n.table.dotted != nil)) || n.table == nil && n.array == nil {
			return duplicate(b.pointer(t, name), "the key is defined twice")
		}
		switch {
		case !last && n.array != nil:
			t = n.array[len(n.array)-1]
		case n.array != nil:
			t = newTable(n)
			n.array = append(n.array, t)
			items, _ := n.parent.value[name].([]any)
			n.parent.value[name] = append(items, t.value)
		default:
			t = n.table
		}
	}
	b.header = len(names)
	b.current = &section{table: t}
	t.section = b.current
	if b.file != nil {
		b.current.header = b.line(e.Key(), 0)
		b.current.header.header, b.current.header.array = true, array
		b.current.header.section = b.current
	}
	return nil
}

func (b *builder) keyValue(e *unstable.Node) *operation.Error {
	t := b.current.table
	depth := b.header
	keys := e.Key()
	keys.Next()
	for {
		k := keys.Node()
		name := b.name(k)
		if depth++; depth > operation.MaxDepth {
			return tooDeep()
		}
		n := t.child(name)
		if k.Next() == nil || k.Next().Kind != unstable.Key {
			if _, exists := t.value[name]; exists {
				return duplicate(b.pointer(t, name), "the key is defined twice")
			}
			return b.leaf(e, t, name, depth)
		}
		if _, exists := t.value[name]; n == nil && !exists {
			n = b.node(t, name, depth)
			n.table = newTable(n)
			n.table.dotted = b.current
			t.value[name] = n.table.value
		} else if n == nil || n.table == nil || n.table.dotted != b.current {
			return duplicate(b.pointer(t, name), "a dotted key adds to what is defined elsewhere")
		}
		t = n.table
		keys.Next()
	}
}

// node adds a node to a table.
func (b *builder) node(t *table, name string, depth int) *node {
	n := take(&b.nodes)
	n.name, n.parent, n.depth = name, t, depth
	t.push(n)
	return n
}

func (b *builder) leaf(e *unstable.Node, t *table, name string, depth int) *operation.Error {
	value, err := b.decode(e.Value(), depth)
	if err != nil {
		if err.Code == operation.CodeDuplicateKey {
			err.Pointer = b.pointer(t, name) + err.Pointer
		}
		return err
	}
	t.value[name] = value
	if b.file == nil {
		return nil
	}
	n := b.node(t, name, depth)
	end := int(e.Raw.Offset + e.Raw.Length)
	it := b.line(e.Key(), end)
	it.value = [2]int{valueStart(b.text, it.parts[len(it.parts)-1].end), end}
	it.section = b.current
	n.item = it
	b.current.items = append(b.current.items, it)
	return nil
}

// valueStart returns the offset of the value after a key.
func valueStart(text string, at int) int {
	for text[at] != '=' {
		at++
	}
	for at++; text[at] == ' ' || text[at] == '\t'; at++ {
	}
	return at
}

func duplicate(pointer, why string) *operation.Error {
	return failure(operation.CodeDuplicateKey, pointer, "%s", why)
}

// pointer returns the pointer of a key of a table.
func (b *builder) pointer(t *table, name string) string {
	pointer := operation.Join("", name)
	for ; t.node != nil; t = t.node.parent {
		if t.node.array != nil {
			pointer = "/" + strconv.Itoa(len(t.node.array)-1) + pointer
		}
		pointer = operation.Join("", t.node.name) + pointer
	}
	return pointer
}
