package toml

import (
	"slices"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/flow"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A spot is a place within a value. If prefix is not empty, it is the table in
// the inline table c that dotted keys with these names define.
type spot struct {
	c      inlineValue
	prefix []string
}

// locate returns the place of a pointer's tokens within a value.
func locate(c inlineValue, tokens []string) (spot, bool) {
	s := spot{c: c}
	for _, token := range tokens {
		switch s.c.kind {
		case '[':
			i, ok := operation.Index(token)
			if !ok || i >= len(s.c.items) {
				return spot{}, false
			}
			s = spot{c: s.c.items[i].value}
		case '{':
			names := append(slices.Clone(s.prefix), token)
			found := s.c.find(names)
			if len(found) == 0 {
				return spot{}, false
			}
			item := &s.c.items[found[0]]
			if len(item.parts) == len(names) {
				s = spot{c: item.value}
			} else {
				s.prefix = names
			}
		default:
			return spot{}, false
		}
	}
	return s, true
}

// find returns the indexes of the key-values whose keys start with names.
func (c *inlineValue) find(names []string) []int {
	var found []int
	for i := range c.items {
		parts := c.items[i].parts
		if len(parts) < len(names) {
			continue
		}
		same := true
		for j, name := range names {
			same = same && parts[j].name == name
		}
		if same {
			found = append(found, i)
		}
	}
	return found
}

// scan returns the value of an item, with offsets from its start. The caller
// does not change it.
func (f *File) scan(it *item) (text string, c inlineValue) {
	text = it.valueText()
	const large = 1 << 10 // bytes
	if it.list != nil || it.pieces != nil || len(text) < large {
		return text, scanInline(text, 0)
	}
	c, ok := f.scanned[it]
	if !ok {
		c = scanInline(text, 0)
		if f.scanned == nil {
			f.scanned = map[*item]inlineValue{}
		}
		f.scanned[it] = c
	}
	return text, c
}

// applyToValue applies an operation whose place is within the value of an item.
func (f *File) applyToValue(op *fixedits.Operation, it *item, tokens []string, v value) error {
	text, c := f.scan(it)
	s, ok := locate(c, tokens)
	if !ok {
		return fail(operation.CodeNoTarget, op.Pointer, "there is no such value")
	}
	switch op.Kind {
	case fixedits.OpReplaceValue:
		f.assignValue(it, tokens, v)
		return nil
	case fixedits.OpAddValue, fixedits.OpRemoveKey, fixedits.OpRenameKey:
		if s.c.kind != '{' {
			return fail(operation.CodeNotObject, op.Pointer, "not an object")
		}
	default:
		if s.c.kind != '[' || len(s.prefix) > 0 {
			return fail(operation.CodeNotArray, op.Pointer, "not an array")
		}
	}
	key := op.Key
	if op.Kind == fixedits.OpRenameKey {
		key = op.From
	}
	exists := len(s.c.find(append(slices.Clone(s.prefix), key))) > 0
	if place := operation.Join(op.Pointer, key); s.c.kind == '{' && exists != (op.Kind != fixedits.OpAddValue) {
		return wrongKey(exists, place)
	}
	switch op.Kind {
	case fixedits.OpAddValue:
		f.addToInline(it, text, s, op.Key, v)
	case fixedits.OpRemoveKey:
		f.removeFromInline(it, text, s, op.Key)
	case fixedits.OpRenameKey:
		if op.From == op.To {
			return nil
		}
		if len(s.c.find(append(slices.Clone(s.prefix), op.To))) > 0 {
			return wrongKey(true, operation.Join(op.Pointer, op.To))
		}
		for _, i := range slices.Backward(s.c.find(append(slices.Clone(s.prefix), op.From))) {
			p := s.c.items[i].parts[len(s.prefix)]
			f.replaceValue(it, p.start, p.end, keyText(op.To))
		}
	default:
		index, err := arrayIndex(op, len(s.c.items))
		if err != nil {
			return err
		}
		if op.Kind == fixedits.OpInsertArrayItem {
			f.insertItem(it, text, &s.c, index, f.layout().inline(v))
			return nil
		}
		f.assignValue(it, append(slices.Clone(tokens), strconv.Itoa(index)), v)
	}
	return nil
}

// wrongKey returns the error for a key that exists, or for one that does not.
func wrongKey(exists bool, place string) error {
	if exists {
		return fail(operation.CodeExists, place, "the key is there already")
	}
	return fail(operation.CodeNoTarget, place, "there is no such key")
}

// arrayIndex returns the index of an operation on an array of n items.
func arrayIndex(op *fixedits.Operation, n int) (int, error) {
	i, most := n, n
	if op.Kind == fixedits.OpReplaceArrayItem {
		most--
	}
	if op.Index != nil {
		i = *op.Index
	}
	if i < 0 || i > most {
		return 0, fail(operation.CodeIndex, op.Pointer, "the array has no item %d", i)
	}
	return i, nil
}

// addToInline adds a key-value to an inline table.
func (f *File) addToInline(it *item, text string, s spot, name string, v value) {
	at, prefix := len(s.c.items), ""
	if found := s.c.find(s.prefix); len(s.prefix) > 0 {
		like := s.c.items[found[len(found)-1]]
		at = found[len(found)-1] + 1
		prefix = text[like.start:like.parts[len(s.prefix)-1].end] + "."
	}
	equals := f.layout().equals
	if len(s.c.items) > 0 {
		near := s.c.items[max(0, at-1)]
		if between := text[near.parts[len(near.parts)-1].end:near.value.start]; len(between) <= 3 {
			equals = between
		}
	}
	f.insertItem(it, text, &s.c, at, prefix+keyText(name)+equals+f.layout().inline(v))
}

// removeFromInline removes a key from an inline table. A table that dotted keys
// define stays as an empty one.
func (f *File) removeFromInline(it *item, text string, s spot, name string) {
	found := s.c.find(append(slices.Clone(s.prefix), name))
	keep := -1
	if len(s.prefix) > 0 && len(s.c.find(s.prefix)) == len(found) {
		keep = found[0]
	}
	for _, i := range slices.Backward(found) {
		if i == keep {
			item := s.c.items[i]
			f.replaceValue(it, item.parts[len(s.prefix)-1].end, item.value.end, f.layout().equals+"{}")
			continue
		}
		f.removeItemOf(it, &s.c, i)
		if i == found[0] {
			break
		}
		_, whole := f.scan(it)
		s.c = *whole.at(s.c.start)
	}
}

// at returns the container that starts at an offset.
func (c *inlineValue) at(start int) *inlineValue {
	if c.start == start {
		return c
	}
	for i := range c.items {
		if v := &c.items[i].value; v.start <= start && start < v.end {
			return v.at(start)
		}
	}
	return nil
}

// ownLines reports whether the first item starts a line.
func (c *inlineValue) ownLines(text string) bool {
	return len(c.items) > 0 && strings.IndexByte(text[c.start:c.items[0].start], '\n') >= 0
}

// startsLine reports whether an item starts a line.
func (c *inlineValue) startsLine(text string, i int) bool {
	before := c.start + 1
	if i > 0 {
		before = c.items[i-1].value.end
	}
	return strings.IndexByte(text[before:c.items[i].start], '\n') >= 0
}

// lineStart returns the start of the line of an offset.
func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

// flowList returns an array or inline table of a value, to be changed.
func (f *File) flowList(it *item, text string, c *inlineValue) *flow.List {
	margin := it.margin()
	if line := lineStart(text, c.start); line > 0 {
		margin = flow.Indentation(text[line:])
	}
	style := f.layout()
	t := flow.Text{Syntax: syntax, Text: text, Start: c.start + 1, End: c.close(), Items: c}
	return t.List(margin, flow.Style{Newline: style.newline, Unit: style.unit, Comma: style.comma[1:]})
}

// Len returns the number of items.
func (c *inlineValue) Len() int { return len(c.items) }

// Place returns the place of an item.
func (c *inlineValue) Place(i int) flow.Place {
	item := &c.items[i]
	return flow.Place{Start: item.start, End: item.value.end, Comma: item.comma}
}

// syntax is the syntax of comments.
var syntax = &flow.Syntax{Line: "#", Belongs: belongs}

// write replaces the parts of a value that a list changes.
func (f *File) write(it *item, l *flow.List) {
	for _, e := range slices.Backward(l.Edits()) {
		f.replaceValue(it, e.Start, e.End, e.New)
	}
}

// insertItem inserts an item into an array or inline table.
func (f *File) insertItem(it *item, text string, c *inlineValue, i int, new string) {
	l := f.flowList(it, text, c)
	f.insertInto(l, text, c, i, new)
	f.write(it, l)
}

func (f *File) insertInto(l *flow.List, text string, c *inlineValue, i int, new string) {
	style, own, padding := f.layout(), false, f.layout().table
	if c.kind == '[' {
		padding = style.array
	}
	if inner := text[c.start+1 : c.close()]; l.Len() == 0 && strings.Contains(inner, "\n") {
		own = true
		l.Commas = style.commas && c.kind == '[' && !strings.Contains(inner, "#")
	}
	l.Insert(i, new, own, padding)
}

// removeItemOf removes an item from an array or inline table.
func (f *File) removeItemOf(it *item, c *inlineValue, i int) {
	l := f.flowList(it, it.valueText(), c)
	l.Remove(i)
	f.write(it, l)
}
