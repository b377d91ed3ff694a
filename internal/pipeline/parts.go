package pipeline

import (
	"fmt"
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Plan merges the findings as Apply does, and calls each with one plan after
// the other, in the order of the paths of their files. Together they are equal
// to one plan, but only a bounded number of files is in memory at once. An
// error of each ends it. Plan sets the disposition of each fix in the artifact.
// It adds files on which a formatter fails to c.Crashed.
func (c *Checked) Plan(opts Options, each func(*fixedits.Plan) error) error {
	var all []fixedits.Outcome // that have a disposition
	for _, part := range parts(opts.proposal(c.Artifact), batch) {
		plan, _, crashed, err := mergeWithout(c.texts, &c.texts.settled, []fixedits.Proposal{part}, newRun(c.texts, opts))
		if err != nil {
			return err
		}
		if len(plan.Failed) > 0 {
			return fmt.Errorf("merge: %w", plan.Failed[0])
		}
		c.Crashed = append(c.Crashed, crashed...)
		if err := each(plan); err != nil {
			return err
		}
		all = append(all, disposed(plan.Outcomes)...)
	}
	c.dispose(all)
	sortCrashes(c.Crashed)
	return nil
}

// parts splits a proposal into parts that a merge can decide independently. It
// cuts between two paths if no fix, no choice of alternatives and no isolation
// key spans them. A part has size paths, or as many more as needed.
func parts(p fixedits.Proposal, size int) []fixedits.Proposal {
	paths := pathsOf(p.Fixes)
	ends := partEnds(spans(&p, paths), len(paths), size)
	if len(ends) < 2 {
		return []fixedits.Proposal{p}
	}
	cut := make([]fixedits.Proposal, len(ends))
	partOf := func(path int) int {
		part, _ := slices.BinarySearch(ends, path+1)
		return part
	}
	for _, snapshot := range p.Snapshots {
		if i, ok := slices.BinarySearch(paths, snapshot.Path); ok {
			part := &cut[partOf(i)]
			part.Snapshots = append(part.Snapshots, snapshot)
		}
	}
	parts := make(map[string]int, len(p.Fixes)) // by id of a fix
	for _, fix := range p.Fixes {
		i := partOf(spanOf(&fix, paths).first)
		parts[fix.ID] = i
		cut[i].Fixes = append(cut[i].Fixes, fix)
	}
	for _, d := range p.Diagnostics {
		if len(d.Fixes) > 0 {
			part := &cut[parts[d.Fixes[0]]]
			part.Diagnostics = append(part.Diagnostics, d)
		}
	}
	for i := range cut {
		cut[i].Origin, cut[i].Refuses = p.Origin, p.Refuses
	}
	return cut
}

// pathsOf returns the paths that fixes change, sorted, each once.
func pathsOf(fixes []fixedits.Fix) []string {
	var paths []string
	for i := range fixes {
		for _, edit := range fixes[i].Edits {
			if len(paths) == 0 || paths[len(paths)-1] != edit.Path {
				paths = append(paths, edit.Path)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// A span has the indices of the first and the last of some paths.
type span struct{ first, last int }

func (s span) and(t span) span { return span{min(s.first, t.first), max(s.last, t.last)} }

// spanOf returns the span of the paths of a fix. A fix without edits belongs to
// the first path.
func spanOf(fix *fixedits.Fix, paths []string) span {
	var s span
	for i, edit := range fix.Edits {
		if i > 0 && edit.Path == fix.Edits[i-1].Path {
			continue
		}
		at, _ := slices.BinarySearch(paths, edit.Path)
		if i == 0 {
			s = span{at, at}
		}
		s = s.and(span{at, at})
	}
	return s
}

// spans returns the spans that must not be cut: the spans of fixes,
// alternatives, isolation keys, and files that cannot all be created.
func spans(p *fixedits.Proposal, paths []string) []span {
	all := creations(p.Fixes, paths)
	byID := make(map[string]span, len(p.Fixes))
	byKey := map[string]span{}
	for i := range p.Fixes {
		fix := &p.Fixes[i]
		s := spanOf(fix, paths)
		if other, ok := byID[fix.ID]; ok {
			s = s.and(other)
		}
		byID[fix.ID] = s
		if key := fix.Isolation; key != "" {
			if other, ok := byKey[key]; ok {
				s = s.and(other)
			}
			byKey[key] = s
		}
		if s.first != s.last {
			all = append(all, s)
		}
	}
	for i := range p.Diagnostics {
		ids := p.Diagnostics[i].Fixes
		for _, id := range ids {
			if s := byID[ids[0]].and(byID[id]); s.first != s.last {
				all = append(all, s)
			}
		}
	}
	return all
}

// creations returns the spans of files that cannot be created together: a file
// below another one, and names that differ only in letter case.
func creations(fixes []fixedits.Fix, paths []string) []span {
	var all []span
	first := map[string]span{} // by path in lower case
	var created []string
	for i := range fixes {
		for _, name := range fixes[i].Creates() {
			at, _ := slices.BinarySearch(paths, name)
			s, key := span{at, at}, strings.ToLower(name)
			if other, ok := first[key]; ok {
				s = s.and(other)
				all = append(all, s)
			}
			first[key] = s
			created = append(created, key)
		}
	}
	for _, key := range created {
		for dir := path.Dir(key); dir != "."; dir = path.Dir(dir) {
			if other, ok := first[dir]; ok {
				all = append(all, first[key].and(other))
			}
		}
	}
	return all
}

// partEnds returns the ends of the parts of count paths. The last end is count.
func partEnds(spans []span, count, size int) []int {
	last := make([]int, count) // by path: the last path that must be in the same part
	for i := range last {
		last[i] = i
	}
	for _, s := range spans {
		last[s.first] = max(last[s.first], s.last)
	}
	var ends []int
	start, reach := 0, 0
	for i := range last {
		reach = max(reach, last[i])
		if i == count-1 || reach == i && i+1-start >= size {
			ends = append(ends, i+1)
			start = i + 1
		}
	}
	return ends
}
