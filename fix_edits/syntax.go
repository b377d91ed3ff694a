package fixedits

import (
	"fmt"
	"slices"
)

// checkTexts parses the files that newly accepted candidates change and
// compares their values. It withdraws the candidates that break one (rule 11),
// and returns them in the total order.
//
// A fix is withdrawn from all of its files, so a file that parsed may have to
// be checked again. Files are checked in the order of their paths, and each
// repetition removes a fix, so the loop terminates, with the same result each
// time.
func (m *merger) checkTexts(accepted []int32) []int32 {
	if m.opts.Parse == nil && m.opts.Same == nil {
		return nil
	}
	changed := m.filesOf(accepted)
	failed := make([]bool, len(changed))
	parallel(len(changed), func(i int) {
		failed[i] = m.broken(changed[i])
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

// broken reports whether a file that parsed, or did not exist, does not parse
// with all accepted candidates, or has a different value with the candidates
// that claim to preserve it.
func (m *merger) broken(file int32) bool {
	f := &m.files[file]
	switch {
	case f.deleted():
		return false
	case f.missing:
		return f.created() && m.parse(f, f.merged()) != nil
	case m.parse(f, f.merged()) != nil && m.parse(f, f.content) == nil:
		return true
	}
	plain, held := m.plain(file)
	return held && m.same(f, f.splice(&plain), f.merged()) != nil
}

// replay finds the accepted candidates that break the syntax or the value of a
// file, and marks them.
//
// The candidates of the file are replayed in order on its snapshot, previously
// settled ones first, by bisection: a half is taken as a whole if the text
// parses with it, and split otherwise. That finds one culprit among n
// candidates in about 2 log n parses, instead of n parses one at a time. It
// finds the same culprit, unless candidates of one half break and repair each
// other: such a half is kept, since the text parses.
func (m *merger) replay(file int32) (culprits []int32) {
	if !m.broken(file) {
		return nil
	}
	f := &m.files[file]
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

	r := replayed{m: m, file: file, kept: newBitset(len(f.slots)), plain: newBitset(len(f.slots)), parses: f.missing || m.parse(f, f.content) == nil}
	r.take(all)
	return r.culprits
}

// A replayed is a file with the candidates that are known to be good.
type replayed struct {
	m        *merger
	file     int32
	parses   bool   // whether the snapshot does
	kept     bitset // the slots of good candidates
	plain    bitset // the slots of good candidates that may change the value
	compared int    // the number of comparisons so far
	culprits []int32
}

// take keeps the given candidates with which the text stays good, and marks the
// others.
func (r *replayed) take(some []int32) {
	m := r.m
	added := m.mark(&r.kept, r.file, some)
	plain := m.mark(&r.plain, r.file, slices.DeleteFunc(slices.Clone(some), m.keepsValue))
	status, err := r.judge()
	if err == nil {
		return
	}
	for _, slot := range added {
		r.kept.remove(int(slot))
	}
	for _, slot := range plain {
		r.plain.remove(int(slot))
	}
	if len(some) == 1 {
		r.blame(some, status, err)
		return
	}
	if status == StatusBrokeValue && r.compared > mostComparisons && slices.ContainsFunc(some, m.keepsValue) {
		r.blame(slices.DeleteFunc(slices.Clone(some), func(i int32) bool { return !m.keepsValue(i) }), status, err)
		r.take(slices.DeleteFunc(slices.Clone(some), m.keepsValue))
		return
	}
	r.take(some[:len(some)/2])
	r.take(some[len(some)/2:])
}

// blame withdraws candidates.
func (r *replayed) blame(culprits []int32, status Status, err error) {
	path := r.m.files[r.file].path
	why, words := whyNoSyntax, "no longer parses with it"
	if r.m.files[r.file].missing {
		words = "would not parse"
	}
	if status == StatusBrokeValue {
		why, words = whyNoValue, "would not keep its value"
	}
	for _, i := range culprits {
		c := &r.m.candidates[i]
		c.status, c.why, c.detail = status, why, fmt.Sprintf("%s %s: %v", path, words, err)
	}
	r.culprits = append(r.culprits, culprits...)
}

// judge returns the error of the current text, and the status for the
// candidates to blame.
func (r *replayed) judge() (status Status, err error) {
	f := &r.m.files[r.file]
	if f.missing && r.kept.next(0) < 0 {
		return "", nil
	}
	text := f.splice(&r.kept)
	if r.parses {
		if err := r.m.parse(f, text); err != nil {
			return StatusBrokeSyntax, err
		}
	}
	if f.missing {
		return "", nil
	}
	r.compared++
	return StatusBrokeValue, r.m.same(f, f.splice(&r.plain), text)
}

// mark adds the slots of the given candidates in a file to a set, and returns
// the new ones.
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

// freed makes the candidates eligible again that only withdrawn ones kept out,
// and returns them in the total order.
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
	if m.opts.Parse == nil {
		return nil
	}
	return guard(func() error { return m.opts.Parse(f.path, text) })
}
