// Package patch takes changes of texts from outside, such as the answer of a
// model: it finds the change in the answer, repairs what can be repaired with
// certainty, and applies it strictly.
//
// The way of an answer is
//
//	text -> ParseAnswer -> Answer -> Apply, ApplyEdits or Replace -> Result
//
// A change is a unified diff, a list of search/replace blocks, or a whole text.
// ParseFiles is for diffs of several files.
//
// Nothing is applied near a place where it almost fits. A repair only restores
// what follows from the text itself: counts of hunks, a line number if the old
// lines of the hunk are in one place only, and marks that a line lacks. If more
// than one meaning is possible, the change is refused.
//
// All errors are of type *Error. They name lines, and never contain text of the
// file or of the change.
package patch

import (
	"bytes"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// A Result is a text after a change.
type Result struct {
	Text    []byte
	Added   int     // lines in Text that are not in the base
	Deleted int     // lines in the base that are not in Text
	Ranges  []Range // the changed lines, in order; neither overlapping nor touching

	base []byte
}

// A Range says which lines of the base became which lines of the text. Lines
// are counted from 1, and ranges are half open. One of the two may be empty.
type Range struct {
	BaseStart, BaseEnd int
	Start, End         int
}

// A Line is a line of a text, without its newline.
type Line struct {
	Number int // from 1
	Text   string
}

// Between returns the difference of two texts as a result, such as that of
// several changes together.
func Between(base, text []byte) *Result { return newResult(base, text) }

// newResult returns the smallest difference between a base and a text, however
// the change described it: a diff that deletes a line and adds it again has not
// changed it.
func newResult(base, text []byte) *Result {
	r := &Result{Text: text, base: base}
	index := position.New(base, position.LF)
	for _, c := range textdiff.Changes(base, text) {
		before := index.Line(c.Start)
		after := before + r.Added - r.Deleted
		deleted, added := countLines(base[c.Start:c.End]), countLines(c.New)
		r.Ranges = append(r.Ranges, Range{before, before + deleted, after, after + added})
		r.Deleted, r.Added = r.Deleted+deleted, r.Added+added
	}
	return r
}

// Changed reports whether the text differs from the base.
func (r *Result) Changed() bool { return len(r.Ranges) > 0 }

// AddedLines returns the lines of the text that are not in the base.
func (r *Result) AddedLines() []Line {
	return pick(r.Text, r.Ranges, func(at Range) (int, int) { return at.Start, at.End })
}

// DeletedLines returns the lines of the base that are not in the text.
func (r *Result) DeletedLines() []Line {
	return pick(r.base, r.Ranges, func(at Range) (int, int) { return at.BaseStart, at.BaseEnd })
}

func pick(text []byte, ranges []Range, side func(Range) (start, end int)) []Line {
	if len(ranges) == 0 {
		return nil
	}
	lines := splitLines(string(text))
	var out []Line
	for _, r := range ranges {
		start, end := side(r)
		for n := start; n < end; n++ {
			out = append(out, Line{n, strings.TrimSuffix(lines[n-1], "\n")})
		}
	}
	return out
}

func countLines(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// splitLines returns the lines of a text, each with its newline if it has one.
func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// bare returns the lines of a text without their newlines. CRLF ends a line as
// LF does.
func bare(text string) []string {
	lines := splitLines(strings.ReplaceAll(text, "\r\n", "\n"))
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\n")
	}
	return lines
}
