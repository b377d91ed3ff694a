package fixedits

import (
	"bytes"
	"slices"
)

// settle accepts as many as possible of the candidates at the given places of
// the total order, which must be sorted. All files are settled together, one
// fix after the other: fixes of several files couple them, and a fix takes so
// few steps that settling files in parallel would not pay off.
//
// If an accepted candidate turns out to break the syntax of a file, it is
// withdrawn (rule 11), and the candidates that only it kept out are tried
// again, in order; the other accepted ones stay accepted. Leaving them to the
// next round would exclude them forever: the fix that breaks the syntax would
// come back in each round and win again.
func (m *merger) settle(candidates []int32) {
	for len(candidates) > 0 {
		var accepted []int32
		for _, i := range candidates {
			if m.admit(i) {
				accepted = append(accepted, i)
			}
		}
		withdrawn := m.checkTexts(accepted)
		for _, i := range accepted {
			m.candidates[i].settled = m.candidates[i].status == StatusApplied
		}
		candidates = m.freed(withdrawn)
	}
}

// admit accepts a candidate if it is compatible with all candidates accepted
// before it, and otherwise records the reason (rules 4 to 8).
func (m *merger) admit(i int32) bool {
	c := &m.candidates[i]
	if c.fix.Phase == PhaseFormat && m.giveWay(c) {
		return false
	}
	// Isolation comes before conflict: fixes that share a key often overlap,
	// which is why they share one, and are meant to wait for each other.
	if by, key := m.isolatedBy(i); by != none {
		c.status, c.why, c.by, c.detail = StatusDeferred, whyIsolated, by, key
		return false
	}
	why, at := m.fit(c)
	if why != whyNot {
		c.status, c.why, c.file, c.slot = StatusConflict, why, at.file, at.slot
		if why.waits() {
			c.status = StatusDeferred
		}
		if c.fix.Phase == PhaseFormat {
			c.status = StatusSuperseded
		}
		c.by = m.files[at.file].slots[at.slot].holder
		return false
	}
	c.status = StatusApplied
	m.hold(i)
	return true
}

// fit returns the reason that keeps a candidate out, and the slot that causes
// it. A conflict outweighs a touch, since waiting for a round does not resolve
// it.
func (m *merger) fit(c *candidate) (why, slotID) {
	touch, touched := whyNot, slotID{}
	for i := range c.edits {
		e := &c.edits[i]
		why, slot := m.clash(e, c.idempotent)
		if why == whyNot {
			continue
		}
		at := slot
		if !why.waits() {
			return why, at
		}
		if touch == whyNot {
			touch, touched = why, at
		}
	}
	return touch, touched
}

// clash returns how an edit clashes with the accepted ones of its file (rules 4
// and 5), and with which slot.
//
// Accepted edits do not overlap, so one that overlaps this edit is next to it
// in the sorted list. One that touches it may be separated by an insertion at
// the offset where all three meet. That matters only if this edit is on the
// right: the other two may belong to one fix, whose edits may touch anywhere.
// If it is on the left, whether it may touch depends on itself alone.
func (m *merger) clash(e *edit, idempotent bool) (why, slotID) {
	if e.kind != EditText || m.files[e.file].deleted() {
		return m.clashOfFiles(e)
	}
	why, slot := m.clashOfTexts(e, idempotent)
	return why, slotID{e.file, slot}
}

// clashOfTexts is clash for an edit of a file that is not deleted.
func (m *merger) clashOfTexts(e *edit, idempotent bool) (why, int32) {
	f := &m.files[e.file]
	if f.taken.has(int(e.slot)) {
		// Rule 4: identical ranges coalesce, identical insertions only if both
		// are idempotent, or imports.
		if e.inserts() && !(idempotent && m.candidates[f.slots[e.slot].holder].idempotent) && !m.addsImports(f, e) {
			return whyNotShared, e.slot
		}
		return whyNot, none
	}
	left, right := int32(f.taken.previous(int(e.slot))), int32(f.taken.next(int(e.slot)))
	if e.inserts() {
		for _, at := range []int32{left, right} {
			if f.insertsAt(at, e.start) && !m.importsTogether(f, e, f.slots[at].edit) {
				return whySameOffset, at
			}
		}
		left, right = f.before(left, e.start), f.after(right, e.start)
	}
	touch, touched := whyNot, none
	if left >= 0 {
		switch before := f.slots[left].edit; {
		case before.end > e.start:
			return whyOverlaps, left
		case before.end < e.start:
		default:
			touch, touched = f.meet(before, e), left
			if touch != whyNot || !before.inserts() {
				break
			}
			if far := f.before(left, e.start); far >= 0 && f.slots[far].edit.end == e.start {
				touch, touched = f.meet(f.slots[far].edit, e), far
			}
		}
	}
	if right >= 0 {
		switch after := f.slots[right].edit; {
		case after.start < e.end:
			return whyOverlaps, right
		case after.start > e.end:
		case touch == whyNot:
			touch, touched = f.meet(e, after), right
		}
	}
	return touch, touched
}

