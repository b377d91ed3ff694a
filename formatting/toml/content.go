package toml

import (
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// A content is a file without whitespace, commas and the places of comments.
type content struct {
	Tokens   string   // keys and values as they are spelled, in order
	Comments []string // in order, without the whitespace at their ends
}

// contentOf reads a text with the parser alone, so that it checks how the
// printer reads the source.
func contentOf(text []byte) (content, error) {
	var tokens strings.Builder
	var c content
	w := walker{
		enter: func(n *unstable.Node, raw []byte, _ int) {
			if n.Kind == unstable.Comment {
				c.Comments = append(c.Comments, strings.TrimRight(string(raw), " \t"))
				return
			}
			tokens.WriteString(n.Kind.String())
			tokens.WriteByte(' ')
			tokens.Write(raw)
			tokens.WriteByte('\n')
		},
		leave: func() { tokens.WriteString("end\n") },
	}
	err := w.walk(text)
	c.Tokens = tokens.String()
	return c, err
}

// nesting returns the depth of values and tables, counting brackets and dots.
func nesting(text []byte) (deepest int, err error) {
	header := 0
	w := walker{
		enter: func(n *unstable.Node, _ []byte, depth int) {
			if n.Kind == unstable.Table || n.Kind == unstable.ArrayTable {
				header = 0
				for keys := n.Key(); keys.Next(); {
					header++
				}
			}
			deepest = max(deepest, header+depth)
		},
		leave: func() {},
	}
	err = w.walk(text)
	return deepest, err
}

// A walker visits all nodes of a text.
type walker struct {
	parser unstable.Parser
	enter  func(n *unstable.Node, raw []byte, depth int) // raw is empty for what has parts
	leave  func()                                        // after the parts of what has them
}

func (w *walker) walk(text []byte) error {
	w.parser.KeepComments = true
	w.parser.Reset(text)
	for w.parser.NextExpression() {
		e := w.parser.Expression()
		w.node(e, 0)
		if comment := e.Next(); comment != nil {
			w.node(comment, 0)
		}
	}
	return w.parser.Error()
}

func (w *walker) node(n *unstable.Node, depth int) {
	switch n.Kind {
	case unstable.KeyValue, unstable.Table, unstable.ArrayTable:
		w.enter(n, nil, depth)
		for keys := n.Key(); keys.Next(); {
			depth++
			w.node(keys.Node(), depth)
		}
		if n.Kind == unstable.KeyValue {
			w.node(n.Value(), depth+1)
		}
		w.leave()
	case unstable.Array, unstable.InlineTable:
		w.enter(n, nil, depth)
		for items := n.Children(); items.Next(); {
			w.node(items.Node(), depth+1)
		}
		w.leave()
	default:
		w.enter(n, w.parser.Raw(n.Raw), depth)
		for comments := n.Children(); comments.Next(); { // those after the first of several
			w.node(comments.Node(), depth)
		}
	}
}
