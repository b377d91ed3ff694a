package json

import (
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

// lineWidth is the number of columns up to which a new container is written on
// one line.
const lineWidth = 80

// A renderer writes a new value.
type renderer struct {
	*style
	file   *File
	out    strings.Builder
	own    bool // the value may span lines
	commas bool // a comma follows the last item on its own line
	used   int  // columns before the value

	objects, arrays *bool // whether the neighbors of these kinds span lines; nil if there are none
}

// renderer returns a renderer for a value in the container at t. own means that
// the items of the container have their own lines.
func (f *File) renderer(t target, own bool) *renderer {
	r := &renderer{style: f.layout(), file: f, own: own}
	for i := len(t.path) - 1; i >= 0; i-- {
		c, ok := t.path[i].src.container(t.path[i].node)
		if ok && c.Len() > 0 && c.ownLines() {
			r.commas = c.trailingComma()
			break
		}
	}
	return r
}

// render returns a new value in place of the one at t.
func (f *File) render(t target, v *hujson.Value, src *source) string {
	if isScalar(v) {
		return f.scalar(cursor{src, v})
	}
	place := t.last()
	margin := place.src.marginAt(place.node.StartOffset)
	var r *renderer
	if len(t.indexes) == 0 {
		r = f.renderer(t, strings.Contains(f.root.text, "\n"))
	} else {
		parent := t.parent()
		l, i := parent.last().read(), t.indexes[len(t.indexes)-1]
		var own bool
		margin, own = l.marginOf(l.Read(i).Lead)
		r = f.renderer(parent, own)
		r.near(l, i)
	}
	if c, ok := place.src.container(place.node); ok && c.Len() > 0 {
		lines := c.ownLines()
		if c.object != nil {
			r.objects = &lines
		} else {
			r.arrays = &lines
		}
		r.own = r.own || lines
	}
	r.value(v, src, margin)
	return r.text()
}

// scalar returns the text of a new value that is not a container.
func (f *File) scalar(c cursor) string {
	if c.node.Value.Kind() == '"' {
		return f.quote(c.src.name(c.node))
	}
	return c.src.text[c.node.StartOffset:c.node.EndOffset]
}

// ownLines reports whether the first item starts a line.
func (c container) ownLines() bool {
	return c.lead(0).Own()
}

// ownLines reports whether the items of the empty container at t get their own
// lines.
func (f *File) ownLines(t target) bool {
	place := t.last()
	c, _ := place.src.container(place.node)
	if c.Len() > 0 {
		return c.ownLines()
	}
	if syntax.Newline(c.src.text, c.node.StartOffset+1, c.text().End) >= 0 {
		return true
	}
	if len(t.indexes) == 0 {
		return strings.Contains(f.root.text, "\n")
	}
	style, vote := f.layout(), vote{}
	if c.object != nil {
		vote = style.objects
	} else {
		vote = style.scalarRows
	}
	parent := t.parent().last().read()
	_, own := parent.marginOf(parent.Read(t.indexes[len(t.indexes)-1]).Lead)
	return own && vote.or(style.any().or(true))
}

// maxNear bounds how far neighbors are looked for.
const maxNear = 8

// near notes whether the neighbors of an index span lines.
func (r *renderer) near(l *list, i int) {
	for distance := 1; distance <= maxNear; distance++ {
		for _, at := range []int{i - distance, i + distance - 1} {
			if at < 0 || at >= len(l.slots) || at == i && distance > 1 {
				continue
			}
			v := l.value(at)
			c, ok := v.src.container(v.node)
			if !ok || c.Len() == 0 {
				continue
			}
			lines := c.ownLines() || c.spansLines()
			switch {
			case c.object != nil && r.objects == nil:
				r.objects = &lines
			case c.object == nil && r.arrays == nil:
				r.arrays = &lines
			}
		}
	}
	if l.object == nil && r.objects != nil && *r.objects {
		r.own = true
	}
}

// spansLines reports whether there is a line end between the items.
func (c container) spansLines() bool {
	return c.Len() > 0 && syntax.Newline(c.src.text, c.value(c.Len()-1).EndOffset, c.text().End) >= 0
}

func (r *renderer) text() string { return r.out.String() }

// value writes a value on a line that starts with margin.
func (r *renderer) value(v *hujson.Value, src *source, margin string) {
	c, ok := src.container(v)
	switch {
	case !ok:
		r.out.WriteString(r.file.scalar(cursor{src, v}))
	case c.Len() == 0:
		r.out.WriteString(brackets(c))
	case r.lines(c):
		r.tall(c, margin)
	default:
		r.flat(c)
	}
}

func brackets(c container) string {
	if c.object != nil {
		return "{}"
	}
	return "[]"
}

// lines reports whether a new container spans lines, and notes that its
// neighbors do not determine the layout of its contents.
func (r *renderer) lines(c container) bool {
	neighbors, votes := r.arrays, r.style.scalarRows
	if c.object != nil {
		neighbors, votes = r.objects, r.style.objects
	} else if c.nests() {
		votes = r.style.arrays
	}
	r.objects, r.arrays = nil, nil
	switch {
	case !r.own:
		return false
	case neighbors != nil && *neighbors:
		return true
	case neighbors == nil && votes.or(r.any().or(true)):
		return true
	}
	probe := &renderer{style: r.style, file: r.file}
	probe.flat(c)
	return r.used+utf8.RuneCountInString(probe.text()) > lineWidth
}

func (c container) nests() bool {
	for i := range c.Len() {
		if in, ok := c.src.container(c.value(i)); ok && in.Len() > 0 {
			return true
		}
	}
	return false
}

// tall writes a container with each item on its own line.
func (r *renderer) tall(c container, margin string) {
	both := brackets(c)
	inner := margin + r.Unit
	r.out.WriteString(both[:1])
	for i := range c.Len() {
		r.out.WriteString(r.Newline + inner)
		used := r.out.Len()
		r.member(c, i)
		r.used = len(inner) + r.out.Len() - used
		r.value(c.value(i), c.src, inner)
		if i+1 < c.Len() || r.commas {
			r.out.WriteString(",")
		}
	}
	r.out.WriteString(r.Newline + margin + both[1:])
}

// flat writes a container on one line.
func (r *renderer) flat(c container) {
	own := r.own
	r.own = false
	both, padding := brackets(c), r.padding(c.object != nil)
	r.out.WriteString(both[:1] + padding)
	for i := range c.Len() {
		if i > 0 {
			r.out.WriteString("," + r.Comma)
		}
		r.member(c, i)
		r.value(c.value(i), c.src, "")
	}
	r.out.WriteString(padding + both[1:])
	r.own = own
}

// member writes the name of a member.
func (r *renderer) member(c container, i int) {
	if c.object != nil {
		r.out.WriteString(r.file.quote(c.src.name(&c.object.Members[i].Name)))
		r.out.WriteString(r.colon)
	}
}
