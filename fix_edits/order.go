package fixedits

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// A sortKey is the part of a candidate that usually determines its place in the
// total order (rule 7).
type sortKey struct {
	start, end int
	class      int32 // rank of its safety, phase and priority
	candidate  int32
}

// sortCandidates sorts all candidates in the total order: safety, phase,
// priority of the rule, first path, first start, first end, rule, id. All other
// properties of a fix follow, so that two fixes that tie are identical. The
// origin is last; it only distinguishes fixes that are duplicates of each
// other.
//
// There are few different safeties, phases and priorities, and files are
// numbered in the order of their paths. So candidates are distributed to files,
// sorted within each file, and distributed to classes.
func (m *merger) sortCandidates() {
	counts := make([]int32, len(m.files)+2) // the first is for fixes without edits
	where := make([]int32, len(m.candidates))
	keys := make([]sortKey, len(m.candidates))
	for i := range m.candidates {
		c := &m.candidates[i]
		file, start, end := m.firstEdit(c)
		keys[i] = sortKey{start, end, m.classOf(c), int32(i)}
		where[i] = file + 1
		counts[file+2]++
	}
	for f := range counts[1:] {
		counts[f+1] += counts[f]
	}
	byFile := make([]sortKey, len(keys))
	for i, k := range keys {
		byFile[counts[where[i]]] = k
		counts[where[i]]++ // now the end of the file's keys and the start of the next file's
	}
	parallel(len(counts)-1, func(f int) {
		start := int32(0)
		if f > 0 {
			start = counts[f-1]
		}
		slices.SortFunc(byFile[start:counts[f]], m.compareInFile)
	})
	offsets := make([]int, m.classes+1)
	for i := range byFile {
		offsets[byFile[i].class+1]++
	}
	for c := range m.classes {
		offsets[c+1] += offsets[c]
	}
	place := where // of each candidate, in the total order
	for i := range byFile {
		class := byFile[i].class
		place[byFile[i].candidate] = int32(offsets[class])
		offsets[class]++
	}
	permute(m.candidates, place)
	for i := range m.candidates {
		for e := range m.candidates[i].edits {
			m.candidates[i].edits[e].candidate = int32(i)
		}
	}
}

// permute moves each element of list to its place, in its own memory: a copy of
// all candidates would be a tenth of the memory of a merge. Afterwards each
// place equals its index.
func permute[T any](list []T, place []int32) {
	for i := range place {
		for to := place[i]; to != int32(i); to = place[i] {
			list[i], list[to] = list[to], list[i]
			place[i], place[to] = place[to], to
		}
	}
}

// rankClasses ranks the possible combinations of safety, phase and priority. Fixes
// with the same rule, safety and phase are in one class.
func (in *inputs) rankClasses() {
	type class struct {
		safety, phase, priority int
	}
	kinds := make([]class, 0, len(in.rules)*safetyRanks*phaseRanks)
	for r := range in.rules {
		priority := 0
		if in.opts.Priority != nil {
			priority = in.opts.Priority(in.rules[r])
		}
		for s := range safetyRanks {
			for p := range phaseRanks {
				kinds = append(kinds, class{s, p, priority})
			}
		}
	}
	sorted := slices.Clone(kinds)
	slices.SortFunc(sorted, func(a, b class) int {
		return cmp.Or(cmp.Compare(a.safety, b.safety), cmp.Compare(a.phase, b.phase), cmp.Compare(a.priority, b.priority))
	})
	sorted = slices.Compact(sorted)
	ranks := make(map[class]int32, len(sorted))
	for i, c := range sorted {
		ranks[c] = int32(i)
	}
	in.ranks = make([]int32, len(kinds))
	for i, c := range kinds {
		in.ranks[i] = ranks[c]
	}
	in.classes = len(sorted)
}

// classOf returns the rank of the safety, phase and priority of a candidate.
func (in *inputs) classOf(c *candidate) int32 {
	return in.ranks[(int(c.rule)*safetyRanks+c.fix.Safety.Rank())*phaseRanks+c.fix.Phase.rank()]
}

// compareInFile is the total order among the candidates of one class whose
// first edits are in one file.
func (m *merger) compareInFile(a, b sortKey) int {
	switch {
	case a.start != b.start:
		return cmp.Compare(a.start, b.start)
	case a.end != b.end:
		return cmp.Compare(a.end, b.end)
	}
	x, y := &m.candidates[a.candidate], &m.candidates[b.candidate]
	if c := compareFixes(x.fix, y.fix); c != 0 {
		return c
	}
	return strings.Compare(m.proposals[x.proposal].Origin, m.proposals[y.proposal].Origin)
}

// firstEdit returns the range of the first edit of a candidate: of its
// remaining edits, or of its original ones if none remain.
func (m *merger) firstEdit(c *candidate) (file int32, start, end int) {
	if len(c.edits) > 0 {
		e := &c.edits[0]
		return e.file, e.start, e.end
	}
	file = none
	for i, u := range m.usesOf(c) {
		e, f := &c.fix.Edits[i], m.uses[u].file
		if file == none || cmp.Or(cmp.Compare(f, file), cmp.Compare(e.Start, start), cmp.Compare(e.End, end)) < 0 {
			file, start, end = f, e.Start, e.End
		}
	}
	return file, start, end
}

// compareFixes compares two fixes whose first edits have the same range.
func compareFixes(a, b *Fix) int {
	if c := strings.Compare(a.Rule, b.Rule); c != 0 {
		return c
	}
	if c := strings.Compare(a.ID, b.ID); c != 0 {
		return c
	}
	if c := slices.CompareFunc(a.Edits, b.Edits, compareEdits); c != 0 {
		return c
	}
	return cmp.Or(
		cmp.Compare(a.Safety, b.Safety),
		cmp.Compare(a.Phase, b.Phase),
		-compareBools(a.Idempotent, b.Idempotent),
		cmp.Compare(a.Isolation, b.Isolation),
		cmp.Compare(a.Title, b.Title),
		cmp.Compare(a.Confidence, b.Confidence),
	)
}

func compareEdits(a, b Edit) int {
	return cmp.Or(
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Start, b.Start),
		cmp.Compare(a.End, b.End),
		bytes.Compare(a.New, b.New),
		cmp.Compare(a.Kind, b.Kind),
		compareBools(a.Executable, b.Executable),
	)
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
