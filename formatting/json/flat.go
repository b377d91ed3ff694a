package json

import (
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

// A flat writes values on one line while there is room. Its methods return
// false if there is none, or if a value spans lines in the source. The caller
// then drops their output.
type flat struct {
	*printer
	room int // columns
}

func (f *flat) put(text string) bool {
	if len(text) > f.room*utf8.UTFMax {
		return false
	}
	f.room -= utf8.RuneCountInString(text)
	f.write(text)
	return f.room >= 0
}

// gap writes the comments of a gap, each between two strings.
func (f *flat) gap(g gap, before, after string) bool {
	if !g.oneLine() {
		return false
	}
	for _, c := range g.comments {
		if !f.put(before) || !f.put(string(c.text)) || !f.put(after) {
			return false
		}
	}
	return true
}

func (f *flat) value(v hujson.ValueTrimmed) bool {
	if c, ok := containerOf(v); ok {
		return f.container(c)
	}
	return f.put(string(v.(hujson.Literal)))
}

func (f *flat) container(c container) bool {
	padding := ""
	switch {
	case c.length() == 0:
		if len(between(c.tail).comments) > 0 {
			padding = " "
		}
	case c.object != nil:
		padding = f.object
	default:
		padding = f.array
	}
	if !f.put(c.open) {
		return false
	}
	for i := range c.length() {
		separator := "," + f.afterComma
		if i == 0 {
			separator = padding
		}
		if !f.put(separator) || !f.gap(between(c.before(i)), "", " ") || !f.item(c, i) ||
			!f.gap(between(c.after(i)), " ", "") {
			return false
		}
	}
	if f.keepCommas && c.trailingComma() && !f.put(",") {
		return false
	}
	return f.gap(between(c.tail), " ", "") && f.put(padding) && f.put(c.close)
}

func (f *flat) item(c container, i int) bool {
	if c.object == nil {
		return f.value(c.array.Elements[i].Value)
	}
	m := c.object.Members[i]
	g := c.colon(i)
	after := f.afterColon
	if len(g.comments) > 0 {
		after = " "
	}
	return f.put(string(m.Name.Value.(hujson.Literal))) && f.put(f.beforeColon) && f.put(":") &&
		f.gap(g, " ", "") && f.put(after) && f.value(m.Value.Value)
}
