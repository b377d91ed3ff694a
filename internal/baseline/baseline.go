// Package baseline compares the findings of two states of a workspace, the base
// and the head, and tells the new ones from the old.
//
// A finding of the head is old if the base has one of the same rule whose line
// the difference of the two texts carries to its line, or else one with the
// same fingerprint: its text and the lines next to it, without whitespace. The
// first of several equal ones is the first in the other state too. Without the
// texts, only fingerprints are compared. Lines and counts never are: a change in
// one place can make a finding in another one new.
package baseline

import (
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// A State is one of the two states.
type State struct {
	Artifact *artifact.Artifact
	// Text returns the checked text of a file, or nil if there is none.
	Text func(path string) []byte
}

// A Comparison tells which findings are new.
type Comparison struct {
	New  []bool // by index of a diagnostic of the head
	Gone int    // findings of the base that the head does not have
}

// Compare compares the findings of two states, in which a file has one path.
// unchanged reports whether a file was left out of the base because all of its
// findings are old.
func Compare(base, head State, unchanged func(path string) bool) *Comparison {
	c := &Comparison{New: make([]bool, len(head.Artifact.Diagnostics))}
	before := filesOf(base)
	kept := map[int]bool{} // diagnostics of the base that the head has too
	for path, now := range filesOf(head) {
		if unchanged(path) {
			continue
		}
		old := before[path]
		if old == nil {
			old = &stateFile{}
		}
		c.mark(now.places, match(old, now), func(i int) { kept[old.places[i].of] = true })
	}
	c.Gone = len(base.Artifact.Diagnostics) - len(kept)
	return c
}

// mark marks the findings that have a place without a partner as new. keep gets
// the partners of the others.
func (c *Comparison) mark(places []place, found []int, keep func(was int)) {
	for i, p := range places {
		if found[i] == none {
			c.New[p.of] = true
		} else {
			keep(found[i])
		}
	}
}

// Count returns the number of new and of old findings.
func (c *Comparison) Count() (fresh, old int) {
	for _, is := range c.New {
		if is {
			fresh++
		} else {
			old++
		}
	}
	return fresh, old
}

// Text says the result: "3 new, 115 old, 2 old ones gone". aside follows the
// old ones; it may be empty.
func (c *Comparison) Text(aside string) string {
	fresh, old := c.Count()
	text := fmt.Sprintf("%d new, %d old", fresh, old)
	if old > 0 && aside != "" {
		text += " (" + aside + ")"
	}
	switch {
	case c.Gone == 1:
		text += ", 1 old one gone"
	case c.Gone > 1:
		text += fmt.Sprintf(", %d old ones gone", c.Gone)
	}
	return text
}

// Old returns the ids of the old findings of an artifact.
func (c *Comparison) Old(a *artifact.Artifact) map[string]bool {
	ids := map[string]bool{}
	for i := range a.Diagnostics {
		if !c.New[i] {
			ids[fixedits.DiagnosticID(&a.Diagnostics[i])] = true
		}
	}
	return ids
}

// Only returns the artifact with the new findings and the ones that are held
// even if they are old, and without the fixes that only others list. held may be
// nil.
func (c *Comparison) Only(a *artifact.Artifact, held func(d *fixedits.Diagnostic) bool) *artifact.Artifact {
	return keep(a, func(i int) bool { return c.New[i] || held != nil && held(&a.Diagnostics[i]) })
}

// Without returns the artifact without findings with some ids, unless they are
// held, and without the fixes that only these list. held may be nil.
func Without(a *artifact.Artifact, old map[string]bool, held func(d *fixedits.Diagnostic) bool) *artifact.Artifact {
	return keep(a, func(i int) bool {
		d := &a.Diagnostics[i]
		return !old[fixedits.DiagnosticID(d)] || held != nil && held(d)
	})
}

// keep returns the artifact with some findings, and without the fixes that only
// others list.
func keep(a *artifact.Artifact, stay func(i int) bool) *artifact.Artifact {
	b := *a
	b.Diagnostics = nil
	listed, wanted := map[string]bool{}, map[string]bool{}
	for i, d := range a.Diagnostics {
		stays := stay(i)
		for _, id := range d.Fixes {
			listed[id] = true
			wanted[id] = wanted[id] || stays
		}
		if stays {
			b.Diagnostics = append(b.Diagnostics, d)
		}
	}
	b.Fixes = slices.DeleteFunc(slices.Clone(a.Fixes), func(fix fixedits.Fix) bool { return listed[fix.ID] && !wanted[fix.ID] })
	return &b
}
