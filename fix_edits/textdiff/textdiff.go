// Package textdiff compares two texts line by line and prints the difference as
// a unified diff. Texts are bytes: no encoding is assumed, nothing is
// normalized, and a line ends with its '\n' or at the end of the text.
//
// The difference is minimal unless Diff.Minimal is false. The algorithm:
//
//   - Equal lines at the start and at the end are set aside. Of the remaining
//     lines, each one that is missing from the other text is a change. Neither
//     step can make the difference larger.
//   - The lines that both texts have are compared by the linear-space algorithm
//     of Myers (1986), whose cost is the number of lines times the number of
//     changed ones. It has a budget of steps, enough for some 11,000 such
//     changes.
//   - Beyond that, if there are few pairs of equal lines, as in sorted or
//     shuffled records, the algorithm of Hunt and Szymanski (1977) is used,
//     whose cost is the number of these pairs.
//   - Texts that are too large for both, such as long texts of a few different
//     lines in random order, are split at the furthest point of the search, and
//     each part starts again. Diff.Minimal is false for these, and for texts
//     that are one change because they have 2^31 lines or more.
//
// For any texts, the time is at most the budget's plus a multiple of their
// size.
package textdiff

import "math"

// A Change replaces the bytes [Start, End) of the text before with New. Start
// is the start of a line, or the end of the text; End is the end of a line, or
// Start.
type Change struct {
	Start, End int    // byte offsets
	New        []byte // shares memory with the text after
}

// A Diff is the difference of two texts.
type Diff struct {
	Changes []Change // sorted, neither overlapping nor touching; nil for equal texts
	Minimal bool     // known: no difference by whole lines has fewer deleted and inserted lines
}

// Changes returns the changes that turn before into after. See Compare.
func Changes(before, after []byte) []Change {
	return Compare(before, after).Changes
}

// Compare returns the difference between before and after. It is the same on
// every run and machine. If a change could also be some lines further up or
// down, because the lines around it repeat, the most readable place is used: at
// the least indented line, after a blank one.
func Compare(before, after []byte) Diff {
	return compareWithin(before, after, budget)
}

// compareWithin is Compare with a budget of steps for exact searches.
func compareWithin(before, after []byte, budget int) Diff {
	prefix, suffix := commonEnds(before, after)
	if prefix == len(before) && prefix == len(after) {
		return Diff{Minimal: true}
	}
	a, b := split(before[prefix:len(before)-suffix]), split(after[prefix:len(after)-suffix])
	if max(a.len(), b.len()) > math.MaxInt32-1 {
		return Diff{Changes: []Change{{Start: prefix, End: len(before) - suffix, New: b.text}}}
	}
	runs, minimal := compare(&a, &b, budget)
	slide(runs, &a, &b)
	d := Diff{Changes: make([]Change, len(runs)), Minimal: minimal}
	for i, r := range runs {
		d.Changes[i] = Change{
			Start: prefix + a.starts[r.a1],
			End:   prefix + a.starts[r.a2],
			New:   b.text[b.starts[r.b1]:b.starts[r.b2]:b.starts[r.b2]],
		}
	}
	return d
}
