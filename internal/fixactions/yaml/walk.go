package yaml

import (
	"strings"
	"unicode/utf8"

	upstream "go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A walker finds the places of the nodes of a parsed text. The parser finds the
// nodes, and the walker their places.
type walker struct {
	text string
	pos  int
	bad  bool                     // the text contradicts the parser
	by   map[*upstream.Node]*node // nodes with an anchor, and aliases
}

// walk returns the trees of all documents.
func walk(text string, documents []*upstream.Node) ([]*node, error) {
	w := &walker{text: text, by: map[*upstream.Node]*node{}}
	roots := make([]*node, len(documents))
	for i, document := range documents {
		w.documentStart()
		roots[i] = w.root(document)
	}
	if w.bad {
		return nil, fail(operation.CodeUnsupportedPlace, "", "the text is written in a way that cannot be edited safely, at byte %d", w.pos)
	}
	for from := range w.by {
		if from.Kind != upstream.AliasNode {
			continue
		}
		if target := w.by[from.Alias]; target != nil {
			target.aliased = true
		}
	}
	return roots, nil
}

// root returns the tree of a document.
func (w *walker) root(document *upstream.Node) *node {
	if document == nil { // of an empty text
		return &node{props: len(w.text), propsEnd: len(w.text), start: len(w.text), end: len(w.text), indent: -1}
	}
	return w.node(document, -1, false)
}

// documentStart skips the text before a document: the end of the one before,
// comments, directives and its marker.
func (w *walker) documentStart() {
	for {
		before := w.pos
		w.skip()
		switch rest := w.text[w.pos:]; {
		case strings.HasPrefix(rest, "%") && w.column() == 0, w.marker("..."):
			w.pos = w.lineEnd(w.pos)
		case w.marker("---"):
			w.pos += 3
			return
		default:
			w.pos = max(w.pos, before)
			return
		}
	}
}

// marker reports whether a document marker is at the position.
func (w *walker) marker(mark string) bool {
	rest, ok := strings.CutPrefix(w.text[w.pos:], mark)
	return ok && w.column() == 0 && (rest == "" || strings.IndexByte(" \t\r\n", rest[0]) >= 0)
}

// column returns the column of the position, from 0, in characters.
func (w *walker) column() int { return columnAt(w.text, w.pos) }

func columnAt(text string, at int) int {
	return utf8.RuneCountInString(text[lineStart(text, at):at])
}

func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

// lineEnd returns the offset of the end of the line, before its line ending.
func (w *walker) lineEnd(at int) int { return lineEnd(w.text, at) }

func lineEnd(text string, at int) int {
	end := strings.IndexByte(text[at:], '\n')
	switch {
	case end < 0:
		return len(text)
	case end > 0 && text[at+end-1] == '\r':
		return at + end - 1
	}
	return at + end
}

// nextLine returns the offset of the start of the next line.
func nextLine(text string, at int) int {
	end := strings.IndexByte(text[at:], '\n')
	if end < 0 {
		return len(text)
	}
	return at + end + 1
}

// skip skips whitespace, line ends and comments.
func (w *walker) skip() {
	for w.pos < len(w.text) {
		switch c := w.text[w.pos]; {
		case c == ' ', c == '\t', c == '\r', c == '\n':
			w.pos++
		case c == '#' && (w.pos == 0 || isSpace(w.text[w.pos-1])):
			w.pos = w.lineEnd(w.pos)
		default:
			return
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// peek returns the byte at the position, or 0 at the end.
func (w *walker) peek() byte {
	if w.pos < len(w.text) {
		return w.text[w.pos]
	}
	return 0
}

// take skips a byte, which must be there.
func (w *walker) take(c byte) {
	if w.peek() != c {
		w.bad = true
		return
	}
	w.pos++
}

// isAbsent reports whether the parser made up a node: nothing is in the text.
func isAbsent(from *upstream.Node) bool {
	return bareNull(from) && from.Anchor == "" && from.Style&upstream.TaggedStyle == 0
}

func bareNull(from *upstream.Node) bool {
	return from.Kind == upstream.ScalarNode && from.Value == "" &&
		from.Style&(upstream.DoubleQuotedStyle|upstream.SingleQuotedStyle|upstream.LiteralStyle|upstream.FoldedStyle) == 0
}

// node returns the next node. indent is the indentation of the block collection
// around it.
func (w *walker) node(from *upstream.Node, indent int, inFlow bool) *node {
	n := &node{from: from, inFlow: inFlow, props: w.pos, propsEnd: w.pos, start: w.pos, end: w.pos}
	if from.Anchor != "" || from.Kind == upstream.AliasNode {
		w.by[from] = n
	}
	if w.bad || isAbsent(from) {
		return n
	}
	w.skip()
	n.props, n.propsEnd = w.pos, w.pos
	w.properties(n)
	if bareNull(from) {
		w.pos = n.propsEnd
		n.start, n.end = w.pos, w.pos
		return n
	}
	w.skip()
	n.start, n.end = w.pos, w.pos
	switch from.Kind {
	case upstream.AliasNode:
		n.kind = alias
		w.take('*')
		w.pos += len(from.Value)
	case upstream.MappingNode:
		n.kind = mapping
		w.mapping(n, indent)
	case upstream.SequenceNode:
		n.kind = sequence
		w.sequence(n, indent)
	default:
		n.kind = scalar
		w.scalar(n, indent)
	}
	if w.pos > len(w.text) {
		w.pos, w.bad = len(w.text), true
	}
	if n.end == n.start {
		n.end = w.pos
	}
	return n
}

// properties skips an anchor and a tag.
func (w *walker) properties(n *node) {
	for w.peek() == '&' || w.peek() == '!' {
		start, isTag := w.pos, w.peek() == '!'
		for w.pos < len(w.text) && !isSpace(w.text[w.pos]) && !(n.inFlow && strings.IndexByte(",[]{}", w.text[w.pos]) >= 0) {
			w.pos++
		}
		if isTag {
			n.tag = [2]int{start, w.pos}
		}
		n.propsEnd = w.pos
		w.skip()
	}
}

func (w *walker) sequence(n *node, indent int) {
	if w.peek() == '[' {
		n.flow = true
		w.pos++
		for _, item := range n.from.Content {
			w.skip()
			start := w.pos
			w.add(n, entry{start: start, colon: -1, value: w.flowItem(item)})
			w.comma()
		}
		w.skip()
		w.take(']')
		n.end = w.pos
		return
	}
	n.indent = w.column()
	for _, item := range n.from.Content {
		w.skip()
		start := w.pos
		w.take('-')
		w.add(n, entry{start: start, colon: -1, value: w.node(item, n.indent, false)})
		n.end = n.entries[len(n.entries)-1].end
	}
}

// flowItem returns the next item of a sequence in brackets.
func (w *walker) flowItem(item *upstream.Node) *node {
	if item.Kind != upstream.MappingNode || item.Anchor != "" || item.Style&upstream.TaggedStyle != 0 || w.peek() == '{' {
		return w.node(item, -1, true)
	}
	n := &node{from: item, kind: mapping, inFlow: true, flow: true, bare: true, props: w.pos, propsEnd: w.pos, start: w.pos}
	if len(item.Content) != 2 {
		w.bad = true
		return n
	}
	w.flowMember(n, item.Content[0], item.Content[1])
	n.end = w.pos
	return n
}

func (w *walker) comma() {
	if w.skip(); w.peek() == ',' {
		w.pos++
	}
}

func (w *walker) mapping(n *node, indent int) {
	if w.peek() == '{' {
		n.flow = true
		w.pos++
		for i := 0; i+1 < len(n.from.Content); i += 2 {
			w.skip()
			w.flowMember(n, n.from.Content[i], n.from.Content[i+1])
			w.comma()
		}
		w.skip()
		w.take('}')
		n.end = w.pos
		return
	}
	n.indent = w.column()
	for i := 0; i+1 < len(n.from.Content); i += 2 {
		w.skip()
		w.member(n, n.from.Content[i], n.from.Content[i+1])
		n.end = n.entries[len(n.entries)-1].end
	}
}

// flowMember adds the next member of a mapping within brackets.
func (w *walker) flowMember(n *node, key, value *upstream.Node) {
	e := entry{start: w.pos, colon: -1}
	if w.peek() == '?' && w.pos+1 < len(w.text) && isSpace(w.text[w.pos+1]) {
		w.pos++
	}
	e.key = w.node(key, -1, true)
	end := w.pos
	if w.skip(); w.peek() == ':' {
		e.colon = w.pos
		w.pos++
	} else {
		w.pos = end
	}
	e.value = w.node(value, -1, true)
	w.add(n, e)
}

// member adds the next member of a mapping in lines.
func (w *walker) member(n *node, key, value *upstream.Node) {
	e := entry{start: w.pos, colon: -1}
	if w.peek() != '?' || w.pos+1 < len(w.text) && !isSpace(w.text[w.pos+1]) {
		e.key = w.node(key, n.indent, false)
		for w.peek() == ' ' || w.peek() == '\t' {
			w.pos++
		}
		e.colon = w.pos
		w.take(':')
		e.value = w.node(value, n.indent, false)
		w.add(n, e)
		return
	}
	w.pos++
	e.key = w.node(key, n.indent, false)
	end := w.pos
	if w.skip(); w.peek() == ':' && w.column() == n.indent {
		e.colon = w.pos
		w.pos++
	} else {
		w.pos = end
	}
	e.value = w.node(value, n.indent, false)
	w.add(n, e)
}

func (w *walker) add(n *node, e entry) {
	switch {
	case e.colon >= 0:
		e.head = e.colon + 1
	case e.key != nil:
		e.head = e.key.end
	case n.flow:
		e.head = e.start
	default:
		e.head = e.start + 1
	}
	e.end = max(e.value.end, e.value.propsEnd, e.head)
	for _, child := range []*node{e.key, e.value} {
		if child != nil {
			child.parent, child.index = n, len(n.entries)
		}
	}
	n.entries = append(n.entries, e)
}

func (w *walker) scalar(n *node, indent int) {
	switch w.peek() {
	case '"':
		for w.pos++; w.pos < len(w.text) && w.text[w.pos] != '"'; w.pos++ {
			if w.text[w.pos] == '\\' {
				w.pos++
			}
		}
		w.pos++
	case '\'':
		for w.pos++; w.pos < len(w.text); w.pos++ {
			if w.text[w.pos] != '\'' {
				continue
			}
			if w.pos+1 >= len(w.text) || w.text[w.pos+1] != '\'' {
				break
			}
			w.pos++
		}
		w.pos++
	case '|', '>':
		n.kind = literal
		w.literal(n, indent)
	default:
		w.plain(n.from.Value)
	}
}

// plain skips a plain scalar, which has a value: runs of whitespace with line
// ends are folded in it.
func (w *walker) plain(value string) {
	for value != "" && w.pos < len(w.text) {
		c := w.text[w.pos]
		if !isSpace(c) {
			if c != value[0] {
				break
			}
			w.pos++
			value = value[1:]
			continue
		}
		start := w.pos
		for w.pos < len(w.text) && isSpace(w.text[w.pos]) {
			w.pos++
		}
		run := w.text[start:w.pos]
		switch breaks := strings.Count(run, "\n"); breaks {
		case 0:
		case 1:
			run = " "
		default:
			run = strings.Repeat("\n", breaks-1)
		}
		rest, ok := strings.CutPrefix(value, run)
		if !ok {
			break
		}
		value = rest
	}
	w.bad = w.bad || value != ""
}

// literal skips a block scalar: its header, and the lines that are empty or
// indented enough.
func (w *walker) literal(n *node, indent int) {
	w.pos++
	content, keep := -1, false
	for ; strings.IndexByte("+-0123456789", w.peek()) >= 0 && w.peek() != 0; w.pos++ {
		switch c := w.peek(); {
		case c == '+':
			keep = true
		case c >= '0' && c <= '9':
			content = max(indent, 0) + int(c-'0')
		}
	}
	n.margin = w.lineEnd(w.pos)
	n.end = n.margin
	w.pos = nextLine(w.text, n.margin)
	if n.margin == len(w.text) {
		w.pos = n.margin
		return
	}
	for w.pos < len(w.text) {
		end := w.lineEnd(w.pos)
		line := w.text[w.pos:end]
		width := len(line) - len(strings.TrimLeft(line, " "))
		blank := width == len(line)
		if !blank && content < 0 {
			if width <= indent {
				break
			}
			content = width
		}
		n.column = max(content, 0)
		if !blank && (width < content || content == 0 && (w.marker("---") || w.marker("..."))) {
			break
		}
		if !blank || keep || content >= 0 && width > content {
			n.end = end
		}
		w.pos = nextLine(w.text, end)
	}
}
