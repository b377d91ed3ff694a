package pipeline

import (
	"cmp"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// gathered returns the changes of all rounds with one change for each rule, and
// the formatters at the end. The last texts stay the same. A change of a later
// round moves up to that of its rule in an earlier one, if it is of other lines
// than all changes between them. One that is not stays where it is, as a second
// change of its rule: what it changes is not there before.
func gathered(all []RuleChange) []RuleChange {
	var out []RuleChange
	for _, change := range all {
		out = gather(out, change)
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
// depends on one of them.
func moveUp(over []RuleChange, change RuleChange) (after []RuleChange, moved RuleChange, ok bool) {
	after = slices.Clone(over)
	change.Files = slices.Clone(change.Files)
	for k := len(after) - 1; k >= 0; k-- {
		after[k].Files = slices.Clone(after[k].Files)
		for i := range change.Files {
			for n := range after[k].Files {
				if after[k].Files[n].Path == change.Files[i].Path && !swap(&after[k].Files[n], &change.Files[i]) {
					return nil, RuleChange{}, false
				}
			}
		}
	}
	return after, change, true
}

// swap makes the second of two changes of a file, one after the other, the
// first one. It reports false if they are of the same lines, or of neighboring
// ones.
func swap(first, second *fixedits.FileChange) bool {
	if first.Created || first.Deleted || second.Created || second.Deleted {
		return false
	}
	earlier := textdiff.Changes(first.Before, first.After)
	later := textdiff.Changes(second.Before, second.After)
	edits := make([]fixedits.Edit, len(later))
	k, shift := 0, 0 // of the earlier changes before the later one
	for i, change := range later {
		for k < len(earlier) && earlier[k].Start+shift+len(earlier[k].New) < change.Start {
			shift += len(earlier[k].New) - (earlier[k].End - earlier[k].Start)
			k++
		}
		if k < len(earlier) && earlier[k].Start+shift <= change.End {
			return false
		}
		edits[i] = fixedits.Edit{Path: first.Path, Start: change.Start - shift, End: change.End - shift, New: change.New}
	}
	between, err := fixedits.Apply(first.Before, edits)
	if err != nil {
		panic(err) // they have kept their order
	}
	second.Before, first.After = first.Before, second.After
	second.After, first.Before = between, between
	return true
}
