// Package textdiff compares two texts line by line and prints the difference as a unified diff. Texts are bytes:
// no encoding is assumed, nothing is normalised, and a line ends with its '\n' or with the text.
//
// The difference is the smallest there is, with the exception that Diff.Minimal reports. How it is found:
//
//   - Equal lines at the start and at the end are set aside. Of what is left, each line of one text that the other
//     does not have is a change. Neither can make the difference larger.
//   - The lines that both texts have go through the linear-space algorithm of Myers (1986), whose cost is the number
//     of lines times the number of changed ones. It has a budget of steps, which some 11,000 such changes use up.
//   - Beyond that, where there are not many pairs of equal lines, which holds for sorted or shuffled records, the
//     algorithm of Hunt and Szymanski (1977) is used, whose cost is the number of these pairs.
//   - What is too much for both, such as long texts of a few different lines in random order, is cut in two where
//     the search had come furthest, and each part starts anew. Diff.Minimal is false for these, and for texts that
//     are one change since they have 2^31 lines or more.
//
// Whatever the texts are, the time is at most the budget's and a multiple of their size.
package textdiff

import "math"

// A Change replaces the bytes [Start, End) of the text before by New. Start is the start of a line, or the end of
// the text; End is the end of a line, or Start.
type Change struct {
	Start, End int    // byte offsets
	New        []byte // shares the memory of the text after
}

// A Diff is the difference of two texts.
type Diff struct {
	Changes []Change // sorted, neither overlapping nor touching; nil for equal texts
	Minimal bool     // known: no difference by whole lines has fewer deleted and inserted lines
}

// Changes returns the changes that turn before into after: Compare has the details.
func Changes(before, after []byte) []Change {
	return Compare(before, after).Changes
}

// Compare returns the difference between before and after. It is the same on every run and machine. Where a change
// could as well be some lines further up or down, since the lines around it repeat, it is where it reads best: at
// a line that is indented least, after a blank one.
func Compare(before, after []byte) Diff {
	return compareWithin(before, after, budget)
}

// compareWithin is Compare where exact searches may take budget steps.
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
