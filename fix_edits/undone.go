package fixedits

import "fmt"

// findUndone adds the accepted candidates all of whose files keep their text to
// m.undone: a formatter makes the old text again, or fixes undo each other. A
// run that applied them would change nothing, now and the next time (rule 12).
// It reports whether there are any.
func (m *merger) findUndone() bool {
	found := false
	for i := range m.candidates {
		c := &m.candidates[i]
		switch c.status {
		case StatusApplied, StatusDuplicate, StatusSubsumed, StatusSuperseded:
		default:
			continue
		}
		kept := len(c.edits) > 0
		for k := range c.edits {
			kept = kept && m.files[c.edits[k].file].undone
		}
		if !kept {
			continue
		}
		found = true
		f := &m.files[c.edits[0].file]
		m.undone[c.fix] = fmt.Sprintf("the fixes of %s undo each other, and its text stays the same", f.path)
		if f.formatted {
			m.undone[c.fix] = fmt.Sprintf("the formatter of %s undoes it: the rule and the formatter disagree; set fix = \"never\" for the rule, or an option of the formatter", f.path)
		}
	}
	return found
}

// leaveUndone makes the candidates in m.undone conflicts.
func (m *merger) leaveUndone() {
	for i := range m.candidates {
		c := &m.candidates[i]
		if why, ok := m.undone[c.fix]; ok && c.status == pending {
			c.status, c.why, c.detail, c.edits = StatusConflict, whyUndone, why, nil
		}
	}
}
