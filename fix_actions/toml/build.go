package toml

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/rules-autofix/rules_autofix/fix_actions/operation"
)

// A builder reads a text as tables, with their items if it is for a File.
type builder struct {
	text    string
	file    *File // nil if only the value is needed
	parser  unstable.Parser
	root    *table
	current *section
	header  int // the number of names in the current header
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
	return &table{node: n, children: map[string]*node{}, value: map[string]any{}}
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
	before := b.text[:offset]
	line := 1 + strings.Count(before, "\n")
	column := len(before) - strings.LastIndexByte(before, '\n')
	return failure(operation.CodeSyntax, "", "line %d, column %d: %s", line, column, why)
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
	it := &item{src: b.text, base: len(b.file.items)}
	for keys.Next() {
		k := keys.Node()
		it.parts = append(it.parts, part{int(k.Raw.Offset), int(k.Raw.Offset + k.Raw.Length), string(k.Data)})
	}
	it.names = it.parts
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
	var names []string
	for keys := e.Key(); keys.Next(); {
		names = append(names, string(keys.Node().Data))
	}
	if len(names) > operation.MaxDepth {
		return tooDeep()
	}
	array := e.Kind == unstable.ArrayTable
	for i, name := range names {
		last := i == len(names)-1
		n := t.children[name]
		if n == nil {
			n = &node{name: name, parent: t, depth: i + 1}
			t.children[name] = n
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
		name := string(k.Data)
		if depth++; depth > operation.MaxDepth {
			return tooDeep()
		}
		n := t.children[name]
		if k.Next() == nil || k.Next().Kind != unstable.Key {
			if n != nil {
				return duplicate(b.pointer(t, name), "the key is defined twice")
			}
			return b.leaf(e, t, name, depth)
		}
		if n == nil {
			n = &node{name: name, parent: t, depth: depth}
			n.table = newTable(n)
			n.table.dotted = b.current
			t.children[name] = n
			t.value[name] = n.table.value
		} else if n.table == nil || n.table.dotted != b.current {
			return duplicate(b.pointer(t, name), "a dotted key adds to what is defined elsewhere")
		}
		t = n.table
		keys.Next()
	}
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
	n := &node{name: name, parent: t, depth: depth}
	t.children[name] = n
	if b.file == nil {
		return nil
	}
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
