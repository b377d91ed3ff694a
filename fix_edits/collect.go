package fixedits

import (
	"cmp"
	"slices"
	"strings"
)

// A Collector gathers findings and fixes and assigns their ids, which are
// derived from content: see ContentID and DiagnosticID. Every source of
// findings uses it, built in or not. The zero value is ready for use.
type Collector struct {
	Diagnostics []Diagnostic
	Fixes       []Fix

	found map[string]int  // index in Diagnostics, by id
	fixes map[string]bool // by id
}

// Add adds a finding with its fixes, best first, and sets all ids. It ignores
// the Fixes of the finding. Equal fixes are merged, and so are equal findings,
// whose fixes and related places are combined.
func (c *Collector) Add(d Diagnostic, fixes ...Fix) {
	d.Message = strings.ToValidUTF8(d.Message, "\ufffd")
	d.ID, d.Fixes = DiagnosticID(&d), nil
	at, repeated := c.found[d.ID]
	if repeated {
		c.Diagnostics[at].Join(&d)
	} else {
		if c.found == nil {
			c.found = map[string]int{}
		}
		at = len(c.Diagnostics)
		c.found[d.ID] = at
		c.Diagnostics = append(doubled(c.Diagnostics), d)
	}
	for _, fix := range fixes {
		id := c.AddFix(fix)
		if ids := c.Diagnostics[at].Fixes; !slices.Contains(ids, id) {
			c.Diagnostics[at].Fixes = append(ids, id)
		}
	}
}

// AddFix adds a fix, which need not belong to a finding, unless an equal one is
// already present. It returns the id of the fix.
func (c *Collector) AddFix(fix Fix) (id string) {
	SortEdits(fix.Edits)
	fix.ID = ContentID(&fix)
	if !c.fixes[fix.ID] {
		if c.fixes == nil {
			c.fixes = map[string]bool{}
		}
		c.fixes[fix.ID] = true
		c.Fixes = append(doubled(c.Fixes), fix)
	}
	return fix.ID
}

// doubled returns a slice with room for one more. Append makes long slices only
// a quarter longer, so that their elements, which are large, would be copied
// several times.
func doubled[T any](s []T) []T {
	if len(s) < cap(s) {
		return s
	}
	return slices.Grow(s, len(s)+1)
}

// SortEdits sorts the edits of a fix in the order of an artifact: by path,
// start and end. Insertions at one offset keep their order, which is the order
// in which they concatenate.
func SortEdits(edits []Edit) {
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
}
