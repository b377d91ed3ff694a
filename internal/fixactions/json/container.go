package json

import (
	"strings"

	"github.com/tailscale/hujson"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/flow"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A container is an object or an array of a source, without operations. Its
// items are its members or elements.
type container struct {
	src    *source
	node   *hujson.Value
	object *hujson.Object // nil for an array
	array  *hujson.Array  // nil for an object
}

// Len returns the number of items.
func (c container) Len() int {
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

// Place returns the place of an item.
func (c container) Place(i int) flow.Place {
	v := c.value(i)
	p := flow.Place{Start: v.StartOffset, End: v.EndOffset, Comma: -1}
	if c.object != nil {
		p.Start = c.object.Members[i].Name.StartOffset
	}
	if v.AfterExtra != nil || i+1 < c.Len() {
		p.Comma = v.EndOffset + len(v.AfterExtra)
	}
	return p
}

// margin returns the start of the line of the opening bracket.
func (c container) margin() string { return c.src.marginAt(c.node.StartOffset) }

// text returns the places of the pieces of the items.
func (c container) text() flow.Text {
	return flow.Text{Syntax: syntax, Text: c.src.text, Start: c.node.StartOffset + 1, End: c.node.EndOffset - 1, Items: c}
}

// lead returns the lead of an item.
func (c container) lead(i int) flow.Lead { return syntax.Split(c.text().Piece(i).Lead) }

func (c container) trailingComma() bool {
	n := c.Len()
	return n > 0 && c.Place(n-1).Comma >= 0
}

// manyMembers is the number of members from which on an object has an index.
const manyMembers = 32

// find returns the index of the item that a token of a pointer names, or -1.
func (c container) find(token string) int {
	n := c.Len()
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

// colon returns the text between the name and the value of a member.
func (c container) colon(i int) string {
	m := &c.object.Members[i]
	return c.src.text[m.Name.EndOffset:m.Value.StartOffset]
}

// syntax is the syntax of comments.
var syntax = &flow.Syntax{Line: "//", Block: true, Belongs: belongs}

// belongs reports whether a line has a comment that belongs to the item after
// it. A comment that looks like an item itself does not.
func belongs(line string) bool {
	text := strings.TrimSpace(line)
	for _, start := range []string{"//", "/*"} {
		if rest, ok := strings.CutPrefix(text, start); ok {
			rest = strings.TrimSpace(rest)
			return rest == "" || strings.IndexByte(`"{}[]`, rest[0]) < 0
		}
	}
	return text != ""
}

const whitespace = " \t\r\n"
