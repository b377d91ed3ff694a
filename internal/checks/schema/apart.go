package schema

import (
	"cmp"
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks/schema/validate"
)

// A candidate is a fix of a finding, by its index, with the edits that it was
// lowered to.
type candidate struct {
	finding   int
	fix       validate.Fix
	edits     []fixedits.Edit
	isolation string
}

// apart returns fixes of a file so that none is in conflict with another: a
// user could not resolve that. A fix that writes a whole array waits while
// there are safe fixes in the array, and shares an isolation key with the other
// fixes there, so that a round applies one of them. Later rounds have the rest.
func apart(path string, fixes []*candidate) []*candidate {
	spans := make([]*candidate, 0, len(fixes))
	for _, c := range fixes {
		if len(c.edits) > 0 && c.edits[0].Path == path {
			spans = append(spans, c)
		}
	}
	slices.SortStableFunc(spans, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.start(), b.start()), cmp.Compare(b.end(), a.end()))
	})
	reach := make([]int, len(spans)) // the last end so far
	for i, c := range spans {
		reach[i] = c.end()
		if i > 0 {
			reach[i] = max(reach[i], reach[i-1])
		}
	}
	waits := map[*candidate]bool{}
	for i, c := range spans {
		if !c.fix.Rewrites {
			continue
		}
		var others []*candidate
		for _, other := range spans[i+1:] {
			if other.start() > c.end() {
				break
			}
			others = append(others, other)
		}
		for k := i - 1; k >= 0 && reach[k] >= c.start(); k-- {
			if spans[k].end() >= c.start() {
				others = append(others, spans[k])
			}
		}
		for _, other := range others {
			if !other.fix.Rewrites && other.fix.Safety == fixedits.SafetySafe {
				waits[c] = true
			}
		}
		if waits[c] || len(others) == 0 {
			continue
		}
		c.isolation = cmp.Or(c.isolation, fmt.Sprintf("schema:%s:%d", path, c.start()))
		for _, other := range others {
			other.isolation = c.isolation
		}
	}
	return slices.DeleteFunc(fixes, func(c *candidate) bool { return waits[c] })
}

func (c *candidate) start() int { return c.edits[0].Start }

// end returns the end of the last edit in the file of the first.
func (c *candidate) end() int {
	end := 0
	for _, edit := range c.edits {
		if edit.Path == c.edits[0].Path {
			end = max(end, edit.End)
		}
	}
	return end
}
