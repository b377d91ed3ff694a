package fixedits

// Formatters are functions, not rivals (rule 8). So formatting fixes are looked at when all others are settled,
// and none of them is ever in conflict:
//
//   - Where a fix that is not of formatting changes a file, the formatter runs on the merged text, and the formatting
//     fixes of the file are superseded. That holds without a formatter too: the next round proposes them anew, for
//     the text as it is then.
//   - Where only formatting fixes change a file, the first in the total order applies as it is, and with it those of
//     the same rule that fit to it: a formatter may give its answer in one fix or piece by piece. One of another
//     rule, or one that does not fit, such as another configuration's answer from another target, is superseded; and
//     since there is more than one answer then, the formatter has the last word here as well.
//
// A formatting fix that changes several files is superseded as a whole where it is in one: it is an atom (rule 1).

// giveWay supersedes a formatting fix if something else changes one of its files.
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

// wantsFormatter reports whether the formatter runs on the merged text of a file that changes.
func (m *merger) wantsFormatter(f *file) bool {
	first := f.slots[f.taken.next(0)].holder
	return f.superseded || m.candidates[first].fix.Phase != PhaseFormat
}
