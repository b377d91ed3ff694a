package json

import (
	"bytes"

	"github.com/tailscale/hujson"
)

// spansLines reports whether a value spans lines, and records which objects and
// arrays in it do. Asking for each of them separately would take quadratic time
// in the depth.
func (p *printer) spansLines(v hujson.ValueTrimmed) bool {
	c, ok := containerOf(v)
	if !ok {
		return false
	}
	several := hasNewline(c.tail)
	for i := range c.length() {
		if hasNewline(c.before(i)) || hasNewline(c.after(i)) {
			several = true
		}
		if c.object != nil {
			m := c.object.Members[i]
			several = p.spansLines(m.Value.Value) || several || hasNewline(m.Name.AfterExtra) || hasNewline(m.Value.BeforeExtra)
		} else {
			several = p.spansLines(c.array.Elements[i].Value) || several
		}
	}
	if several {
		p.several[c.key()] = true
	}
	return several
}

func hasNewline(extra hujson.Extra) bool { return bytes.IndexByte(extra, '\n') >= 0 }

// key identifies a container.
func (c container) key() any {
	if c.object != nil {
		return c.object
	}
	return c.array
}

// hugs reports whether an array spans lines only because its elements do, all
// of which are containers that span lines.
func (p *printer) hugs(c container) bool {
	if c.object != nil || c.length() == 0 || c.trailingComma() {
		return false
	}
	for i, e := range c.array.Elements {
		inner, ok := containerOf(e.Value)
		if !ok || !p.several[inner.key()] || !onlySpaces(c.before(i)) || !onlySpaces(c.after(i)) {
			return false
		}
	}
	return onlySpaces(c.tail)
}

// onlySpaces reports whether there are no comments and no line ends.
func onlySpaces(extra hujson.Extra) bool { return len(bytes.Trim(extra, " \t")) == 0 }
