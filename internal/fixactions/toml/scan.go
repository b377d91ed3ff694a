package toml

import (
	"encoding/json"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/flow"
)

// The scanners of this file read text that is valid TOML.

// An inlineValue is an array, an inline table, or a scalar, with its place in a
// text.
type inlineValue struct {
	start, end int
	kind       byte // '[', '{', or 0
	items      []inlineItem
}

// An inlineItem is an element of an array or a key-value of an inline table.
type inlineItem struct {
	start int    // of the key, or of the value
	parts []part // of the key
	value inlineValue
	comma int // its offset; -1 for none
}

func (c *inlineValue) close() int { return c.end - 1 }

func (c *inlineValue) trailingComma() bool {
	n := len(c.items)
	return n > 0 && c.items[n-1].comma >= 0
}

// scanInline returns the value at an offset.
func scanInline(text string, at int) inlineValue {
	c := inlineValue{start: at}
	switch text[at] {
	case '[', '{':
		c.kind = text[at]
	case '"', '\'':
		c.end = at + stringLength(text[at:])
		return c
	default:
		for c.end = at; c.end < len(text) && strings.IndexByte(",]}#\r\n", text[c.end]) < 0; c.end++ {
		}
		c.end = at + len(strings.TrimRight(text[at:c.end], " \t"))
		return c
	}
	for at = skip(text, at+1); text[at] != ']' && text[at] != '}'; at = skip(text, at) {
		item := inlineItem{start: at, comma: -1}
		if c.kind == '{' {
			item.parts, at = scanKey(text, at)
			at = valueStart(text, at)
		}
		item.value = scanInline(text, at)
		at = skip(text, item.value.end)
		if text[at] == ',' {
			item.comma = at
			at++
		}
		c.items = append(c.items, item)
	}
	c.end = at + 1
	return c
}

// skip returns the offset after whitespace and comments.
func skip(text string, at int) int {
	for {
		switch text[at] {
		case ' ', '\t', '\r', '\n':
			at++
		case '#':
			at += strings.IndexByte(text[at:], '\n')
		default:
			return at
		}
	}
}

// scanKey returns the parts of a key, and its end.
func scanKey(text string, at int) (parts []part, end int) {
	for {
		p := part{start: at}
		switch text[at] {
		case '"', '\'':
			p.end = at + stringLength(text[at:])
			p.name = unquote(text[at:p.end])
		default:
			for p.end = at; isBare(text[p.end]); p.end++ {
			}
			p.name = text[at:p.end]
		}
		parts = append(parts, p)
		at = p.end
		for text[at] == ' ' || text[at] == '\t' {
			at++
		}
		if text[at] != '.' {
			return parts, p.end
		}
		for at++; text[at] == ' ' || text[at] == '\t'; at++ {
		}
	}
}

func isBare(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

// unquote returns the name that a quoted part of a key is.
func unquote(text string) string {
	var p unstable.Parser
	p.Reset([]byte(text + "=0"))
	if !p.NextExpression() {
		return text
	}
	keys := p.Expression().Key()
	keys.Next()
	return string(keys.Node().Data)
}

// scanLine returns the key of a line, and the range of its value.
func scanLine(line string, header bool) (parts []part, value [2]int) {
	at := len(flow.Indentation(line))
	if header {
		at += len(line[at:]) - len(strings.TrimLeft(line[at:], "[ \t"))
		parts, _ = scanKey(line, at)
		return parts, value
	}
	parts, at = scanKey(line, at)
	value[0] = valueStart(line, at)
	c := scanInline(line, value[0])
	value[1] = c.end
	return parts, value
}

// stringLength returns the length of the string at the start of text, quotes
// included.
func stringLength(text string) int {
	quote := text[:1]
	long := strings.Repeat(quote, 3)
	if !strings.HasPrefix(text, long) {
		for i := 1; i < len(text); i++ {
			switch {
			case text[i] == '\\' && quote == `"`:
				i++
			case text[i] == quote[0]:
				return i + 1
			}
		}
		return len(text)
	}
	for i := 3; i < len(text); i++ {
		if text[i] == '\\' && quote == `"` {
			i++
			continue
		}
		if strings.HasPrefix(text[i:], long) {
			// One or two quotes may precede the quotes that end the string.
			for i += 3; i < len(text) && text[i] == quote[0]; i++ {
			}
			return i
		}
	}
	return len(text)
}

// decodeText returns the value that a text is.
func decodeText(text string) any {
	b := builder{text: "x=" + text + "\n"}
	if b.build() != nil {
		return nil
	}
	return b.root.value["x"]
}

// A value is the value of an operation. Objects keep the order of their keys.
type value struct {
	scalar any // nil for containers
	array  []value
	object []member
	kind   byte // '[', '{', or 0
}

type member struct {
	key   string
	value value
}

// ordered reads a value of JSON that is known to be well-formed.
func ordered(raw json.RawMessage) value {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	return orderedNext(d)
}

func orderedNext(d *json.Decoder) value {
	token, _ := d.Token()
	delim, ok := token.(json.Delim)
	if !ok {
		return value{scalar: token}
	}
	v := value{kind: byte(delim)}
	for d.More() {
		if delim == '[' {
			v.array = append(v.array, orderedNext(d))
			continue
		}
		key, _ := d.Token()
		name, _ := key.(string)
		v.object = append(v.object, member{name, orderedNext(d)})
	}
	_, _ = d.Token()
	return v
}

// decoded returns the value in the model of package operation.
func (v value) decoded() any {
	switch v.kind {
	case '[':
		array := make([]any, len(v.array))
		for i := range v.array {
			array[i] = v.array[i].decoded()
		}
		return array
	case '{':
		object := make(map[string]any, len(v.object))
		for _, m := range v.object {
			object[m.key] = m.value.decoded()
		}
		return object
	}
	return v.scalar
}

func (v value) get(key string) (value, bool) {
	for _, m := range v.object {
		if m.key == key {
			return m.value, true
		}
	}
	return value{}, false
}
