package fixedits

// Formatters are functions, not rivals (rule 8). Formatting fixes are therefore
// considered after all others are settled, and never conflict:
//
//   - If a non-formatting fix changes a file, the formatter runs on the merged
//     text, and the formatting fixes of the file are superseded. This holds even
//     without a formatter: the next round proposes them again, for the new text.
//   - If only formatting fixes change a file, the first in the total order
//     applies unchanged, together with the compatible ones of the same rule: a
//     formatter may report its result in one fix or piece by piece. Fixes of
//     another rule, and incompatible ones, such as fixes of another target with
//     another configuration, are superseded. Since the results then differ, the
//     formatter runs here as well.
//
// A formatting fix that changes several files is superseded as a whole if it is
// superseded in one of them: a fix is an atom (rule 1).

// giveWay supersedes a formatting fix if another fix changes one of its files.
func (m *merger) giveWay(c *candidate) bool {
	for k := range c.edits {
		f := &m.files[c.edits[k].file]
		first := f.taken.next(0)
		if first < 0 {
			continue
		}
		holder := f.slots[first].holder
		if h := m.candidates[holder].fix; h.Phase != PhaseFormat || h.Rule != c.fix.Rule {
			c.status, c.why, c.by = StatusSuperseded, whyOthersEdit, holder
			c.file, c.slot = c.edits[k].file, int32(first)
			return true
		}
	}
	return false
}

// wantsFormatter reports whether the formatter runs on the merged text of a
// file that changes.
func (m *merger) wantsFormatter(f *file) bool {
	first := f.slots[f.taken.next(0)].holder
	return f.superseded || m.candidates[first].fix.Phase != PhaseFormat
}
