package baseline

import (
	"fmt"

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

// CompareRecorded compares the findings of two artifacts by the fingerprints
// that they record. A file that has another path in the head, and the same
// bytes, is the same file. The error is an *UnrecordedError.
func CompareRecorded(base, head *artifact.Artifact) (*Comparison, error) {
	before, err := recorded(base)
	if err != nil {
		return nil, err
	}
	now, err := recorded(head)
	if err != nil {
		return nil, err
	}
	moved := movedFrom(base.Snapshots, head.Snapshots)
	c := &Comparison{New: make([]bool, len(head.Diagnostics))}
	kept := map[int]bool{} // diagnostics of the base that the head has too
	for path, places := range now {
		if from, ok := moved[path]; ok {
			path = from
		}
		old := before[path]
		c.mark(places, matchPrints(old, places), func(i int) { kept[old[i].of] = true })
	}
	c.Gone = len(base.Diagnostics) - len(kept)
	return c, nil
}

// recorded returns the places of the findings of an artifact, by path.
func recorded(a *artifact.Artifact) (map[string][]place, error) {
	places := map[string][]place{}
	for _, i := range inOrder(a) {
		d := &a.Diagnostics[i]
		if len(d.Fingerprints) == 0 {
			return nil, &UnrecordedError{d.Path, d.Rule, a.Tool}
		}
		for _, text := range d.Fingerprints {
			print, ok := parsePrint(text)
			if !ok {
				return nil, &UnrecordedError{d.Path, d.Rule, a.Tool}
			}
			places[d.Path] = append(places[d.Path], place{of: i, rule: d.Rule, print: print})
		}
	}
	return places, nil
}

// movedFrom returns the paths that files of the head had in the base, if only
// their paths have changed.
func movedFrom(base, head []fixedits.Snapshot) map[string]string {
	stays := make(map[string]bool, len(head))
	for i := range head {
		stays[head[i].Path] = true
	}
	there := make(map[string]bool, len(base))
	left := map[string]string{} // by digest: the path of a file that is gone
	for i := range base {
		s := &base[i]
		there[s.Path] = true
		if _, taken := left[s.SHA256]; !taken && !s.Absent && !stays[s.Path] {
			left[s.SHA256] = s.Path
		}
	}
	moved := map[string]string{}
	for i := range head {
		s := &head[i]
		if from, ok := left[s.SHA256]; ok && !s.Absent && !there[s.Path] {
			moved[s.Path] = from
			delete(left, s.SHA256) // a copy is new
		}
	}
	return moved
}
