package pipeline

import (
	"cmp"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// gathered returns the changes of all rounds with one change for each rule, and
// the formatters at the end. The last texts stay the same. A change of a later
// round joins the earlier change of its rule, if it is of other lines than the
// changes of other rules between them. It takes along the changes of a
// formatter to its lines. Otherwise it stays in its place, as a second change of
// its rule, since the lines that it changes are not there before.
func gathered(all []RuleChange) []RuleChange {
	var out []RuleChange
	for _, change := range all {
		out = gather(out, change)
	}
	for i := range out {
		out[i].Files = slices.DeleteFunc(out[i].Files, func(f fixedits.FileChange) bool { return !f.Changes() })
	}
	return slices.DeleteFunc(out, func(c RuleChange) bool { return len(c.Files) == 0 })
}

func gather(out []RuleChange, change RuleChange) []RuleChange {
	for i := len(out) - 1; i >= 0; i-- {
		if out[i].Rule != change.Rule || out[i].Last != change.Last {
			continue
		}
		if over, moved, ok := moveUp(out[i+1:], change); ok {
			return slices.Concat(out[:i], []RuleChange{out[i].then(moved)}, over)
		}
		break
	}
	if first := len(out) - ending(out); !change.Last {
		if over, moved, ok := moveUp(out[first:], change); ok {
			return slices.Concat(out[:first], []RuleChange{moved}, over)
		}
	}
	return append(out, change)
}

// ending returns the number of changes at the end that come after all others.
func ending(all []RuleChange) int {
	n := 0
	for n < len(all) && all[len(all)-1-n].Last {
		n++
	}
	return n
}

// then returns a change followed by another of its rule.
func (c RuleChange) then(next RuleChange) RuleChange {
	c.Fixes = slices.Concat(c.Fixes, next.Fixes)
	c.Files = slices.Clone(c.Files)
	for i := range next.Files {
		file := next.Files[i]
		at, known := slices.BinarySearchFunc(c.Files, file.Path, func(f fixedits.FileChange, path string) int { return cmp.Compare(f.Path, path) })
		switch {
		case !known:
			c.Files = slices.Insert(c.Files, at, file)
		case !c.Files[at].Then(&file):
			c.Files = slices.Delete(c.Files, at, at+1)
		}
	}
	return c
}

// moveUp moves a change up over others, which it follows. It returns them as
// they are after it, and the change before them. It is not ok if the change
// depends on one of them that is not a formatter's.
func moveUp(over []RuleChange, change RuleChange) (after []RuleChange, moved RuleChange, ok bool) {
	after = slices.Clone(over)
	change.Files = slices.Clone(change.Files)
	for k := len(after) - 1; k >= 0; k-- {
		after[k].Files = slices.Clone(after[k].Files)
		for i := range change.Files {
			for n := range after[k].Files {
				if after[k].Files[n].Path == change.Files[i].Path && !swap(&after[k].Files[n], &change.Files[i], after[k].Last && !change.Last) {
					return nil, RuleChange{}, false
				}
			}
		}
	}
	return after, change, true
}

// swap makes the second of two changes of a file, one after the other, the
// first one. If both change the same lines, the second one takes these from the
// first if it may, and otherwise nothing is swapped.
func swap(first, second *fixedits.FileChange, takes bool) bool {
	if first.Created || first.Deleted || second.Created || second.Deleted {
		return false
	}
	earlier := textdiff.Changes(first.Before, first.After)
	later := textdiff.Changes(second.Before, second.After)
	var edits []fixedits.Edit  // of the second, in the text before the first
	grownBefore, grown := 0, 0 // by the changes so far, up to the text between, and from there
	for i, k := 0, 0; k < len(later); {
		// The next lines of the text between that any change has to do with.
		start, end := later[k].Start, later[k].Start
		if i < len(earlier) && earlier[i].Start+grownBefore < start {
			start, end = earlier[i].Start+grownBefore, earlier[i].Start+grownBefore
		}
		fromBefore, fromAfter := start-grownBefore, start+grown
		owned, taken := false, false
		for more := true; more; {
			more = false
			if i < len(earlier) && touches(earlier[i].Start+grownBefore, len(earlier[i].New), start, end) {
				end = max(end, earlier[i].Start+grownBefore+len(earlier[i].New))
				grownBefore += len(earlier[i].New) - (earlier[i].End - earlier[i].Start)
				taken, more, i = true, true, i+1
			}
			if k < len(later) && touches(later[k].Start, later[k].End-later[k].Start, start, end) {
				end = max(end, later[k].End)
				grown += len(later[k].New) - (later[k].End - later[k].Start)
				owned, more, k = true, true, k+1
			}
		}
		if !owned {
			continue
		}
		if taken && !takes {
			return false
		}
		edits = append(edits, fixedits.Edit{Path: first.Path, Start: fromBefore, End: end - grownBefore, New: second.After[fromAfter : end+grown]})
	}
	between, err := fixedits.Apply(first.Before, edits)
	if err != nil {
		panic(err) // they are sorted, and do not overlap
	}
	second.Before, first.After = first.Before, second.After
	second.After, first.Before = between, between
	return true
}

// touches reports whether lines from an offset belong to the range from start to
// end: they overlap, or no line is between an insertion or a deletion and the
// other range.
func touches(at, size, start, end int) bool {
	if size == 0 || start == end {
		return at <= end
	}
	return at < end
}
