package fixedits

import (
	"cmp"
	"fmt"
	"slices"
)

// Apply returns content with edits applied. The edits belong to one file and
// may be in any order; neither they nor content are modified. Insertions at one
// offset keep the order in which they are listed and come before a range that
// starts there.
//
// It is an error if the edits name two files, if one is out of bounds, or if
// two overlap. An insertion strictly inside a range overlaps it; touching edits
// do not overlap. The edit that creates a file must be the only one, with empty
// content. The edit that deletes a file must be the only one; the result is
// empty.
func Apply(content []byte, edits []Edit) ([]byte, error) {
	sorted := edits
	if !slices.IsSortedFunc(edits, compareRanges) {
		sorted = slices.Clone(edits)
		slices.SortStableFunc(sorted, compareRanges)
	}
	if i := slices.IndexFunc(edits, func(e Edit) bool { return e.Kind != EditText }); i >= 0 {
		e := &edits[i]
		switch {
		case len(edits) > 1:
			return nil, fmt.Errorf("apply: %s: an edit that creates or deletes the file must be the only one", e.Path)
		case e.IsDeletion():
			return nil, nil
		case len(content) > 0:
			return nil, fmt.Errorf("apply: %s: cannot create it: it already has %d bytes", e.Path, len(content))
		}
		return slices.Clone(e.New), nil
	}
	size := len(content)
	for i := range sorted {
		e := &sorted[i]
		if e.Path != sorted[0].Path {
			return nil, fmt.Errorf("apply: the edits name two files, %s and %s", sorted[0].Path, e.Path)
		}
		if e.Start < 0 || e.Start > e.End || e.End > len(content) {
			return nil, fmt.Errorf("apply: %s:%d-%d: not a valid range in a file of %d bytes", e.Path, e.Start, e.End, len(content))
		}
		if i > 0 && e.Start < sorted[i-1].End {
			p := &sorted[i-1]
			return nil, fmt.Errorf("apply: %s:%d-%d: overlaps %d-%d", e.Path, e.Start, e.End, p.Start, p.End)
		}
		size += len(e.New) - (e.End - e.Start)
	}
	out := make([]byte, 0, size)
	at := 0
	for i := range sorted {
		e := &sorted[i]
		out = append(out, content[at:e.Start]...)
		out = append(out, e.New...)
		at = e.End
	}
	return append(out, content[at:]...), nil
}

func compareRanges(a, b Edit) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}
