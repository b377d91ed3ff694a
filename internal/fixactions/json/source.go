package json

import (
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/flow"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/splice"
)

// A source is a parsed text: the file, or the value of an operation. Operations
// change the lists of its containers.
type source struct {
	text    string
	margin  string // the start of the line on which the text starts
	root    hujson.Value
	lists   map[*hujson.Value]*list          // of the containers that operations changed
	indexes map[*hujson.Value]map[string]int // of large objects, by name
	other   *source                          // in place of the root value, if not nil
}

// parse parses a text, whose nesting is bounded. The error is an
// *operation.Error.
func parse(text, margin string) (*source, error) {
	input := []byte(text)
	if !strings.HasSuffix(text, "\n") {
		input = append(input, '\n') // without which the parser sees no end of a line comment
	}
	root, err := hujson.Parse(input)
	if err != nil {
		return nil, &operation.Error{Code: operation.CodeSyntax, Why: reason(err)}
	}
	return &source{text: text, margin: margin, root: root}, nil
}

// reason returns the parser's message, which has the line and the column.
func reason(err error) string {
	const longest = 200
	return clip.Bytes(strings.TrimPrefix(err.Error(), "hujson: "), longest) // it may quote a long literal
}

// container returns the container that a value is.
func (s *source) container(v *hujson.Value) (container, bool) {
	switch c := v.Value.(type) {
	case *hujson.Object:
		return container{src: s, node: v, object: c}, true
	case *hujson.Array:
		return container{src: s, node: v, array: c}, true
	}
	return container{}, false
}

// marginAt returns the start of the line that an offset is on.
func (s *source) marginAt(offset int) string {
	start := strings.LastIndexByte(s.text[:offset], '\n') + 1
	if start == 0 && s.margin != "" {
		return s.margin
	}
	return flow.Indentation(s.text[start:offset])
}

// latest returns the source that has taken the place of a value of an
// operation.
func (s *source) latest() *source {
	for s.other != nil {
		s = s.other
	}
	return s
}

func (s *source) reset() { s.lists, s.other = nil, nil }

// edits returns the changes of the text.
func (s *source) edits(shift int) []fixedits.Edit {
	r := splice.New(s.text, shift)
	if s.other != nil {
		r.Keep(0, s.root.StartOffset)
		r.Put(s.other.changed())
		r.Keep(s.root.EndOffset, len(s.text))
		return r.Edits()
	}
	w := writer{src: s, record: r}
	for _, l := range s.lists {
		w.lists = append(w.lists, l)
	}
	slices.SortFunc(w.lists, func(a, b *list) int { return a.node.StartOffset - b.node.StartOffset })
	w.keep(0, len(s.text))
	return r.Edits()
}

// changed returns the text with its changes.
func (s *source) changed() string {
	if s.other == nil && len(s.lists) == 0 {
		return s.text
	}
	return string(splice.Apply(s.text, 0, s.edits(0)))
}
