package terminal

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// tabWidth is the distance of tab stops. A terminal has eight, which leaves
// little room for indented code.
const tabWidth = 4

// mostBytes bounds the bytes of a line that are looked at. A line that has more
// is cut around the range that is shown.
const mostBytes = 16 << 10

// mostOfCell bounds the bytes of one character with its marks.
const mostOfCell = 64

// A cell is a character as a terminal shows it.
type cell struct {
	text       string
	width      int  // columns, at least 1
	start, end int  // in bytes of its line
	hidden     bool // text stands for something that a terminal does not show
}

// cellsOf returns the cells of a line, which begins at an offset in bytes.
func cellsOf(line []byte, offset int) []cell {
	cells := make([]cell, 0, len(line))
	column, at := 0, 0
	add := func(n int, text string, width int, hidden bool) {
		cells = append(cells, cell{text, width, offset + at, offset + at + n, hidden})
		column, at = column+width, at+n
	}
	clusters := displaywidth.BytesGraphemes(line)
	for clusters.Next() {
		cluster, width := clusters.Value(), clusters.Width()
		switch {
		case len(cluster) == 1 && cluster[0] >= ' ' && cluster[0] < 0x7f:
			add(1, string(cluster), 1, false)
			continue
		case width > 0 && len(cluster) <= mostOfCell && !hasHidden(cluster):
			add(len(cluster), string(cluster), width, false)
			continue
		}
		for len(cluster) > 0 { // a mark without a character, or something hidden
			r, n := utf8.DecodeRune(cluster)
			switch width := displaywidth.Rune(r); {
			case r == '\t':
				width = tabWidth - column%tabWidth
				add(n, strings.Repeat(" ", width), width, false)
			case r == utf8.RuneError && n == 1:
				add(n, fmt.Sprintf("<%02X>", cluster[0]), len("<FF>"), true)
			case isHidden(r) || width == 0:
				text := visible(r)
				add(n, text, len(text), true)
			default:
				add(n, string(r), width, false)
			}
			cluster = cluster[n:]
		}
	}
	return cells
}

// hasHidden reports whether a character has a part that a terminal obeys or
// does not show. Joiners are parts of characters.
func hasHidden(cluster []byte) bool {
	for len(cluster) > 0 {
		r, n := utf8.DecodeRune(cluster)
		if r == utf8.RuneError && n == 1 || isHidden(r) {
			return true
		}
		cluster = cluster[n:]
	}
	return false
}

// isHidden reports whether a terminal obeys a character, or shows nothing for
// it.
func isHidden(r rune) bool {
	const joiner, nonJoiner = '\u200d', '\u200c'
	switch {
	case r == joiner || r == nonJoiner:
		return false
	case r >= 0xe0020 && r <= 0xe007f:
		return false // tags, which end the flags of regions
	}
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

// visible returns printable ASCII for a character: ^[ for ESC, as editors and
// pagers write it, and else its number.
func visible(r rune) string {
	switch {
	case r < ' ':
		return "^" + string('@'+r)
	case r == 0x7f:
		return "^?"
	}
	return fmt.Sprintf("<U+%04X>", r)
}

// Inline returns a text as one line, with hidden characters made visible. Line
// ends become spaces.
func Inline(text string) string {
	plain := func(r rune) bool { return r < ' ' || r >= 0x7f }
	if !strings.ContainsFunc(text, plain) {
		return text
	}
	var b strings.Builder
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		for _, c := range cellsOf([]byte(line), 0) {
			b.WriteString(c.text)
		}
	}
	return b.String()
}

// widthOf returns the columns of cells.
func widthOf(cells []cell) int {
	width := 0
	for i := range cells {
		width += cells[i].width
	}
	return width
}

// A Range is a range of bytes. An empty one is a place between two characters.
type Range struct{ Start, End int }

// Dots stand for a part that is left out.
const Dots = "..."

// A strip is the part of a line that fits on a screen.
type strip struct {
	cells       []cell
	left, right bool // there is more
	end         int  // the bytes of the line up to the end of the strip
}

