package fixedits

import "bytes"

// mostComparisons is how often the text of one file is compared in a replay.
// With more, all candidates that are in doubt go: a file with a thousand
// culprits would be decoded ten thousand times.
const mostComparisons = 64

// keepsValue reports whether a candidate claims to keep what its files say. The
// claim is its phase: style is how a file says something, and format its
// layout, however safe the fix is.
func (m *merger) keepsValue(i int32) bool {
	phase := m.candidates[i].fix.Phase
	return phase == PhaseStyle || phase == PhaseFormat
}

// plain returns the slots of a file that accepted candidates hold which may
// change what it says, and whether there are others, which may not.
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

// same returns how what two texts of a file say differs, or nil.
func (m *merger) same(f *file, before, after []byte) error {
	if m.opts.Same == nil || bytes.Equal(before, after) {
		return nil
	}
	return guard(func() error { return m.opts.Same(f.path, before, after) })
}
