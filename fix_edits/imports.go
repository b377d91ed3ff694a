package fixedits

import "bytes"

// Fixes may insert several texts at one offset if these are imports: the order of
// imports is free, and two fixes may share one. Options.SettleImports removes
// duplicates from the result.

// importsTogether reports whether two insertions at one offset add nothing but
// imports, in lines of their own.
func (m *merger) importsTogether(f *file, a, b *edit) bool {
	lines := endsLine(a.text) && endsLine(b.text) || startsLine(a.text) && startsLine(b.text)
	return lines && m.addsImports(f, a) && m.addsImports(f, b)
}

// endsLine reports whether a text ends with a line end and spaces.
func endsLine(text []byte) bool { return bytes.HasSuffix(bytes.TrimRight(text, " \t"), []byte("\n")) }

// startsLine reports whether a text begins with spaces and a line end.
func startsLine(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(text, " \t\r"), []byte("\n"))
}

// addsImports reports whether an insertion adds nothing but imports.
func (m *merger) addsImports(f *file, e *edit) bool {
	if m.opts.AddsImports == nil {
		return false
	}
	adds := false
	err := guard(func() error {
		adds = m.opts.AddsImports(f.path, f.content, e.start, e.text)
		return nil
	})
	return adds && err == nil
}

// settleImports returns the merged text of a file with its imports settled, and
// whether that changed it.
func (m *merger) settleImports(f *file) (text []byte, changed bool) {
	text = f.merged()
	if m.opts.SettleImports == nil || f.missing {
		return text, false
	}
	settled := settledBy(m.opts.SettleImports, f.path, f.content, text)
	return settled, len(settled) != len(text)
}

// settledBy returns the result of a function like Options.SettleImports, or the
// text itself if it fails.
func settledBy(settle func(path string, before, after []byte) []byte, path string, before, text []byte) []byte {
	settled := text
	if err := guard(func() error {
		settled = settle(path, before, text)
		return nil
	}); err != nil {
		return text
	}
	return settled
}

// insertsAt reports whether a slot, which may be none, inserts at an offset.
func (f *file) insertsAt(slot int32, offset int) bool {
	return slot >= 0 && f.slots[slot].edit.inserts() && f.slots[slot].edit.start == offset
}

// before returns the first accepted slot from a slot downward that does not
// insert at an offset, or none.
func (f *file) before(slot int32, offset int) int32 {
	for f.insertsAt(slot, offset) {
		slot = int32(f.taken.previous(int(slot) - 1))
	}
	return slot
}

// after is before, upward.
func (f *file) after(slot int32, offset int) int32 {
	for f.insertsAt(slot, offset) {
		slot = int32(f.taken.next(int(slot) + 1))
	}
	return slot
}
