package terminal

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// linesOfDiff bounds the lines of a diff.
const linesOfDiff = 16

// A Diff is the changes of a part of a text.
type Diff struct {
	Part    []byte            // whole lines
	Line    int               // the number of the first of them
	Changes []textdiff.Change // of Part
}

// Diff writes the lines that changes remove and add, with their numbers before
// and after, in the order of the parts, in a gutter that is at least least wide.
func (s *Screen) Diff(w io.Writer, least Gutter, parts []Diff) {
	var lines []changed
	shift := 0
	for _, d := range parts {
		line, at := d.Line, 0
		for _, c := range d.Changes {
			line += bytes.Count(d.Part[at:c.Start], []byte("\n"))
			removed, added := split(d.Part[c.Start:c.End]), split(c.New)
			for i, text := range removed {
				lines = append(lines, changed{'-', line + i, text, pairOf(added, i, len(removed))})
			}
			for i, text := range added {
				lines = append(lines, changed{'+', line + shift + i, text, pairOf(removed, i, len(added))})
			}
			line, at, shift = line+len(removed), c.End, shift+len(added)-len(removed)
		}
	}
	rest := 0
	if len(lines) > linesOfDiff {
		rest = len(lines) - linesOfDiff + 1
		lines = lines[:linesOfDiff-1]
	}
	most := 1
	for i := range lines {
		most = max(most, lines[i].number)
	}
	g := max(gutterOf(most), least)
	for i := range lines {
		s.changedLine(w, g, &lines[i])
	}
	if rest > 0 {
		fmt.Fprintf(w, "%s and %d more changed lines\n", Dots, rest)
	}
}

// A changed line is removed or added.
type changed struct {
	sign   byte
	number int
	text   []byte // with its line end
	pair   []byte // the line that it replaces, or that replaces it; nil if that is not one line
}

// pairOf returns the line that belongs to line i of a change, if it has as many
// removed as added lines.
func pairOf(others [][]byte, i, lines int) []byte {
	if len(others) != lines {
		return nil
	}
	return others[i]
}

// split returns the lines of a text, with their line ends.
func split(text []byte) [][]byte {
	if len(text) == 0 {
		return nil
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	if len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func (s *Screen) changedLine(w io.Writer, g Gutter, c *changed) {
	style := Green
	if c.sign == '-' {
		style = Red
	}
	line, end := ended(c.text)
	pair, pairEnd := ended(c.pair)
	around := Range{0, len(line)}
	if c.pair != nil {
		around = differing(line, pair)
	}
	part := stripOf(line, around, s.Columns()-g.width()-len("^M"))
	part.showBlanks(line, around, c.pair != nil)
	text := part.text(func(text string) string { return text })
	note := ""
	switch {
	case c.pair == nil || end == pairEnd:
	case end == "\r\n":
		text += "^M"
	case end == "":
		note = " (no newline at the end)"
	}
	fmt.Fprintln(w, s.Paint(Blue, fmt.Sprintf("%*d ", int(g), c.number))+s.Paint(style, strings.TrimRight(string(c.sign)+" "+text, " "))+note)
}

// ended returns a line and its line end.
func ended(line []byte) ([]byte, string) {
	for _, end := range []string{"\r\n", "\n"} {
		if rest, ok := bytes.CutSuffix(line, []byte(end)); ok {
			return rest, end
		}
	}
	return line, ""
}

// differing returns the part of a line that is not in another.
func differing(line, other []byte) Range {
	start := 0
	for start < len(line) && start < len(other) && line[start] == other[start] {
		start++
	}
	end := len(line)
	for rest := len(other); end > start && rest > start && line[end-1] == other[rest-1]; rest-- {
		end--
	}
	return Range{start, end}
}

// The characters that stand for blanks in a diff.
const (
	shownSpace = "\u00b7"
	shownTab   = "\u2192"
)

// showBlanks makes the blanks at the end of a line visible, and the blanks that
// are the whole difference to the line's counterpart, if there is one.
func (s *strip) showBlanks(line []byte, difference Range, paired bool) {
	trailing := len(bytes.TrimRight(line, " \t"))
	blank := paired && len(bytes.TrimSpace(line[difference.Start:difference.End])) == 0
	for i := range s.cells {
		c := &s.cells[i]
		if c.start < trailing && !(blank && c.start >= difference.Start && c.end <= difference.End) {
			continue
		}
		switch line[c.start] {
		case ' ':
			c.text = shownSpace
		case '\t':
			c.text = shownTab + strings.Repeat(" ", c.width-1)
		}
	}
}
