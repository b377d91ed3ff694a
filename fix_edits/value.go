package fixedits

import "bytes"

// mostComparisons limits how often the text of one file is compared in a
// replay. Beyond that, all remaining candidates are withdrawn: a file with a
// thousand culprits would be decoded ten thousand times.
const mostComparisons = 64

// keepsValue reports whether a candidate claims to preserve the values of its
// files. The claim is its phase, style or format, whatever the safety of the
// fix.
func (m *merger) keepsValue(i int32) bool {
	phase := m.candidates[i].fix.Phase
	return phase == PhaseStyle || phase == PhaseFormat
}

// plain returns the slots of accepted candidates in a file that may change its
// value, and whether there are other slots, which may not.
func (m *merger) plain(file int32) (slots bitset, held bool) {
	f := &m.files[file]
	slots = newBitset(len(f.slots))
	for _, e := range f.edits {
		switch {
		case m.candidates[e.candidate].status != StatusApplied:
		case m.keepsValue(e.candidate):
			held = true
		default:
			slots.add(int(e.slot))
		}
	}
	return slots, held
}

// same returns how the values of two texts of a file differ, or nil.
func (m *merger) same(f *file, before, after []byte) error {
	if m.opts.Same == nil || bytes.Equal(before, after) {
		return nil
	}
	return guard(func() error { return m.opts.Same(f.path, before, after) })
}
