package toml

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/flow"
)

// A style is the common style of most places of a file. New text follows it
// where its neighbors do not decide.
type style struct {
	newline string
	unit    string // one level of indentation, of the items of an array
	equals  string // between keys and values
	comma   string // on one line
	array   string // within the brackets on one line
	table   string // within the braces
	commas  bool   // a comma follows the last item of an array that spans lines
	literal bool   // strings are literal
	spaced  bool   // an empty line is between tables
	arrays  bool   // there are arrays of tables
}

// maxSurveyed bounds the items that are looked at for the style of a file.
const maxSurveyed = 100

// layout returns the style of the file.
func (f *File) layout() *style {
	if f.style == nil {
		f.style = f.survey()
	}
	return f.style
}

// survey reads the text of Open, whatever operations there are.
func (f *File) survey() *style {
	s := &style{newline: "\n", unit: "    ", equals: " = ", comma: ", ", table: " ", commas: true, spaced: true}
	if end := strings.IndexByte(f.text, '\n'); end > 0 && f.text[end-1] == '\r' {
		s.newline = "\r\n"
	}
	var equals, comma, arrays, tables, spaced, commas, literal vote
	for i, it := range f.items[:min(len(f.items), maxSurveyed)] {
		switch {
		case it.start == it.end:
		case it.header:
			s.arrays = s.arrays || it.array
			if i > 0 {
				lead := splitLead(f.leadText(it)).floating
				spaced.add(endsWithEmptyLine(lead))
			}
		default:
			names := it.original()
			key := names[len(names)-1].end
			value := valueStart(f.text, key)
			equals.add(f.text[key:value] != "=")
			c := scanInline(f.text, value)
			if len(c.items) > 1 && !c.startsLine(f.text, 1) {
				comma.add(c.items[1].start > c.items[0].comma+1)
			}
			switch {
			case len(c.items) == 0:
				if c.kind == 0 && strings.IndexByte(`"'`, f.text[c.start]) >= 0 {
					literal.add(f.text[c.start] == '\'')
				}
			case c.kind == '{':
				tables.add(f.text[c.start+1] == ' ')
			case c.ownLines(f.text):
				surveyItems(f.text, c, &literal, &tables)
				commas.add(c.trailingComma())
				if unit := flow.Indentation(f.text[strings.LastIndexByte(f.text[:c.items[0].start], '\n')+1:]); unit != "" && commas.yes+commas.no == 1 {
					s.unit = strings.TrimPrefix(unit, flow.Indentation(f.text[it.start:]))
				}
			default:
				surveyItems(f.text, c, &literal, &tables)
				arrays.add(f.text[c.start+1] == ' ')
			}
		}
	}
	if !equals.or(true) {
		s.equals = "="
	}
	if !comma.or(true) {
		s.comma = ","
	}
	if arrays.or(false) {
		s.array = " "
	}
	if !tables.or(true) {
		s.table = ""
	}
	s.commas = commas.or(true)
	s.literal = literal.or(false)
	s.spaced = spaced.or(true)
	return s
}

// surveyItems counts the quotes and the braces of the items of an array.
func surveyItems(text string, c inlineValue, literal, tables *vote) {
	for i := range c.items[:min(len(c.items), maxItems)] {
		switch item := &c.items[i].value; {
		case item.kind == '{' && len(item.items) > 0:
			tables.add(text[item.start+1] == ' ')
		case item.kind == 0 && strings.IndexByte(`"'`, text[item.start]) >= 0:
			literal.add(text[item.start] == '\'')
		}
	}
}

// maxItems bounds the items of an array that are looked at.
const maxItems = 10

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
