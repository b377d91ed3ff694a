package yaml

import (
	"strings"

	upstream "go.yaml.in/yaml/v4"
)

// A style is the common style of most places of a text. New text follows it
// where its neighbors do not decide.
type style struct {
	newline string
	step    int     // spaces of a level of mappings
	offset  int     // spaces of the items of a sequence within a mapping
	dash    string  // "- ", or with more spaces
	like    quoting // of strings that need no quotes
	keys    quoting // of keys in braces
	padding string  // within braces
	oneLine bool    // no string is written as a block scalar
}

// styleOf returns the style of a text.
func styleOf(text string, roots []*node) *style {
	s := &style{newline: newlineOf(text), dash: "- "}
	v := survey{steps: map[int]int{}, offsets: map[int]int{}, dashes: map[string]int{}}
	left := maxSurveyed
	for _, root := range roots {
		v.look(text, root, &left)
	}
	s.step = mostOf(v.steps, 2)
	s.offset = mostOf(v.offsets, s.step)
	s.dash = mostOf(v.dashes, "- ")
	s.keys = v.keys.most()
	if s.like = v.strings.most(); v.strings == (quotings{}) {
		s.like = s.keys
	}
	if v.padded > v.tight {
		s.padding = " "
	}
	return s
}

// newlineOf returns the line end of a text.
func newlineOf(text string) string {
	if end := strings.IndexByte(text, '\n'); end > 0 && text[end-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// maxSurveyed bounds the nodes that are looked at for the style of a text.
const maxSurveyed = 1000

type survey struct {
	steps, offsets map[int]int
	dashes         map[string]int
	strings        quotings // that need no quotes
	keys           quotings // in braces, that need no quotes
	padded, tight  int      // mappings in braces
}

// quotings counts scalars by their quoting.
type quotings [doubleQuoted + 1]int

func (q *quotings) count(n *node) {
	if n.kind == scalar && n.from.ShortTag() == "!!str" && canBePlain(n.from.Value, n.inFlow) {
		q[quotingOf(n.from)]++
	}
}

// most returns the quoting of most.
func (q *quotings) most() quoting {
	switch {
	case q[unquoted] >= q[singleQuoted]+q[doubleQuoted]:
		return unquoted
	case q[singleQuoted] > q[doubleQuoted]:
		return singleQuoted
	}
	return doubleQuoted
}

func (v *survey) look(text string, n *node, left *int) {
	if *left--; *left < 0 {
		return
	}
	v.strings.count(n)
	if n.kind == mapping && n.flow && !n.bare && len(n.entries) > 0 {
		if text[n.start+1] == ' ' {
			v.padded++
		} else {
			v.tight++
		}
	}
	for i := range n.entries {
		e := &n.entries[i]
		child := e.value
		if n.flow && e.key != nil {
			v.keys.count(e.key)
		}
		switch {
		case n.flow || child.flow || !child.collection():
		case n.kind == mapping && child.kind == mapping && child.indent > n.indent:
			v.steps[child.indent-n.indent]++
		case n.kind == mapping && child.kind == sequence && child.indent >= n.indent:
			v.offsets[child.indent-n.indent]++
		}
		if n.kind == sequence && !n.flow && child.kind != absent && child.start < lineEnd(text, e.start) && child.propsEnd == child.props {
			v.dashes[text[e.start:child.start]]++
		}
		v.look(text, child, left)
	}
}

// mostOf returns the most frequent value, the least of several, or otherwise.
func mostOf[T int | string](counts map[T]int, otherwise T) T {
	most, best := 0, otherwise
	for what, count := range counts {
		if count > most || count == most && what < best {
			most, best = count, what
		}
	}
	return best
}

// styleAt returns the style of new text before an offset, which belongs to a
// collection of some column. There is no block scalar before a comment or a
// line of spaces that is indented more, which would become part of it. Nor is
// there one at the end of a file without a final line end.
func (p *parsed) styleAt(at, column int) *style {
	for line := range strings.Lines(p.text[at:]) {
		text := strings.TrimRight(line, "\r\n")
		content := strings.TrimLeft(text, " \t")
		if indented := len(text)-len(content) > column; indented && text != "" && (content == "" || content[0] == '#') {
			return p.style.onOneLine()
		}
		if content != "" {
			return p.style
		}
	}
	if p.added {
		return p.style.onOneLine()
	}
	return p.style
}

func (s *style) onOneLine() *style {
	changed := *s
	changed.oneLine = true
	return &changed
}

// flowText returns a value on one line.
func (s *style) flowText(v *value) string {
	switch v.kind {
	case mapping:
		if len(v.items) == 0 {
			return "{}"
		}
		members := make([]string, len(v.items))
		for i := range v.items {
			members[i] = s.flowMember(v.keys[i], v.items[i])
		}
		return "{" + s.padding + strings.Join(members, ", ") + s.padding + "}"
	case sequence:
		items := make([]string, len(v.items))
		for i := range v.items {
			items[i] = s.flowText(v.items[i])
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return scalarText(v.plain, s.like, true)
}

func (s *style) flowMember(key string, v *value) string {
	return stringText(key, s.keys, true) + ": " + s.flowText(v)
}

// lines returns a collection that is not empty in lines without the indentation
// of the first.
func (s *style) lines(v *value) []string {
	var all []string
	for i, item := range v.items {
		if v.kind == mapping {
			all = append(all, s.member(v.keys[i], item)...)
		} else {
			all = append(all, s.item(item, s.dash)...)
		}
	}
	return all
}

// member returns the lines of a member of a mapping.
func (s *style) member(key string, v *value) []string {
	return s.memberOf(stringText(key, unquoted, false)+":", v)
}

// memberOf returns the lines of a member that begins with a text.
func (s *style) memberOf(head string, v *value) []string {
	switch {
	case v.kind == scalar:
		if header, lines, ok := s.block(v); ok {
			return append([]string{head + " " + header}, indented(lines, s.step)...)
		}
		return []string{head + " " + scalarText(v.plain, s.like, false)}
	case v.empty():
		return []string{head + " " + s.flowText(v)}
	case v.kind == mapping:
		return append([]string{head}, indented(s.lines(v), s.step)...)
	}
	return append([]string{head}, indented(s.lines(v), s.offset)...)
}

// item returns the lines of an item of a sequence.
func (s *style) item(v *value, dash string) []string {
	if header, lines, ok := s.block(v); ok {
		return append([]string{dash + header}, indented(lines, len(dash))...)
	}
	if v.kind == scalar || v.empty() {
		return []string{dash + s.single(v)}
	}
	lines := indented(s.lines(v), len(dash))
	lines[0] = dash + lines[0][len(dash):]
	return lines
}

// single returns a scalar or an empty collection.
func (s *style) single(v *value) string {
	if v.kind == scalar {
		return scalarText(v.plain, s.like, false)
	}
	return s.flowText(v)
}

func (s *style) block(v *value) (header string, lines []string, ok bool) {
	text, isString := v.plain.(string)
	if v.kind != scalar || !isString || s.oneLine || !strings.Contains(text, "\n") {
		return "", nil, false
	}
	return blockText(text)
}

// indented returns lines with more spaces before the lines that are not empty.
func indented(lines []string, width int) []string {
	spaces := strings.Repeat(" ", width)
	moved := make([]string, len(lines))
	for i, line := range lines {
		if line != "" {
			moved[i] = spaces + line
		}
	}
	return moved
}

// likeOf returns the quoting of a scalar that is replaced, or the style's.
func (s *style) likeOf(n *node) quoting {
	if n.kind == scalar && n.from.Kind == upstream.ScalarNode && n.from.ShortTag() == "!!str" {
		return quotingOf(n.from)
	}
	return s.like
}
