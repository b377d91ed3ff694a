package baseline

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

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
	known, _, err := oneState(all)
	return known, err
}

// oneState also returns the paths that several of the artifacts have.
func oneState(all []*artifact.Artifact) (known map[string]fixedits.Snapshot, shared map[string]bool, err error) {
	known, shared = make(map[string]fixedits.Snapshot, len(all)), map[string]bool{}
	for _, a := range all {
		for _, s := range a.Snapshots {
			if other, ok := known[s.Path]; ok {
				if other != s {
					return nil, nil, fmt.Errorf("%s: two artifacts are for different bytes of it; check it again", s.Path)
				}
				shared[s.Path] = true
			}
			known[s.Path] = s
		}
	}
	return known, shared, nil
}

// A Recorded is a state of a workspace as artifacts have it, without its texts.
type Recorded struct {
	snapshots map[string]fixedits.Snapshot
	places    map[string][]place
	found     []*fixedits.Diagnostic // by place.of
}

// RecordedIn returns the state that artifacts have. A finding of several counts
// once. The error is that of [OneState], or an *[UnrecordedError].
func RecordedIn(all []*artifact.Artifact) (*Recorded, error) {
	snapshots, shared, err := oneState(all)
	if err != nil {
		return nil, err
	}
	r := &Recorded{snapshots: snapshots, places: make(map[string][]place, len(snapshots))}
	known := map[string]bool{} // ids of findings that several artifacts may have
	for _, a := range all {
		for i := range a.Diagnostics {
			d := &a.Diagnostics[i]
			if len(d.Fingerprints) == 0 {
				return nil, &UnrecordedError{d.Path, d.Rule, a.Tool}
			}
			if _, one := snapshots[d.Path]; !one || shared[d.Path] {
				id := fixedits.DiagnosticID(d)
				if known[id] {
					continue
				}
				known[id] = true
			}
			r.found = append(r.found, d)
		}
	}
	slices.SortStableFunc(r.found, func(a, b *fixedits.Diagnostic) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Start, b.Start))
	})
	places, first := make([]place, 0, len(r.found)), 0 // those of a path begin at first
	for of, d := range r.found {
		if of > 0 && d.Path != r.found[of-1].Path {
			first = len(places)
		}
		for _, text := range d.Fingerprints {
			print, _ := parsePrint(text) // an artifact is valid
			places = append(places, place{of: of, rule: d.Rule, print: print})
		}
		r.places[d.Path] = places[first:]
	}
	return r, nil
}

// CompareRecorded compares the findings of two states by their fingerprints. A
// file that has another path in the head, and the same bytes, is the same file.
// It also returns the ids of the old findings of the head.
func CompareRecorded(base, head *Recorded) (c *Comparison, old map[string]bool) {
	moved := movedFrom(base.snapshots, head.snapshots)
	c = &Comparison{New: make([]bool, len(head.found))}
	kept := map[int]bool{} // findings of the base that the head has too
	for path, places := range head.places {
		if from, ok := moved[path]; ok {
			path = from
		}
		before := base.places[path]
		c.mark(places, matchPrints(before, places), func(i int) { kept[before[i].of] = true })
	}
	c.Gone = len(base.found) - len(kept)
	old = make(map[string]bool, len(head.found))
	for i, d := range head.found {
		if !c.New[i] {
			old[fixedits.DiagnosticID(d)] = true
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
