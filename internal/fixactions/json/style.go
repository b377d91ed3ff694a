package json

import (
	"strings"

	"github.com/tailscale/hujson"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/flow"
)

// A style is the common style of most places of a file. New text follows it
// where its neighbors do not decide.
type style struct {
	flow.Style
	colon                       string // between names and values
	object, array               string // within the brackets on one line
	objects, arrays, scalarRows vote   // whether objects, arrays with containers, and other arrays span lines
}

// A vote counts places of two kinds.
type vote struct{ yes, no int }

func (v *vote) add(yes bool) {
	if yes {
		v.yes++
	} else {
		v.no++
	}
}

// or returns the majority, or else otherwise.
func (v vote) or(otherwise bool) bool {
	if v.yes == v.no {
		return otherwise
	}
	return v.yes > v.no
}

// any has the votes about all containers.
func (s *style) any() vote {
	return vote{s.objects.yes + s.arrays.yes + s.scalarRows.yes, s.objects.no + s.arrays.no + s.scalarRows.no}
}

func (s *style) padding(object bool) string {
	if object {
		return s.object
	}
	return s.array
}

// maxSurveyed bounds the containers that are looked at for the style of a file,
// and the items of each.
const maxSurveyed = 64

// layout returns the style of the file.
func (f *File) layout() *style {
	if f.style == nil {
		f.style = styleOf(f.root)
	}
	return f.style
}

// newlineOf returns the line end of a text.
func newlineOf(text string) string {
	if end := strings.IndexByte(text, '\n'); end > 0 && text[end-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

func styleOf(src *source) *style {
	s := &style{Style: flow.Style{Newline: newlineOf(src.text), Unit: "  "}, colon: ": "}
	var survey survey
	queue := []*hujson.Value{&src.root}
	for n := 0; len(queue) > 0 && n < maxSurveyed; n++ {
		c, ok := src.container(queue[0])
		queue = queue[1:]
		if !ok || c.Len() == 0 {
			continue
		}
		queue = append(queue, survey.container(s, c)...)
	}
	survey.decide(s)
	return s
}

type survey struct {
	colons        map[string]int
	comma         vote // with a space
	object, array vote
	units         map[string]int
}

// container counts the style of a container, and returns the containers in it.
func (s *survey) container(style *style, c container) (inner []*hujson.Value) {
	if s.colons == nil {
		s.colons, s.units = map[string]int{}, map[string]int{}
	}
	first := c.text().Piece(0).Lead
	lines := syntax.Split(first)
	for i := range min(c.Len(), maxSurveyed) {
		if in, ok := c.src.container(c.value(i)); ok && in.Len() > 0 {
			inner = append(inner, c.value(i))
		}
		if c.object != nil {
			s.colons[c.colon(i)]++
		}
		if !lines.Own() && i > 0 {
			s.comma.add(c.src.text[c.Place(i).Start-1] != ',')
		}
	}
	switch {
	case c.object != nil:
		style.objects.add(lines.Own())
	case len(inner) > 0:
		style.arrays.add(lines.Own())
	default:
		style.scalarRows.add(lines.Own())
	}
	switch {
	case lines.Own():
		margin := c.margin()
		if unit, ok := strings.CutPrefix(lines.Margin(), margin); ok && unit != "" {
			s.units[unit]++
		}
	case c.object != nil:
		s.object.add(first != "")
	default:
		s.array.add(first != "")
	}
	return inner
}

func (s *survey) decide(style *style) {
	if unit := mostOf(s.units); unit != "" {
		style.Unit = unit
	}
	if colon := mostOf(s.colons); colon != "" && strings.Trim(colon, " \t") == ":" && len(colon) <= 3 {
		style.colon = colon
	}
	if s.comma.or(style.colon != ":") {
		style.Comma = " "
	}
	if s.object.or(false) {
		style.object = " "
	}
	if s.array.or(false) {
		style.array = " "
	}
}

// mostOf returns the text that occurs most often, the least one of several.
func mostOf(counts map[string]int) string {
	most, best := 0, ""
	for text, count := range counts {
		if count > most || count == most && text < best {
			most, best = count, text
		}
	}
	return best
}
