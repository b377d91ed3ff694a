package baseline

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// Record records the fingerprints of the findings of a state in its artifact, so
// that it can be compared without the texts.
func Record(s State) {
	a := s.Artifact
	fixes := fixesOf(a)
	byPath := map[string][]int{}
	for i := range a.Diagnostics {
		byPath[a.Diagnostics[i].Path] = append(byPath[a.Diagnostics[i].Path], i)
	}
	var memory []byte
	for path, found := range byPath { // one text at a time
		f := newFile(s.Text(path))
		f.memory = memory
		for _, i := range found {
			d := &a.Diagnostics[i]
			f.places = f.places[:0]
			f.add(i, d, editsOf(d, fixes))
			d.Fingerprints = make([]string, len(f.places))
			for k := range f.places {
				d.Fingerprints[k] = f.places[k].print.String()
			}
		}
		memory = f.memory
	}
}

// An UnrecordedError reports an artifact that has no fingerprints of a finding.
type UnrecordedError struct {
	Path, Rule string
	Tool       artifact.Tool
}

func (e *UnrecordedError) Error() string {
	return fmt.Sprintf("an artifact of %s %s has no fingerprint of a finding of %s in %s", e.Tool.Name, e.Tool.Version, e.Rule, e.Path)
}

// OneState returns the snapshots of artifacts by path. It is an error if two are
// for different bytes of a file, because an offset means two places then.
func OneState(all []*artifact.Artifact) (map[string]fixedits.Snapshot, error) {
	known := map[string]fixedits.Snapshot{}
	for _, a := range all {
		for _, s := range a.Snapshots {
			if other, ok := known[s.Path]; ok && other != s {
				return nil, fmt.Errorf("%s: two artifacts are for different bytes of it; check it again", s.Path)
			}
			known[s.Path] = s
		}
	}
	return known, nil
}

// A Recorded is a state of a workspace as artifacts have it, without its texts.
type Recorded struct {
	snapshots map[string]fixedits.Snapshot
	places    map[string][]place
	ids       []string // of the findings
}

// RecordedIn returns the state that artifacts have. A finding of several counts
// once. The error is that of [OneState], or an *[UnrecordedError].
func RecordedIn(all []*artifact.Artifact) (*Recorded, error) {
	snapshots, err := OneState(all)
	if err != nil {
		return nil, err
	}
	r := &Recorded{snapshots: snapshots, places: make(map[string][]place, len(snapshots))}
	type finding struct {
		*fixedits.Diagnostic
		id string
	}
	found := make(map[string][]finding, len(snapshots))
	known := map[string]bool{}
	for _, a := range all {
		for i := range a.Diagnostics {
			d := &a.Diagnostics[i]
			id := fixedits.DiagnosticID(d)
			if known[id] {
				continue
			}
			if len(d.Fingerprints) == 0 {
				return nil, &UnrecordedError{d.Path, d.Rule, a.Tool}
			}
			known[id] = true
			found[d.Path] = append(found[d.Path], finding{d, id})
		}
	}
	for path, all := range found {
		slices.SortStableFunc(all, func(a, b finding) int { return cmp.Compare(a.Start, b.Start) })
		for _, d := range all {
			for _, text := range d.Fingerprints {
				print, _ := parsePrint(text) // an artifact is valid
				r.places[path] = append(r.places[path], place{of: len(r.ids), rule: d.Rule, print: print})
			}
			r.ids = append(r.ids, d.id)
		}
	}
	return r, nil
}

// CompareRecorded compares the findings of two states by their fingerprints. A
// file that has another path in the head, and the same bytes, is the same file.
// It also returns the ids of the old findings of the head.
func CompareRecorded(base, head *Recorded) (c *Comparison, old map[string]bool) {
	moved := movedFrom(base.snapshots, head.snapshots)
	c = &Comparison{New: make([]bool, len(head.ids))}
	kept := map[int]bool{} // findings of the base that the head has too
	for path, places := range head.places {
		if from, ok := moved[path]; ok {
			path = from
		}
		before := base.places[path]
		c.mark(places, matchPrints(before, places), func(i int) { kept[before[i].of] = true })
	}
	c.Gone = len(base.ids) - len(kept)
	old = map[string]bool{}
	for i, id := range head.ids {
		if !c.New[i] {
			old[id] = true
		}
	}
	return c, old
}

// movedFrom returns the paths that files of the head had in the base, if only
// their paths have changed.
func movedFrom(base, head map[string]fixedits.Snapshot) map[string]string {
	left := map[string]string{} // by digest: the path of a file that is gone
	for _, path := range slices.Sorted(maps.Keys(base)) {
		s := base[path]
		_, stays := head[path]
		if _, taken := left[s.SHA256]; !taken && !stays && !s.Absent {
			left[s.SHA256] = path
		}
	}
	if len(left) == 0 {
		return nil
	}
	moved := map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(head)) {
		s := head[path]
		_, there := base[path]
		if from, ok := left[s.SHA256]; ok && !there && !s.Absent {
			moved[path] = from
			delete(left, s.SHA256) // a copy is new
		}
	}
	return moved
}
