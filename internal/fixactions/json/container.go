package json

import (
	"strings"

	"github.com/tailscale/hujson"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A container is an object or an array of a source, without operations. Its
// items are its members or elements.
//
// Its text is divided into an opening bracket, a head, the pieces of the items, a
// tail, and a closing bracket. A piece is a lead, the item, a mid, a comma and a
// trail. Comments at the end of a line belong to the piece on that line.
type container struct {
	src    *source
	node   *hujson.Value
	object *hujson.Object // nil for an array
	array  *hujson.Array  // nil for an object
}

func (c container) len() int {
	if c.object != nil {
		return len(c.object.Members)
	}
	return len(c.array.Elements)
}

func (c container) value(i int) *hujson.Value {
	if c.object != nil {
		return &c.object.Members[i].Value
	}
	return &c.array.Elements[i]
}

// start returns the offset of an item.
func (c container) start(i int) int {
	if c.object != nil {
		return c.object.Members[i].Name.StartOffset
	}
	return c.array.Elements[i].StartOffset
}

// next returns the offset of the token after an item: another one, or the
// closing bracket.
func (c container) next(i int) int {
	if i+1 < c.len() {
		return c.start(i + 1)
	}
	return c.close()
}

func (c container) close() int { return c.node.EndOffset - 1 }

// comma returns the offset of the comma after an item, or -1.
func (c container) comma(i int) int {
	v := c.value(i)
	if v.AfterExtra == nil && i+1 == c.len() {
		return -1
	}
	return v.EndOffset + len(v.AfterExtra)
}

func (c container) trailingComma() bool {
	n := c.len()
	return n > 0 && c.comma(n-1) >= 0
}

// manyMembers is the number of members from which on an object has an index.
const manyMembers = 32

// find returns the index of the item that a token of a pointer names, or -1.
func (c container) find(token string) int {
	n := c.len()
	if c.object == nil {
		if i, ok := operation.Index(token); ok && i < n {
			return i
		}
		return -1
	}
	if n < manyMembers {
		for i := range n {
			if c.src.name(&c.object.Members[i].Name) == token {
				return i
			}
		}
		return -1
	}
	index, ok := c.src.indexes[c.node]
	if !ok {
		index = make(map[string]int, n)
		for i := range n {
			index[c.src.name(&c.object.Members[i].Name)] = i
		}
		if c.src.indexes == nil {
			c.src.indexes = map[*hujson.Value]map[string]int{}
		}
		c.src.indexes[c.node] = index
	}
	if i, ok := index[token]; ok {
		return i
	}
	return -1
}

// headEnd returns the end of the head, which starts after the opening bracket:
// the comments on its line.
func (c container) headEnd() int {
	start := c.node.StartOffset + 1
	if end := newline(c.src.text, start, c.next(-1)); end >= 0 {
		return end
	}
	return start
}

// leadStart returns the start of the piece of an item.
func (c container) leadStart(i int) int {
	if i == 0 {
		return c.headEnd()
	}
	_, end := c.ends(i - 1)
	return end
}

// tailStart returns the start of the tail.
func (c container) tailStart() int { return c.leadStart(c.len()) }

// ends returns the ends of the mid and of the trail of an item.
func (c container) ends(i int) (mid, trail int) {
	text, next, last := c.src.text, c.next(i), i+1 == c.len()
	comma := c.comma(i)
	if comma < 0 {
		value := c.value(i).EndOffset
		if end := newline(text, value, next); end >= 0 {
			return value, end
		}
		end := commentsEnd(text, value, next)
		return end, end
	}
	if end := newline(text, comma+1, next); end >= 0 {
		return comma, end
	}
	if last {
		return comma, commentsEnd(text, comma+1, next)
	}
	return comma, comma + 1
}

// newline returns the offset of the first line end outside of comments, or -1.
func newline(text string, start, end int) int {
	for i := start; i < end; i++ {
		switch text[i] {
		case '\n':
			if i > start && text[i-1] == '\r' {
				i--
			}
			return i
		case '/':
			i += max(commentLength(text[i:]), 1) - 1
		}
	}
	return -1
}

// commentsEnd returns the end of the last comment, or start.
func commentsEnd(text string, start, end int) int {
	return start + len(strings.TrimRight(text[start:end], whitespace))
}

const whitespace = " \t\r\n"

// colon returns the text between the name and the value of a member.
func (c container) colon(i int) string {
	m := &c.object.Members[i]
	return c.src.text[m.Name.EndOffset:m.Value.StartOffset]
}
