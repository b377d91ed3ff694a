package flow

import "strings"

// A Lead has the lines of a lead. A lead ends with the line of its item. Before
// that may be lines with comments that belong to the item, and before these,
// lines that do not.
type Lead struct {
	Floating string // empty lines, and comments that do not belong to the item
	Comments string
	Line     string // the line end and the start of the line; without a line end if the item is on the line of the one before
}

// Split divides a lead into its lines.
func (s *Syntax) Split(lead string) Lead {
	var starts []int
	for at := s.Newline(lead, 0, len(lead)); at >= 0; {
		starts = append(starts, at)
		at = s.Newline(lead, at+len(LineEnd(lead[at:])), len(lead))
	}
	if len(starts) == 0 {
		return Lead{Line: lead}
	}
	last := len(starts) - 1
	first := last
	for first > 0 && s.Belongs(lead[starts[first-1]:starts[first]]) {
		first--
	}
	return Lead{lead[:starts[first]], lead[starts[first]:starts[last]], lead[starts[last]:]}
}

// Own reports whether the item starts a line.
func (l Lead) Own() bool { return LineEnd(l.Line) != "" }

// Margin returns the start of the line of the item.
func (l Lead) Margin() string { return Indentation(l.Line[len(LineEnd(l.Line)):]) }

// start returns the line without comments.
func (l Lead) start() string { return LineEnd(l.Line) + l.Margin() }

// isEmptyLine reports whether text starts with an empty line.
func isEmptyLine(text string) bool {
	end := len(LineEnd(text))
	rest := strings.TrimLeft(text[end:], " \t")
	return end > 0 && (rest == "" || LineEnd(rest) != "")
}

// withoutEmptyLines returns lines without the empty ones at their start.
func withoutEmptyLines(text string) string {
	for text != "" && isEmptyLine(text) {
		text = strings.TrimLeft(text[len(LineEnd(text)):], " \t")
	}
	return text
}
