package fixedits

import (
	"bytes"
	"cmp"
	"slices"
)

// buildSlots builds the sorted list of distinct edits of each file. From here
// on an index in that list, a slot, represents an edit: fixes with the same
// edit share the slot (rules 3 and 4), and the neighbors of an edit are the
// neighbors of its slot.
func (m *merger) buildSlots() {
	counts := make([]int, len(m.files))
	total := 0
	for i := range m.candidates {
		c := &m.candidates[i]
		if c.status != pending {
			continue
		}
		for e := range c.edits {
			counts[c.edits[e].file]++
			total++
		}
	}
	all, slots := make([]*edit, total), make([]slot, total)
	at := 0
	for f, n := range counts {
		m.files[f].edits, m.files[f].slots = all[at:at:at+n], slots[at:at:at+n]
		at += n
	}
	for i := range m.candidates {
		c := &m.candidates[i]
		if c.status != pending {
			continue
		}
		for e := range c.edits {
			f := &m.files[c.edits[e].file]
			f.edits = append(f.edits, &c.edits[e])
		}
	}
	parallel(len(m.files), func(i int) { m.files[i].buildSlots() })
}

func (f *file) buildSlots() {
	if len(f.edits) == 0 {
		return
	}
	slices.SortStableFunc(f.edits, func(a, b *edit) int {
		switch {
		case a.start != b.start:
			return cmp.Compare(a.start, b.start)
		case a.end != b.end:
			return cmp.Compare(a.end, b.end)
		case a.kind != b.kind:
			return cmp.Compare(a.kind, b.kind)
		case a.executable != b.executable:
			return compareBools(a.executable, b.executable)
		}
		return bytes.Compare(a.text, b.text)
	})
	f.deletion = none
	for _, e := range f.edits {
		n := len(f.slots)
		if n == 0 || !sameEdit(f.slots[n-1].edit, e) {
			f.slots = append(f.slots, slot{edit: e, holder: none})
			n++
		}
		e.slot = int32(n - 1)
		if e.kind == EditDelete {
			f.deletion = e.slot
		}
	}
	f.taken = newBitset(len(f.slots))
}

func sameEdit(a, b *edit) bool {
	return a.start == b.start && a.end == b.end && a.kind == b.kind && a.executable == b.executable && bytes.Equal(a.text, b.text)
}

// joinDuplicates merges fixes with equal edits into one (rule 3). The first in
// the total order represents all of them; the origins do not influence the
// choice. Snapshots need no comparison: a fix that is still eligible refers to
// the current bytes of its files.
func (m *merger) joinDuplicates() {
	parallel(len(m.files), func(i int) {
		f := &m.files[i]
		if len(f.slots) == len(f.edits) {
			return // all edits differ
		}
		for rest := f.edits; len(rest) > 0; {
			n := 1
			for n < len(rest) && rest[n].slot == rest[0].slot {
				n++
			}
			if n > 1 {
				m.joinIn(rest[:n])
			}
			rest = rest[n:]
		}
	})
}

// joinIn merges duplicates among the candidates whose first edit is one of
// edits, which share a slot.
func (m *merger) joinIn(edits []*edit) {
	var group []int32
	for _, e := range edits {
		if &m.candidates[e.candidate].edits[0] == e {
			group = append(group, e.candidate)
		}
	}
	compare := func(a, b int32) int {
		return slices.CompareFunc(m.candidates[a].edits, m.candidates[b].edits, func(x, y edit) int {
			return cmp.Or(cmp.Compare(x.file, y.file), cmp.Compare(x.slot, y.slot))
		})
	}
	slices.SortFunc(group, func(a, b int32) int { return cmp.Or(compare(a, b), cmp.Compare(a, b)) })
	for len(group) > 0 {
		n := 1
		for n < len(group) && compare(group[0], group[n]) == 0 {
			n++
		}
		first := &m.candidates[group[0]]
		for _, i := range slices.Backward(group[1:n]) {
			c := &m.candidates[i]
			c.status, c.why, c.by = StatusDuplicate, whyDuplicate, group[0]
			c.duplicate, first.duplicate = first.duplicate, i
			// The merged fix is idempotent only if all of its duplicates are.
			first.idempotent = first.idempotent && c.idempotent
		}
		group = group[n:]
	}
}
