package fixedits

import (
	"fmt"
	"slices"
)

// checkSyntax parses the files that newly accepted candidates change, withdraws those that break one (rule 11),
// and returns these in the total order.
//
// A fix is withdrawn from all of its files, so a file that parsed may have to be looked at again. Files are looked
// at in the order of their paths, and each time a fix goes, so this ends, and ends the same each time.
func (m *merger) checkSyntax(accepted []int32) []int32 {
	if m.opts.Parse == nil {
		return nil
	}
	changed := m.filesOf(accepted)
	failed := make([]bool, len(changed))
	parallel(len(changed), func(i int) {
		f := &m.files[changed[i]]
		failed[i] = m.parse(f, f.merged(nil)) != nil && m.parse(f, f.content) == nil
	})
	var queue []int32
	for i, f := range changed {
		if failed[i] {
			queue = append(queue, f)
		}
	}
	var broken []int32
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		culprits := m.replay(f)
		for _, i := range culprits {
			m.release(i)
		}
		for _, g := range m.filesOf(culprits) {
			if at, found := slices.BinarySearch(queue, g); g != f && !found {
				queue = slices.Insert(queue, at, g)
			}
		}
		broken = append(broken, culprits...)
	}
	slices.Sort(broken)
	return broken
}

// replay finds the accepted candidates that break the syntax of a file, and marks them.
//
// The candidates of the file are replayed in order on its snapshot, those first that it had before, in halves: a half is taken as a whole where
// the text parses with it, and else split. That finds one culprit among n candidates in about 2 log n parses where
// one at a time would need n, and the same one, unless candidates of one half break and mend each other: such a
// half is kept, since the text parses.
func (m *merger) replay(file int32) (culprits []int32) {
	f := &m.files[file]
	if m.parse(f, f.merged(nil)) == nil || m.parse(f, f.content) != nil {
		return nil
	}
	var all []int32
	for _, e := range f.edits {
		if m.candidates[e.candidate].status == StatusApplied {
			all = append(all, e.candidate)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	slices.SortStableFunc(all, func(a, b int32) int {
		return compareBools(m.candidates[b].settled, m.candidates[a].settled)
	})

	kept := newBitset(len(f.slots))
	var take func(some []int32)
	take = func(some []int32) {
		added := m.mark(&kept, file, some)
		err := m.parse(f, f.splice(&kept, nil))
		if err == nil {
			return
		}
		for _, slot := range added {
			kept.remove(int(slot))
		}
		if len(some) == 1 {
			c := &m.candidates[some[0]]
			c.status, c.why, c.detail = StatusBrokeSyntax, whyNoSyntax, fmt.Sprintf("%s no longer parses with it: %v", f.path, err)
			culprits = append(culprits, some[0])
			return
		}
		take(some[:len(some)/2])
		take(some[len(some)/2:])
	}
	take(all)
	return culprits
}

// mark adds the slots of some candidates in a file to a set, and returns those that it did not have.
func (m *merger) mark(set *bitset, file int32, candidates []int32) (added []int32) {
	for _, i := range candidates {
		for k := range m.candidates[i].edits {
			if e := &m.candidates[i].edits[k]; e.file == file && !set.has(int(e.slot)) {
				set.add(int(e.slot))
				added = append(added, e.slot)
			}
		}
	}
	return added
}

// freed returns, as eligible again, the candidates that only withdrawn ones kept out, in the total order.
func (m *merger) freed(withdrawn []int32) (candidates []int32) {
	if len(withdrawn) == 0 {
		return nil
	}
	for i := range m.candidates {
		c := &m.candidates[i]
		switch c.status {
		case StatusConflict, StatusDeferred, StatusSuperseded:
			if _, ok := slices.BinarySearch(withdrawn, c.by); ok {
				c.status, c.why, c.by, c.detail = pending, whyNot, none, ""
				candidates = append(candidates, int32(i))
			}
		}
	}
	return candidates
}

// filesOf returns the files that candidates edit, sorted.
func (m *merger) filesOf(candidates []int32) []int32 {
	var files []int32
	for _, i := range candidates {
		for k := range m.candidates[i].edits {
			if f := m.candidates[i].edits[k].file; len(files) == 0 || files[len(files)-1] != f {
				files = append(files, f)
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

func (m *merger) parse(f *file, text []byte) error {
	return guard(func() error { return m.opts.Parse(f.path, text) })
}
