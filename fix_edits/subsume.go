package fixedits

// markSubsumed turns losers that have nothing left to do into subsumed ones (rule 6). It needs all accepted
// deletions, later ones in the total order included, so it runs last.
//
// A fix all of whose edits are made for others anyway never comes here: it coalesced with them, and is applied.
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

// deletedBy returns who deletes the first bytes of what an edit deletes, if the edit is a deletion and accepted
// deletions take out all of it. Deletions that touch count as one, unless text is inserted where they meet: what
// the edit wanted to bring together is not together then. An edit without text is a deletion, since insertions
// without text were dropped.
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
		// Nothing starts before d and reaches into it; what starts where d does comes after it if it is longer.
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