// leastRoom is the room for dots and the widest cell.
const leastRoom = 2*len(Dots) + len("<U+E0001>")

// stripOf returns the part of a line around a range that fits into so many
// columns.
func stripOf(line []byte, around Range, room int) strip {
	room = max(room, leastRoom)
	from, to := 0, len(line)
	if len(line) > mostBytes {
		from, to = nearby(line, around.Start)
	}
	s := strip{cells: cellsOf(line[from:to], from), left: from > 0, right: to < len(line), end: to}
	if !s.left && !s.right && widthOf(s.cells) <= room {
		return s
	}
	s.cut(around, room)
	return s
}

// nearby returns the bytes of a long line around an offset, which begin and end
// between two runes.
func nearby(line []byte, offset int) (from, to int) {
	from = max(offset-mostBytes/4, 0)
	to = min(from+mostBytes, len(line))
	return runeStart(line, from), runeStart(line, to)
}

// runeStart returns the start of the rune that has an offset.
func runeStart(line []byte, at int) int {
	for n := at; n > 0 && n < len(line) && n > at-utf8.UTFMax; n-- {
		if utf8.RuneStart(line[n]) {
			return n
		}
	}
	return at
}

// cut removes cells until the rest fits into so many columns with dots where
// something is missing. It keeps the start of the range, and a third of the
// room for the text before it.
func (s *strip) cut(around Range, room int) {
	first := 0 // the cell at the start of the range
	for first < len(s.cells) && s.cells[first].end <= around.Start {
		first++
	}
	room -= 2 * len(Dots)
	from, to, used := first, first, 0
	before := func(room int) {
		for from > 0 && used+s.cells[from-1].width <= room {
			from--
			used += s.cells[from].width
		}
	}
	before(room / 3)
	for to < len(s.cells) && used+s.cells[to].width <= room {
		used += s.cells[to].width
		to++
	}
	before(room)
	s.left, s.right = s.left || from > 0, s.right || to < len(s.cells)
	if to < len(s.cells) {
		s.end = s.cells[to].start
	}
	s.cells = s.cells[from:to]
}

// text returns the shown text of the strip.
func (s *strip) text(hidden func(string) string) string {
	var b strings.Builder
	if s.left {
		b.WriteString(Dots)
	}
	for i := range s.cells {
		if s.cells[i].hidden {
			b.WriteString(hidden(s.cells[i].text))
		} else {
			b.WriteString(s.cells[i].text)
		}
	}
	if s.right {
		b.WriteString(Dots)
	}
	return b.String()
}

// carets returns the line below the strip, with carets below the ranges.
func (s *strip) carets(ranges []Range) string {
	var b strings.Builder
	pad := 0
	put := func(width int, marked bool) {
		if !marked {
			pad += width
			return
		}
		b.WriteString(strings.Repeat(" ", pad) + strings.Repeat("^", width))
		pad = 0
	}
	if s.left {
		put(len(Dots), false)
	}
	for i := range s.cells {
		c := &s.cells[i]
		marked, wide := false, c.width
		for _, r := range ranges {
			if r.Start == r.End && r.Start >= c.start && r.Start < c.end {
				marked, wide = true, 1
			}
			if r.Start < c.end && r.End > c.start {
				marked, wide = true, c.width
				break
			}
		}
		put(wide, marked)
		pad += c.width - wide
	}
	// A place at the end of the line, or a line end.
	past := false
	for _, r := range ranges {
		past = past || !s.right && r.Start >= s.end
	}
	put(1, past)
	return b.String()
}

// Fit returns the start of a text as one line of at most so many columns, which
// ends with dots if there is more.
func Fit(text string, columns int) string {
	part := stripOf([]byte(Inline(text)), Range{}, columns)
	line := part.text(func(text string) string { return text })
	if widthOf(part.cells) > columns || part.right && widthOf(part.cells)+len(Dots) > columns {
		return "" // a terminal of hardly any width
	}
	return line
}
