package toml

import (
	"slices"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A spot is a place within a value. If prefix is not empty, it is the table in
// the inline table c that dotted keys with these names define.
type spot struct {
	c      flow
	prefix []string
}

// locate returns the place of a pointer's tokens within a value.
func locate(c flow, tokens []string) (spot, bool) {
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
func (c *flow) find(names []string) []int {
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
func (f *File) scan(it *item) (text string, c flow) {
	text = it.valueText()
	const large = 1 << 10 // bytes
	if it.list != nil || it.pieces != nil || len(text) < large {
		return text, scanFlow(text, 0)
	}
	c, ok := f.scanned[it]
	if !ok {
		c = scanFlow(text, 0)
		if f.scanned == nil {
			f.scanned = map[*item]flow{}
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
func (c *flow) at(start int) *flow {
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
func (c *flow) ownLines(text string) bool {
	return len(c.items) > 0 && strings.IndexByte(text[c.start:c.items[0].start], '\n') >= 0
}

// startsLine reports whether an item starts a line.
func (c *flow) startsLine(text string, i int) bool {
	before := c.start + 1
	if i > 0 {
		before = c.items[i-1].value.end
	}
	return strings.IndexByte(text[before:c.items[i].start], '\n') >= 0
}

// lineStart returns the offset of the line on which an item starts.
func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

// restOfLine returns the offset of the line end after an offset, if only whitespace
// and a comment are before it, and the offset itself otherwise.
func restOfLine(text string, at int) int {
	rest := strings.TrimLeft(text[at:], " \t")
	end := len(text) - len(rest)
	if strings.HasPrefix(rest, "#") {
		end += strings.IndexByte(rest, '\n')
		if text[end-1] == '\r' {
			end--
		}
	}
	if lineEnd(text[end:]) == "" {
		return at
	}
	return end
}

// separator returns the text between the first two items on one line: a comma
// and whitespace. It is empty if there are no two, or if something else is
// there.
func (c *flow) separator(text string) string {
	if len(c.items) < 2 {
		return ""
	}
	between := text[c.items[0].comma:c.items[1].start]
	if strings.Trim(between[1:], " \t") != "" {
		return ""
	}
	return between
}

// separator returns the separator of a container, or else the file's.
func (f *File) separator(text string, c *flow) string {
	if own := c.separator(text); own != "" {
		return own
	}
	return f.layout().comma
}

// insertItem inserts an item into an array or inline table.
func (f *File) insertItem(it *item, text string, c *flow, i int, new string) {
	n := len(c.items)
	switch {
	case n == 0:
		f.insertOnly(it, text, c, new)
	case i < n && c.startsLine(text, i):
		margin := blanksAt(text[lineStart(text, c.items[i].start):])
		at := restOfLine(text, c.start+1)
		if i > 0 {
			at = restOfLine(text, c.items[i-1].comma+1)
		}
		if i > 0 && !c.startsLine(text, i-1) { // at the end of a row
			f.replaceValue(it, c.items[i-1].comma+1, c.items[i-1].comma+1, f.separator(text, c)[1:]+new+",")
			return
		}
		f.replaceValue(it, at, at, lineEnd(text[at:])+margin+new+",")
	case i < n:
		at := c.items[i].start
		f.replaceValue(it, at, at, new+f.separator(text, c))
	default:
		f.appendItem(it, text, c, new)
	}
}

func (f *File) appendItem(it *item, text string, c *flow, new string) {
	last := len(c.items) - 1
	item := c.items[last]
	own := c.startsLine(text, last)
	margin := blanksAt(text[lineStart(text, item.start):])
	if item.comma >= 0 {
		at := item.comma + 1
		if own {
			at = restOfLine(text, at)
			f.replaceValue(it, at, at, f.layout().newline+margin+new+",")
		} else {
			f.replaceValue(it, at, at, f.separator(text, c)[1:]+new+",")
		}
		return
	}
	at := item.value.end
	if !own {
		f.replaceValue(it, at, at, f.separator(text, c)+new)
		return
	}
	end := restOfLine(text, at)
	f.replaceValue(it, end, end, f.layout().newline+margin+new)
	f.replaceValue(it, at, at, ",")
}

// insertOnly inserts an item into an empty container.
func (f *File) insertOnly(it *item, text string, c *flow, new string) {
	inner := text[c.start+1 : c.close()]
	if strings.Contains(inner, "#") {
		// After the last comment, which is on its own line or on the bracket's.
		style := f.layout()
		end := c.start + 1 + len(strings.TrimRight(inner, " \t\r\n"))
		margin := it.margin() + style.unit
		if line := text[lineStart(text, end):end]; strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") {
			margin = blanksAt(line)
		}
		f.replaceValue(it, end, end, style.newline+margin+new)
		return
	}
	if strings.Contains(inner, "\n") {
		style := f.layout()
		comma := ""
		if style.commas && c.kind == '[' {
			comma = ","
		}
		f.replaceValue(it, c.start+1, c.close(), style.newline+it.margin()+style.unit+new+comma+style.newline+it.margin())
		return
	}
	padding := f.layout().array
	if c.kind == '{' {
		padding = f.layout().table
	}
	f.replaceValue(it, c.start+1, c.close(), padding+new+padding)
}

// removeItemOf removes an item from an array or inline table.
func (f *File) removeItemOf(it *item, c *flow, i int) {
	text := it.valueText()
	n := len(c.items)
	item := c.items[i]
	end := item.value.end
	if item.comma >= 0 {
		end = item.comma + 1
	}
	if n == 1 {
		f.removeOnly(it, text, c, end)
		return
	}
	if !c.startsLine(text, i) {
		switch {
		case i == n-1 && item.comma < 0:
			f.replaceValue(it, c.items[i-1].value.end, end, "")
		case i == n-1 || c.startsLine(text, i+1):
			f.replaceValue(it, c.start+1+len(strings.TrimRight(text[c.start+1:item.start], " \t")), end, "")
		default:
			f.replaceValue(it, item.start, c.items[i+1].start, "")
		}
		return
	}
	if i < n-1 && !c.startsLine(text, i+1) {
		f.replaceValue(it, item.start, c.items[i+1].start, "")
		return
	}
	start := lineStart(text, item.start)
	lead := text[c.start+1 : start]
	if i > 0 {
		lead = text[c.items[i-1].value.end:start]
	}
	lead = lead[strings.IndexByte(lead, '\n')+1:]
	start -= len(splitLead(lead).comments)
	stop := restOfLine(text, end)
	// From the line end before the item to that after it, unless that before it
	// ends a comment and none is after it.
	if lineEnd(text[stop:]) != "" || !endsWithComment(text[:start]) {
		start -= len(lineEndOf(text[:start]))
	}
	f.replaceValue(it, start, stop, "")
	if i == n-1 && item.comma < 0 {
		comma := c.items[i-1].comma
		f.replaceValue(it, comma, comma+1, "")
	}
}

// endsWithComment reports whether the last line of a part of a value, which ends
// with a line end, has a comment.
func endsWithComment(text string) bool {
	text = strings.TrimRight(text, "\r\n")
	return strings.Contains(text[strings.LastIndexByte(text, '\n')+1:], "#")
}

// removeOnly removes the last item that there is, up to an offset. Comments that
// do not belong to it stay.
func (f *File) removeOnly(it *item, text string, c *flow, end int) {
	start, stop := c.start+1, restOfLine(text, end)
	if c.ownLines(text) {
		line := lineStart(text, c.items[0].start)
		head := restOfLine(text, start)
		head += len(lineEnd(text[head:]))
		start = line - len(splitLead(text[min(head, line):line]).comments)
		start = c.start + 1 + len(strings.TrimRight(text[c.start+1:start], " \t\r\n"))
	}
	before, after := text[c.start+1:start], text[stop:c.close()]
	switch {
	case !strings.Contains(before+after, "#"):
		f.replaceValue(it, c.start+1, c.close(), "")
	case lineEnd(after) == "":
		f.replaceValue(it, start, stop, f.layout().newline)
	default:
		f.replaceValue(it, start, stop, "")
	}
}
