package fixedits

// markSubsumed marks losers that have nothing left to do as subsumed (rule 6).
// It needs all accepted deletions, including later ones in the total order, so
// it runs last.
//
// A fix whose edits are all made by other fixes never gets here: it coalesced
// with them and is applied.
func (m *merger) markSubsumed() {
	for i := range m.candidates {
		c := &m.candidates[i]
		if c.status != StatusConflict && c.status != StatusDeferred {
			continue
		}
		by := none
		for k := range c.edits {
			e := &c.edits[k]
			holder := m.deletedBy(e)
			if holder == none {
				by = none
				break
			}
			if k == 0 {
				by = holder
			}
		}
		if by != none {
			c.status, c.why, c.by = StatusSubsumed, whyDeleted, by
		}
	}
}

// deletedBy returns the candidate that deletes the first bytes of an edit's
// range, if the edit is a deletion and accepted deletions cover all of it.
// Deletions that touch count as one, unless text is inserted between them,
// because that text would separate the two parts that the edit meant to join.
// An edit without text is a deletion, since insertions without text were
// dropped.
func (m *merger) deletedBy(d *edit) int32 {
	if len(d.text) > 0 || d.kind != EditText {
		return none
	}
	f := &m.files[d.file]
	if f.deleted() {
		return f.slots[f.deletion].holder
	}
	at := int32(f.taken.previous(int(d.slot)))
	if at < 0 || f.slots[at].edit.end <= d.start {
		// No edit that starts before d overlaps it. A longer edit with the same
		// start sorts after d.
		at = int32(f.taken.next(int(d.slot)))
	}
	if at < 0 || f.slots[at].edit.start > d.start {
		return none
	}
	by := f.slots[at].holder
	for {
		e := f.slots[at].edit
		if len(e.text) > 0 {
			return none
		}
		if e.end >= d.end {
			return by
		}
		at = int32(f.taken.next(int(at) + 1))
		if at < 0 || f.slots[at].edit.start != e.end {
			return none
		}
	}
}
