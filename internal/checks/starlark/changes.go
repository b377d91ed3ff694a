package starlark

import (
	"sort"

	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// applied returns text with changes applied, which are sorted and do not
// overlap.
func applied(text []byte, changes []textdiff.Change) []byte {
	var out []byte
	at := 0
	for _, c := range changes {
		out = append(out, text[at:c.Start]...)
		out = append(out, c.New...)
		at = c.End
	}
	return append(out, text[at:]...)
}

// overlap reports whether two sets of changes to one text cannot both be
// applied, because ranges overlap or both insert at the same offset. Both are
// sorted.
func overlap(a, b []textdiff.Change) bool {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case collide(a[i], b[j]):
			return true
		case a[i].Start < b[j].Start:
			i++
		default:
			j++
		}
	}
	return false
}

func collide(a, b textdiff.Change) bool {
	if a.Start == b.Start {
		return a.Start == a.End || b.Start == b.End || a.End > a.Start && b.End > b.Start
	}
	return a.Start < b.End && b.Start < a.End
}

// carry translates changes to the text after into changes to the text before.
// The changes in layout turn before into after. Each change grows to include
// the layout changes that it touches, and no others.
func carry(layout []textdiff.Change, after []byte, changes []textdiff.Change) []textdiff.Change {
	m := newMapping(layout)
	var out []textdiff.Change
	for i := 0; i < len(changes); {
		start, end := m.grow(changes[i].Start, changes[i].End)
		n := i + 1
		for n < len(changes) && changes[n].Start < end {
			_, end = m.grow(changes[n].Start, max(end, changes[n].End))
			n++
		}
		var text []byte
		at := start
		for _, c := range changes[i:n] {
			text = append(text, after[at:c.Start]...)
			text = append(text, c.New...)
			at = c.End
		}
		text = append(text, after[at:end]...)
		out = append(out, textdiff.Change{Start: m.start(start), End: m.end(start, end), New: text})
		i = n
	}
	return out
}

// A mapping translates offsets between two texts by the changes that turn one
// into the other.
type mapping struct {
	layout []textdiff.Change
	from   []int // where each change's new text starts in the text after
}

func newMapping(layout []textdiff.Change) mapping {
	m := mapping{layout, make([]int, len(layout))}
	shift := 0
	for i, c := range layout {
		m.from[i] = c.Start + shift
		shift += len(c.New) - (c.End - c.Start)
	}
	return m
}

// to returns the end of the new text of a change, in the text after.
func (m mapping) to(i int) int { return m.from[i] + len(m.layout[i].New) }

// grow returns the smallest range of the text after that contains the given one
// and splits no change.
func (m mapping) grow(start, end int) (int, int) {
	first := sort.Search(len(m.layout), func(i int) bool { return m.to(i) > start })
	for i := first; i < len(m.layout) && m.from[i] <= end; i++ {
		from, to := m.from[i], m.to(i)
		if from < end && start < to || from < start && start < to {
			start, end = min(start, from), max(end, to)
		}
	}
	return start, end
}

// start returns the offset in the text before of the start of a range, which is
// after the changes that end there.
func (m mapping) start(at int) int {
	return m.past(at, sort.Search(len(m.layout), func(i int) bool { return m.to(i) > at }))
}

// end returns the offset in the text before of the end of a range, which is
// before the changes that start there.
func (m mapping) end(start, end int) int {
	if start == end {
		return m.start(start)
	}
	return m.past(end, sort.Search(len(m.layout), func(i int) bool { return m.from[i] >= end }))
}

// past translates an offset after the first n changes to the text before.
func (m mapping) past(at, n int) int {
	if n == 0 {
		return at
	}
	return at - m.to(n-1) + m.layout[n-1].End
}
