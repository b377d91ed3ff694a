package json

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// tabWidth is the number of columns of a tab in the line width.
const tabWidth = 2

// A printer formats a tree. Between calls of its methods the last line is not
// ended.
type printer struct {
	style
	width      int
	keepLines  bool
	several    map[any]bool // objects and arrays on several lines, if lines are kept
	keepCommas bool         // trailing ones
	expand     bool         // nothing but empty containers is on one line

	out       []byte
	start     int    // the offset in out at which the text starts, after a byte order mark
	lineStart int    // that at which the last line starts, after its indentation
	margin    int    // the columns of that indentation
	deepest   string // indentation of the deepest level so far, or deeper
}

// write appends text. It does nothing once the limit is exceeded: indentation
// alone can take quadratic space in the depth.
func (p *printer) write(text ...string) {
	for _, t := range text {
		if len(p.out) <= formatting.MaxSize {
			p.out = append(p.out, t...)
		}
	}
}

// line begins a line, after an empty one if blank is set. The first line of a
// file needs no line end before it.
func (p *printer) line(depth int, blank bool) {
	if len(p.out) == p.start || len(p.out) > formatting.MaxSize {
		return
	}
	if blank {
		p.write("\n")
	}
	p.write("\n")
	if len(p.deepest) < depth*len(p.indent) {
		p.deepest = strings.Repeat(p.indent, 2*depth)
	}
	p.write(p.deepest[:depth*len(p.indent)])
	p.lineStart, p.margin = len(p.out), depth*columns([]byte(p.indent))
}

// column returns the number of columns used on the last line.
func (p *printer) column() int { return p.margin + columns(p.out[p.lineStart:]) }

func columns(text []byte) int {
	return utf8.RuneCount(text) + (tabWidth-1)*bytes.Count(text, []byte("\t"))
}

func (p *printer) file(root *hujson.Value) {
	p.start = len(p.out)
	before := between(root.BeforeExtra)
	p.ownLines(before, 0, true)
	p.value(root.Value, 0, 0)
	p.tail(between(root.AfterExtra), 0, false)
	p.write("\n")
}

// value writes a value. After is the number of columns that must be left on its
// line.
func (p *printer) value(v hujson.ValueTrimmed, depth, after int) {
	c, ok := containerOf(v)
	switch {
	case !ok:
		p.write(string(v.(hujson.Literal)))
	case p.keepLines && p.hugs(c):
		p.hug(c, depth)
	case !p.row(c, after):
		p.rows(c, depth)
	}
}

// hug writes an array whose elements are containers that span lines, so that
// its brackets share their lines.
func (p *printer) hug(c container, depth int) {
	p.write(c.open)
	for i := range c.length() {
		if i > 0 {
			p.write(",", p.afterComma)
		}
		p.value(c.array.Elements[i].Value, depth, 1)
	}
	p.write(c.close)
}

// row writes a container on one line, if it may be there.
func (p *printer) row(c container, after int) bool {
	if c.length() == 0 && len(between(c.tail).comments) == 0 {
		p.write(c.open, c.close)
		return true
	}
	if p.expand || p.keepLines && p.several[c.key()] {
		return false
	}
	mark := len(p.out)
	f := flat{printer: p, room: p.width - p.column() - after}
	if !f.container(c) {
		p.out = p.out[:mark]
		return false
	}
	return true
}

// rows writes a container with each item on its own line. depth is the depth of
// the container.
func (p *printer) rows(c container, depth int) {
	p.write(c.open)
	matrix := !p.expand && c.isNumbers()
	var pending hujson.Extra // after the last item, from its comma on
	for i := range c.length() {
		comma := 1
		if i == c.length()-1 && !(c.trailingComma() && p.keepCommas) {
			comma = 0
		}
		g := between(pending, c.before(i))
		if matrix && i > 0 && g.newlines == 0 && p.column()+len(p.afterComma)+len(c.literal(i))+comma <= p.width {
			p.write(p.afterComma)
		} else {
			p.lead(g, depth+1, i == 0)
		}
		p.item(c, i, depth+1, comma)
		stay, rest := beforeComma(c.after(i))
		p.endOfLine(stay)
		pending = rest
		if comma > 0 {
			p.write(",")
		}
	}
	p.tail(between(pending, c.tail), depth+1, c.length() == 0)
	p.line(depth, false)
	p.write(c.close)
}

// item writes a member or an element, without the gaps around it.
func (p *printer) item(c container, i, depth, after int) {
	if c.object == nil {
		p.value(c.array.Elements[i].Value, depth, after)
		return
	}
	m := c.object.Members[i]
	p.write(string(m.Name.Value.(hujson.Literal)), p.beforeColon, ":")
	lineEnds := false
	inner := depth
	for _, comment := range c.colon(i).comments {
		if lineEnds {
			p.line(depth+1, false)
		} else {
			p.write(" ")
		}
		p.write(comment.trimmed())
		if lineEnds = comment.isLine(); lineEnds {
			inner = depth + 1
		}
	}
	switch {
	case lineEnds:
		p.line(depth+1, false)
	case len(c.colon(i).comments) > 0:
		p.write(" ")
	default:
		p.write(p.afterColon)
	}
	p.value(m.Value.Value, inner, after)
}

// lead writes the gap before an item, up to its first column. There is no blank
// line after an opening bracket.
func (p *printer) lead(g gap, depth int, opening bool) {
	head, rest := g.head()
	p.endOfLine(head)
	p.ownLines(rest, depth, opening && len(head) == 0)
}

// ownLines writes the comments before an item that are not at the end of
// another line.
func (p *printer) ownLines(g gap, depth int, opening bool) {
	for i, c := range g.comments {
		p.ownLine(c, depth, i == 0, opening && i == 0)
	}
	if len(g.comments) > 0 && g.newlines == 0 {
		p.write(" ")
		return
	}
	p.line(depth, g.newlines > 1 && !(opening && len(g.comments) == 0))
}

// tail writes the gap before a closing bracket or the end of the file, without
// its last newline.
func (p *printer) tail(g gap, depth int, opening bool) {
	g.newlines = max(g.newlines, 1)
	head, rest := g.head()
	p.endOfLine(head)
	for i, c := range rest.comments {
		p.ownLine(c, depth, i == 0, opening && len(head) == 0 && i == 0)
	}
}

// ownLine writes a comment on its own line, unless it shares the line of the
// comment before it.
func (p *printer) ownLine(c comment, depth int, first, opening bool) {
	if c.newlines == 0 && !first {
		p.write(" ", c.trimmed())
		return
	}
	p.line(depth, c.newlines > 1 && !opening)
	if len(p.out) > formatting.MaxSize {
		return
	}
	p.write(c.indented(p.deepest[:depth*len(p.indent)]))
}

// endOfLine writes comments after the text of the line.
func (p *printer) endOfLine(comments []comment) {
	for _, c := range comments {
		p.write(" ", c.trimmed())
	}
}
