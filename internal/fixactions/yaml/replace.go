package yaml

import (
	"strings"
	"unicode/utf8"

	upstream "go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A patch replaces a range of a text.
type patch struct {
	start, end int
	text       string
	depth      int // of the node that it belongs to
}

// A layout is a new value: its first line, which takes the place of the old
// one, and the lines after that, with their indentation.
type layout struct {
	first string // empty for a collection that begins on the next line
	rest  []string
}

// replacement returns the patches that replace a value.
func (p *parsed) replacement(n *node, v *value) ([]patch, *operation.Error) {
	s := p.style
	if n.from == nil {
		return []patch{{start: n.start, end: n.end, text: strings.Join(p.document(v, s), s.newline) + s.newline}}, nil
	}
	head := n.head()
	var e *entry
	if n.parent != nil {
		e = &n.parent.entries[n.index]
	}
	if e != nil && e.key != nil && e.colon < 0 {
		if !n.inFlow {
			return nil, fail(operation.CodeUnsupportedPlace, "", "the key has no value and no colon")
		}
		return []patch{{start: e.key.end, end: e.key.end, text: ": " + s.flowText(v)}}, nil
	}
	column := -1
	if n.parent != nil {
		column = n.parent.indent
	}
	s = p.styleAt(nextLine(p.text, max(n.end, head)), column)
	above, between := p.standalone(n, v)
	new := p.layout(n, v, s)
	if above != "" && new.first != "" && !v.empty() { // not on the line above the comments
		new = layout{rest: indented(s.lines(v), p.inner(n, s))}
	}
	patches := p.untag(n, v)
	rest := ""
	for _, line := range new.rest {
		rest += s.newline + line
	}
	switch {
	case n.kind == absent || n.from.Kind == upstream.ScalarNode && n.start == n.end:
		if new.first != "" {
			patches = append(patches, patch{start: head, end: head, text: " " + new.first})
		}
		if rest != "" {
			end := lineEnd(p.text, head)
			patches = append(patches, patch{start: end, end: end, text: rest})
		}
		return patches, nil
	case n.kind == literal:
		indicator := n.start + len(p.text[n.start:n.margin]) - len(strings.TrimLeft(p.text[n.start:n.margin], "|>+-0123456789"))
		return append(patches, first(p.text, head, n.start, indicator, new.first), patch{start: n.margin, end: n.end, text: rest}), nil
	case n.collection() && !n.flow && lineEnd(p.text, head) < n.start: // on the lines after its head
		if n.parent == nil {
			return append(patches, patch{start: n.start, end: p.linesEnd(n), text: new.first + rest + between}), nil
		}
		if new.first != "" {
			patches = append(patches, patch{start: head, end: head, text: " " + new.first})
		}
		start := lineEnd(p.text, head) + len(above)
		return append(patches, patch{start: start, end: p.linesEnd(n), text: rest + between}), nil
	case n.collection() && !n.flow:
		return append(patches, patch{start: n.start, end: p.linesEnd(n), text: new.first + rest + between}), nil
	}
	if n.flow && len(n.entries) == 0 {
		patches = append(patches, p.moveComments(n, &new)...)
	}
	patches = append(patches, first(p.text, head, n.start, n.end, new.first))
	if rest != "" {
		end := lineEnd(p.text, n.end)
		patches = append(patches, patch{start: end, end: end, text: rest})
	}
	return patches, nil
}

// standalone returns the comments of a collection in lines that belong to no
// entry, if one of the same kind takes its place: the comments above the first
// entry, and the comments between others, each after its line end.
func (p *parsed) standalone(n *node, v *value) (above, between string) {
	if !n.collection() || n.flow || n.kind != v.kind {
		return "", ""
	}
	if start := lineEnd(p.text, n.head()); start < n.start && n.parent != nil {
		above = p.text[start:max(start, p.chunkStart(n, 0))]
	}
	if above = strings.TrimRight(above, whitespace); !strings.Contains(above, "#") {
		above = ""
	}
	for i := 1; i < len(n.entries); i++ {
		start, end := p.chunkEnd(n, i-1), p.chunkStart(n, i)
		if start < end && strings.Contains(p.text[start:end], "#") {
			between += p.style.newline + strings.TrimRight(p.text[start:end], whitespace)
		}
	}
	return above, between
}

// moveComments moves the comments in an empty collection in brackets above its
// line, and within other brackets before the new value, where no other change
// meets them.
func (p *parsed) moveComments(n *node, new *layout) []patch {
	start := lineStart(p.text, n.start)
	margin := strings.Repeat(" ", len(p.text[start:])-len(strings.TrimLeft(p.text[start:], " ")))
	above := ""
	for line := range strings.Lines(p.text[n.start:n.end]) {
		if _, comment, ok := strings.Cut(line, "#"); ok {
			above += "#" + strings.TrimRight(comment, whitespace) + p.style.newline + margin
		}
	}
	switch {
	case above == "":
		return nil
	case !n.inFlow:
		return []patch{{start: start, end: start, text: margin + strings.TrimSuffix(above, margin)}}
	}
	if start+len(margin) < n.start { // in the line of something else
		step := strings.Repeat(" ", p.style.step)
		above = strings.ReplaceAll(above, p.style.newline, p.style.newline+step)
		if !isSpace(p.text[n.start-1]) {
			above = " " + above
		}
	}
	new.first = above + new.first
	return nil
}

// linesEnd returns the end of the last line of a collection in lines, before
// its line end.
func (p *parsed) linesEnd(n *node) int {
	end := p.chunkEnd(n, len(n.entries)-1)
	return len(strings.TrimSuffix(strings.TrimSuffix(p.text[:end], "\n"), "\r"))
}

// first replaces the first line of a value, and with nothing the whitespace
// before it as well.
func first(text string, head, start, end int, with string) patch {
	if with == "" {
		start -= len(text[head:start]) - len(strings.TrimRight(text[head:start], " \t\r\n"))
	}
	return patch{start: start, end: end, text: with}
}

// head returns the end of the text before a value: a colon, a dash, an anchor
// or a tag.
func (n *node) head() int {
	switch {
	case n.propsEnd > n.props:
		return n.propsEnd
	case n.parent == nil:
		return n.start
	}
	return n.parent.entries[n.index].head
}

// untag removes a tag that may be wrong for the new value: a tag of YAML's own
// types, and any tag before a scalar that is not a string, since a scalar with
// an application's tag reads as a string.
func (p *parsed) untag(n *node, v *value) []patch {
	tag := p.text[n.tag[0]:n.tag[1]]
	if _, isString := v.plain.(string); tag == "" || !strings.HasPrefix(tag, "!!") && tag != "!" && (v.kind != scalar || isString) {
		return nil
	}
	start, end := n.tag[0], n.tag[1]
	for start > 0 && p.text[start-1] == ' ' {
		start--
	}
	if start == lineStart(p.text, start) { // the indentation stays
		start = n.tag[0]
		for p.text[end] == ' ' && end < n.start {
			end++
		}
	}
	return []patch{{start: start, end: end}}
}

// layout returns a new value in place of a node.
func (p *parsed) layout(n *node, v *value, s *style) layout {
	like := s.likeOf(n)
	if n.kind == literal {
		if header, lines, ok := p.blockLike(n, v, s); ok {
			return layout{header, indented(lines, n.column)}
		}
		like = unquoted
	}
	header, lines, isBlock := s.block(v)
	isBlock = isBlock && !n.inFlow && (n.kind != scalar || like == unquoted)
	switch {
	case isBlock:
		return layout{header, indented(lines, p.inner(n, s))}
	case v.kind == scalar:
		return layout{first: scalarText(v.plain, like, n.inFlow)}
	case v.empty(), n.inFlow, n.flow && len(n.entries) > 0:
		return layout{first: s.flowText(v)}
	case n.parent == nil && n.flow && p.comment(n.end):
		return layout{first: s.flowText(v)} // where the comment stays
	case n.parent == nil:
		lines := s.lines(v)
		if strings.TrimSpace(p.text[lineStart(p.text, n.start):n.start]) != "" { // after the marker of the document
			return layout{rest: lines}
		}
		return layout{lines[0], lines[1:]}
	case n.parent.kind == mapping:
		return layout{rest: indented(s.lines(v), n.parent.indent+s.offsetOf(v))}
	}
	at := n.end
	if n.collection() && !n.flow {
		at = n.head()
	}
	if n.propsEnd > n.props && (n.from.Anchor != "" || p.untag(n, v) == nil) { // else they would be the first entry's
		return layout{rest: indented(s.lines(v), p.inner(n, s))}
	}
	if at != n.start && p.comment(at) { // it stays with the item, and does not become one of the first entry
		return layout{rest: indented(s.lines(v), p.inner(n, s))}
	}
	lines = indented(s.lines(v), p.inner(n, s))
	return layout{strings.TrimLeft(lines[0], " "), lines[1:]}
}

// blockLike returns a string as a block scalar in the style of another one, if
// it can have that style: literal, or folded to lines that are as long.
func (p *parsed) blockLike(n *node, v *value, s *style) (header string, lines []string, ok bool) {
	text, isString := v.plain.(string)
	if !isString || s.oneLine || n.column == 0 {
		return "", nil, false
	}
	header, lines, ok = blockText(text)
	if !ok || p.text[n.start] == '|' {
		return header, lines, ok
	}
	longest := 0
	for line := range strings.Lines(p.text[n.margin:n.end]) {
		longest = max(longest, utf8.RuneCountInString(strings.TrimRight(line, "\r\n"))-n.column)
	}
	folded, ok := foldedLines(lines, longest)
	if !ok {
		return header, lines, true
	}
	return ">" + header[1:], folded, true
}

// comment reports whether only a comment is on the rest of a line.
func (p *parsed) comment(at int) bool {
	return strings.HasPrefix(strings.TrimLeft(p.text[at:], " \t"), "#")
}

// offsetOf returns the indentation of a collection within a mapping.
func (s *style) offsetOf(v *value) int {
	if v.kind == sequence {
		return s.offset
	}
	return s.step
}

// inner returns the column of the lines of a value.
func (p *parsed) inner(n *node, s *style) int {
	switch {
	case n.parent == nil:
		return s.step
	case n.parent.kind == mapping:
		return n.parent.indent + s.step
	case n.kind != absent && n.start < lineEnd(p.text, n.head()) && n.propsEnd == n.props:
		return columnAt(p.text, n.start)
	}
	return n.parent.indent + len(s.dash)
}

// document returns the lines of a document that is one value.
func (p *parsed) document(v *value, s *style) []string {
	if v.kind == scalar || v.empty() {
		return []string{s.single(v)}
	}
	return s.lines(v)
}
