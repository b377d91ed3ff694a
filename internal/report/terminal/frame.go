package terminal

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// A Source is a text with its lines, which end with LF.
type Source struct {
	Text  []byte
	Lines *position.Text
}

// line returns the bytes of a line without its line end, and their offset.
func (s *Source) line(n int) ([]byte, int) {
	start, end := s.Lines.Start(n), s.Lines.End(n)
	if end > start && s.Text[end-1] == '\r' && end < len(s.Text) {
		end--
	}
	return s.Text[start:end], start
}

// within returns a range within the text, since a finding may be about an older
// one.
func (s *Source) within(r Range) Range {
	r.Start = min(max(r.Start, 0), len(s.Text))
	return Range{r.Start, min(max(r.End, r.Start), len(s.Text))}
}

// last returns the last line of a range. The end of a line is a part of it, not
// of the next one.
func (s *Source) last(r Range) int {
	if r.End > r.Start {
		return s.Lines.Line(r.End - 1)
	}
	return s.Lines.Line(r.Start)
}

// linesOfRange bounds the lines that are shown of one range.
const linesOfRange = 4

// lines returns the numbers of the lines to show for ranges, in order: their
// own, and one around each for context. Of a long range, it is the first two
// and the last.
func (s *Source) lines(ranges []Range) []int {
	var all []int
	for _, r := range ranges {
		first, last := s.Lines.Line(r.Start), s.last(r)
		if last-first < linesOfRange {
			for n := first - 1; n <= last+1; n++ {
				all = append(all, n)
			}
			continue
		}
		all = append(all, first-1, first, first+1, last, last+1)
	}
	slices.Sort(all)
	count := s.Lines.Lines()
	if s.Lines.Start(count) == len(s.Text) && count > 1 && !slices.ContainsFunc(ranges, func(r Range) bool { return r.Start == len(s.Text) }) {
		count-- // the empty line after the last line end
	}
	return slices.DeleteFunc(slices.Compact(all), func(n int) bool { return n < 1 || n > count })
}

// A Gutter is the column of line numbers, and has their width.
type Gutter int

// gutterOf returns the gutter for the numbers up to most.
func gutterOf(most int) Gutter { return Gutter(len(fmt.Sprint(most))) }

func (g Gutter) number(n int, mark string) string { return fmt.Sprintf("%*d %s ", int(g), n, mark) }
func (g Gutter) blank(mark string) string {
	return strings.Repeat(" ", int(g)) + " " + mark + " "
}
func (g Gutter) width() int { return int(g) + len(" | ") }

// Frame writes a place, and below it the lines of ranges, underlined. place is
// on one line. It returns the gutter, for what belongs to the frame.
func (s *Screen) Frame(w io.Writer, place string, source Source, style Style, ranges ...Range) Gutter {
	ranges = slices.Clone(ranges)
	for i := range ranges {
		ranges[i] = source.within(ranges[i])
	}
	lines := source.lines(ranges)
	most := 1
	if len(lines) > 0 {
		most = lines[len(lines)-1]
	}
	g := gutterOf(most)
	s.Place(w, g, place)
	fmt.Fprintln(w, strings.TrimRight(s.Paint(Blue, g.blank("|")), " "))
	for i, n := range lines {
		if i > 0 && lines[i-1] < n-1 {
			fmt.Fprintln(w, s.Paint(Blue, Dots))
		}
		s.sourceLine(w, g, source, n, style, ranges)
	}
	return g
}

// Place writes a place.
func (s *Screen) Place(w io.Writer, g Gutter, place string) {
	fmt.Fprintf(w, "%s%s %s\n", strings.Repeat(" ", int(g)), s.Paint(Blue, "-->"), place)
}

// Note writes a line that belongs to the frame above it.
func (s *Screen) Note(w io.Writer, g Gutter, text string) {
	fmt.Fprintf(w, "%s%s\n", s.Paint(Blue, g.blank("=")), text)
}

// sourceLine writes a line, and carets below the parts that are in ranges.
func (s *Screen) sourceLine(w io.Writer, g Gutter, source Source, n int, style Style, ranges []Range) {
	line, offset := source.line(n)
	var marked []Range
	for _, r := range ranges {
		first, last := source.Lines.Line(r.Start), source.last(r)
		if n < first || n > last {
			continue
		}
		m := Range{max(r.Start-offset, 0), min(r.End-offset, len(line))}
		if n > first { // not its indentation
			m.Start = len(line) - len(strings.TrimLeft(string(line[:min(len(line), mostBytes)]), " \t")) - max(len(line)-mostBytes, 0)
		}
		m.Start = min(m.Start, len(line))
		m.End = max(m.Start, m.End)
		marked = append(marked, m)
	}
	around := Range{}
	if len(marked) > 0 {
		around = marked[0]
	}
	part := stripOf(line, around, s.Columns()-g.width())
	text := part.text(func(text string) string { return s.Paint(Red, text) })
	fmt.Fprintln(w, strings.TrimRight(s.Paint(Blue, g.number(n, "|"))+text, " "))
	if len(marked) == 0 {
		return
	}
	if carets := part.carets(marked); carets != "" {
		blanks := len(carets) - len(strings.TrimLeft(carets, " "))
		fmt.Fprintln(w, s.Paint(Blue, g.blank("|"))+carets[:blanks]+s.Paint(style, carets[blanks:]))
	}
}