// meet returns why two edits that meet at an offset may not both be accepted
// (rule 5), if so. They may be if a line starts there or the file starts or
// ends there, so that two tokens are never joined.
//
// The offset must still start a line after the left edit is made, or they would
// be joined after all. A range that ends there contains the preceding line end,
// so its replacement must end with one, or it must delete whole lines. An
// insertion leaves that line end alone. But if it prefixes a line, as a comment
// marker does, and the right edit deletes that line, it would end up in front
// of the next.
func (f *file) meet(left, right *edit) why {
	at := right.start
	if !f.startsLine(at) {
		if at == len(f.content) {
			return whyNot
		}
		return whyTouches
	}
	var starts bool // the right edit starts a line in the merged text, or stays with its line
	switch {
	case bytes.HasSuffix(left.text, []byte("\n")):
		starts = true
	case left.inserts():
		starts = len(right.text) > 0 || !f.endsWithLine(right)
	default:
		starts = len(left.text) == 0 && f.startsLine(left.start)
	}
	if !starts {
		return whyGlues
	}
	return whyNot
}

// endsWithLine reports whether an edit's range ends at the end of a line,
// including its line end.
func (f *file) endsWithLine(e *edit) bool {
	return e.end == len(f.content) || f.startsLine(e.end)
}

// isolatedBy returns the candidate that holds an isolation key of this
// candidate or of its duplicates, and the key, or none.
func (m *merger) isolatedBy(i int32) (by int32, key string) {
	for ; i != none; i = m.candidates[i].duplicate {
		if key := m.candidates[i].fix.Isolation; key != "" {
			if by, ok := m.isolated[key]; ok {
				return by, key
			}
		}
	}
	return none, ""
}

// hold assigns an accepted candidate its slots and isolation keys.
func (m *merger) hold(i int32) {
	c := &m.candidates[i]
	for k := range c.edits {
		e := &c.edits[k]
		f := &m.files[e.file]
		f.current = false
		s := &f.slots[e.slot]
		if s.holder == none {
			s.holder = i
			f.taken.add(int(e.slot))
			continue
		}
		if m.shared == nil {
			m.shared = map[slotID][]int32{}
		}
		id := slotID{e.file, e.slot}
		if m.shared[id] == nil {
			m.shared[id] = []int32{s.holder}
		}
		m.shared[id] = append(m.shared[id], i)
	}
	for d := i; d != none; d = m.candidates[d].duplicate {
		if key := m.candidates[d].fix.Isolation; key != "" {
			if m.isolated == nil {
				m.isolated = map[string]int32{}
			}
			m.isolated[key] = i
		}
	}
}

// release undoes hold for an accepted candidate. An edit that others also hold
// stays.
func (m *merger) release(i int32) {
	c := &m.candidates[i]
	for k := range c.edits {
		e := &c.edits[k]
		f := &m.files[e.file]
		f.current = false
		s := &f.slots[e.slot]
		id := slotID{e.file, e.slot}
		if holders := m.shared[id]; len(holders) > 1 {
			holders = slices.DeleteFunc(holders, func(h int32) bool { return h == i })
			m.shared[id], s.holder = holders, holders[0]
			continue
		}
		delete(m.shared, id)
		s.holder = none
		f.taken.remove(int(e.slot))
	}
	for d := i; d != none; d = m.candidates[d].duplicate {
		delete(m.isolated, m.candidates[d].fix.Isolation)
	}
}
