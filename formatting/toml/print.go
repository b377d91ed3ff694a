package toml

import (
	"bytes"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A printer formats a text that is valid TOML. It follows the nodes of the
// parser, which have the places of keys and plain values, and reads the source
// between them.
type printer struct {
	style
	src      []byte
	parser   unstable.Parser
	brackets []bracket // of the current value, those not yet met

	at       int // the offset in src up to which all is written
	out      []byte
	deepest  string      // indentation of the deepest level so far, or deeper
	margin   string      // the margin of the line of the key
	keys     map[int]int // by offsets of keys, the columns that they take up to the space before the =
	comments []endComment
	block    int // counts the places over which comments are not aligned
}

// document writes the whole text.
func (p *printer) document() {
	p.parser.KeepComments = true
	p.parser.Reset(p.src)
	if p.keep {
		p.keys = alignedKeys(p.src)
	}
	for p.parser.NextExpression() {
		e := p.parser.Expression()
		newlines := p.skip()
		if p.keep {
			line := p.src[bytes.LastIndexByte(p.src[:p.at], '\n')+1 : p.at]
			p.margin = string(line)
		}
		if len(p.out) > 0 {
			p.line(0, newlines-1)
		} else {
			p.write(p.margin)
		}
		switch e.Kind {
		case unstable.Comment:
			p.comment(e)
		case unstable.KeyValue:
			p.brackets = brackets(p.src, int(e.Raw.Offset), int(e.Raw.Offset+e.Raw.Length))
			p.keyValue(e, 0)
		default:
			p.header(e)
		}
		if comment := e.Next(); comment != nil {
			p.skip()
			p.endOfLine(comment)
		}
	}
	if len(p.out) > 0 {
		p.write("\n")
	}
}

// write appends text. It does nothing once the limit is exceeded: indentation
// alone can take quadratic space in the depth.
func (p *printer) write(text string) {
	if len(p.out) <= formatting.MaxSize {
		p.out = append(p.out, text...)
	}
}

// maxEmpty bounds consecutive empty lines.
const maxEmpty = 2

// line begins a line, after the empty lines that stay.
func (p *printer) line(depth, empty int) {
	if len(p.out) > formatting.MaxSize {
		return
	}
	for range min(empty, maxEmpty) {
		p.block++
		p.write("\n")
	}
	p.write("\n")
	p.write(p.margin)
	if len(p.deepest) < depth*len(p.indent) {
		p.deepest = strings.Repeat(p.indent, 2*depth)
	}
	p.write(p.deepest[:depth*len(p.indent)])
}

// skip skips whitespace, line ends and commas, and returns the number of line
// ends.
func (p *printer) skip() (newlines int) {
	for ; p.at < len(p.src) && bytes.IndexByte([]byte(" \t\r\n,"), p.src[p.at]) >= 0; p.at++ {
		if p.src[p.at] == '\n' {
			newlines++
		}
	}
	return newlines
}

// plain writes a key, or a value without parts, unchanged.
func (p *printer) plain(n *unstable.Node) {
	p.write(string(p.parser.Raw(n.Raw)))
	p.at = int(n.Raw.Offset + n.Raw.Length)
}

func (p *printer) comment(n *unstable.Node) {
	p.write(string(bytes.TrimRight(p.parser.Raw(n.Raw), " \t\r")))
	p.at = int(n.Raw.Offset + n.Raw.Length)
}

func (p *printer) key(keys unstable.Iterator) {
	for first := true; keys.Next(); first = false {
		if !first {
			p.write(".")
		}
		p.plain(keys.Node())
	}
}

func (p *printer) header(n *unstable.Node) {
	p.block++
	open, end := "[", "]"
	if n.Kind == unstable.ArrayTable {
		open, end = "[[", "]]"
	}
	p.write(open)
	p.key(n.Key())
	p.write(end)
	p.at += bytes.IndexByte(p.src[p.at:], ']') + len(end)
}

func (p *printer) keyValue(n *unstable.Node, depth int) {
	start := len(p.out)
	p.skip()
	at := p.at
	p.key(n.Key())
	if width, ok := p.keys[at]; ok {
		p.write(strings.Repeat(" ", max(0, width-columns(p.out[start:]))))
	}
	p.at += bytes.IndexByte(p.src[p.at:], '=') + 1
	p.skip()
	p.write(" = ")
	p.value(n.Value(), depth)
}

func (p *printer) value(n *unstable.Node, depth int) {
	switch n.Kind {
	case unstable.Array:
		p.container(n, depth, "[", "]", p.array)
	case unstable.InlineTable:
		p.container(n, depth, "{", "}", p.table)
	case unstable.KeyValue: // of an inline table
		p.keyValue(n, depth)
	default:
		p.plain(n)
	}
}

// container writes an array or inline table. Padding is written inside its
// brackets if it is on one line.
func (p *printer) container(n *unstable.Node, depth int, open, end, padding string) {
	b := p.brackets[0]
	p.brackets = p.brackets[1:]
	p.at = b.open + 1
	p.write(open)
	switch items := n.Children(); {
	case n.Child() == nil:
	case b.lines:
		p.rows(n, depth, p.keep && !b.comma)
	default:
		for first := true; items.Next(); first = false {
			if first {
				p.write(padding)
			} else {
				p.write(", ")
			}
			p.value(items.Node(), depth)
		}
		p.write(padding)
	}
	p.write(end)
	p.at = b.close + 1
}

// rows writes the contents of brackets on several lines. The last element may
// lack a comma.
func (p *printer) rows(n *unstable.Node, depth int, bare bool) {
	values := 0 // that are yet to come
	for items := n.Children(); items.Next(); {
		if items.Node().Kind != unstable.Comment {
			values++
		}
	}
	entered, atStart, afterValue := false, true, false
	row := func(newlines int) {
		if !entered {
			p.block++
			entered = true
		}
		empty := newlines - 1
		if atStart {
			empty = 0
		}
		p.line(depth+1, empty)
	}
	comment := func(n *unstable.Node) {
		if newlines := p.skip(); newlines == 0 {
			p.endOfLine(n)
		} else {
			row(newlines)
			p.comment(n)
		}
		atStart, afterValue = false, false
	}
	for items := n.Children(); items.Next(); {
		n := items.Node()
		if n.Kind == unstable.Comment {
			comment(n)
			for more := n.Children(); more.Next(); {
				comment(more.Node())
			}
			continue
		}
		if newlines := p.skip(); newlines == 0 && afterValue {
			p.write(" ")
		} else {
			row(newlines)
		}
		p.value(n, depth+1)
		if values--; values > 0 || !bare {
			p.write(",")
		}
		atStart, afterValue = false, true
	}
	p.block++
	p.line(depth, 0)
}
