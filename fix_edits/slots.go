package fixedits

import (
	"bytes"
	"cmp"
	"slices"
)

// buildSlots gives each file the sorted list of its distinct edits. From here on a place in that list, a slot,
// stands for an edit: fixes that want the same bytes at the same place share the slot (rules 3 and 4), and the
// neighbours of an edit are the neighbours of its slot.
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

// joinDuplicates makes one fix of those with equal edits (rule 3). The first in the total order stands for all of
// them; nothing that only origins tell apart has a say in which that is. Snapshots need no comparison: a fix that
// is still eligible refers to the bytes that its files have now.
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

// joinIn joins duplicates among the candidates whose first edit is one of edits, which share a slot.
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
			// One fix is what all that make it up are: it shares its insertions only if each of them would.
			first.idempotent = first.idempotent && c.idempotent
		}
		group = group[n:]
	}
}
