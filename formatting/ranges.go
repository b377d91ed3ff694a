package formatting

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// rangeTries bounds how often Ranges parses and formats a text.
const rangeTries = 100

// Ranges returns a file with the changes of its formatting that touch some
// ranges of bytes. Text is the whole file, formatted. The result parses, means
// the same as src, and stays as it is if it is formatted and reduced to the
// changes of these ranges again. If these changes alone do not achieve that, the
// result has insertions elsewhere too, such as of a line that moves, none of
// which can be left out by itself, unless there are too many to find out. No
// line elsewhere is replaced or deleted. The result is src if nothing touches
// the ranges, or if no language matches the file. The error is a *[RefusedError]
// if no such changes achieve it.
func (r *Registry) Ranges(path string, src, text []byte, ranges [][2]int) ([]byte, error) {
	lang := r.For(path, src)
	if lang == nil {
		return src, nil
	}
	s := &rangeSearch{registry: r, lang: r.recalling(lang), path: path, src: src, ranges: ranges, changes: textdiff.Changes(src, text)}
	s.out = make([]bool, len(s.changes))
	touching := false
	var insertions []int
	for i, change := range s.changes {
		switch {
		case meets(change, ranges):
			touching = true
		case change.Start == change.End:
			insertions = append(insertions, i)
		default:
			s.out[i] = true
		}
	}
	if !touching {
		return src, nil
	}
	s.leave(insertions)
	if s.best == nil && !s.try() {
		return nil, refusal(lang, path, "other lines would have to change too")
	}
	return s.best, nil
}

// A rangeSearch looks for the changes that Ranges makes.
type rangeSearch struct {
	registry *Registry
	lang     Language
	path     string
	src      []byte
	ranges   [][2]int
	changes  []textdiff.Change
	out      []bool // the changes that are left out
	best     []byte // the last text that holds; nil: none
	tries    int
}

// leave leaves out as many of some changes as it can.
func (s *rangeSearch) leave(some []int) {
	if len(some) == 0 || s.tries >= rangeTries {
		return
	}
	for _, i := range some {
		s.out[i] = true
	}
	if s.try() {
		return
	}
	for _, i := range some {
		s.out[i] = false
	}
	if half := len(some) / 2; half > 0 {
		s.leave(some[:half])
		s.leave(some[half:])
	}
}

// try reports whether the text with the changes that are not left out holds.
func (s *rangeSearch) try() bool {
	s.tries++
	var some []textdiff.Change
	for i, change := range s.changes {
		if !s.out[i] {
			some = append(some, change)
		}
	}
	made := patched(s.src, some)
	if _, err := same(s.lang, s.path, s.src, made); err != nil {
		return false
	}
	again, err := s.registry.Format(s.path, made)
	if err != nil {
		return false
	}
	ranges := moved(s.ranges, some)
	if slices.ContainsFunc(textdiff.Changes(made, again.Text), func(c textdiff.Change) bool { return meets(c, ranges) }) {
		return false
	}
	s.best = made
	return true
}

// meets reports whether a change replaces a part of some ranges of bytes, or
// inserts something in or beside them.
func meets(c textdiff.Change, ranges [][2]int) bool {
	return slices.ContainsFunc(ranges, func(of [2]int) bool {
		if c.Start == c.End {
			return of[0] <= c.Start && c.Start <= of[1]
		}
		return c.Start < of[1] && of[0] < c.End
	})
}

// Moved returns ranges of a text in the text after some changes, together with
// the new texts of the changes that touch them.
func Moved(ranges [][2]int, before, after []byte) [][2]int {
	return moved(ranges, textdiff.Changes(before, after))
}

// moved is Moved for known changes.
func moved(ranges [][2]int, changes []textdiff.Change) [][2]int {
	var all [][2]int
	for _, of := range ranges {
		from, to, delta := of[0], of[1], 0
		for _, c := range changes {
			grown := len(c.New) - (c.End - c.Start)
			switch {
			case meets(c, [][2]int{of}):
				from, to = min(from, c.Start+delta), max(to+grown, c.Start+delta+len(c.New))
			case c.End <= of[0]:
				from, to = from+grown, to+grown
			}
			delta += grown
		}
		all = append(all, [2]int{from, to})
	}
	return all
}
