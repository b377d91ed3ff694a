package policy

import (
	"cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// A Case has the findings and fixes that a gate judges.
type Case struct {
	files   map[string]bool   // that were checked
	warned  map[string]bool   // paths of files whose findings shut no gate
	found   map[string]*Place // by id of a diagnostic, or by content id of a fix without one
	repairs []repair
	planned map[string]bool // content ids of fixes in artifacts that were planned
}

// A repair is a pending fix of a place.
type repair struct {
	place *Place
	id    string // of place in found
	fix   string // its content id
}

// CaseOf returns the findings of artifacts, and their fixes without findings.
// Fate is the [Selection.Fate] of the run that would open the gate. A finding or
// fix that several artifacts have, such as of a file in two targets, counts
// once, and a fix that is pending in one of them is pending. The order of
// artifacts does not matter.
//
// CaseOf reads only artifacts, so that a build action can judge without the
// sources.
func CaseOf(artifacts []*artifact.Artifact, fate func(*fixedits.Fix) Fate) *Case {
	diagnostics, all := 0, 0
	for _, a := range artifacts {
		diagnostics, all = diagnostics+len(a.Diagnostics), all+len(a.Fixes)
	}
	c := &Case{
		files: make(map[string]bool, len(artifacts)), warned: Warned(artifacts),
		found: make(map[string]*Place, diagnostics), planned: make(map[string]bool, all),
	}
	named := make(map[string]bool, all) // content ids: the ids in an artifact need only be unique in it
	unnamed := map[string]*Place{}      // likewise
	for _, a := range artifacts {
		for _, snapshot := range a.Snapshots {
			if !snapshot.Absent {
				c.files[snapshot.Path] = true
			}
		}
		fixes := fixesOf(a, fate)
		for i := range a.Diagnostics {
			d := &a.Diagnostics[i]
			said, places := fixedits.Places(d.Message)
			place := &Place{Path: d.Path, Line: d.Line, Column: d.Column, Severity: d.Severity, Rule: d.Rule, Message: d.Labeled(said), Count: 1, Places: places}
			id := fixedits.DiagnosticID(d)
			if f := fixes.judge(d.Fixes, place); f != nil && !c.warned[d.Path] {
				c.repairs = append(c.repairs, repair{place, id, f.content})
			}
			for _, id := range d.Fixes {
				if f := fixes[id]; f != nil {
					named[f.content] = true
				}
			}
			keep(c.found, id, place)
		}
		for i := range a.Fixes {
			f := fixes[a.Fixes[i].ID]
			if a.Planned || a.Plan {
				c.planned[f.content] = true
			}
			if named[f.content] {
				continue
			}
			place := &Place{Rule: f.Rule, Message: f.Title, Count: 1, Places: 1}
			for path := range f.Paths() {
				place.Path = path
				break
			}
			fixes.judge([]string{f.ID}, place)
			keep(unnamed, f.content, place)
		}
	}
	for id, place := range unnamed {
		if named[id] {
			continue
		}
		if place.Fixable && !c.warned[place.Path] {
			c.repairs = append(c.repairs, repair{place, id, id})
		}
		c.found[id] = place
	}
	return c
}

// Judge returns what shuts the gate. Line says which findings count.
func (c *Case) Judge(line *Line) *Verdict {
	pending := make(map[string]bool, len(c.repairs))
	for _, r := range c.repairs {
		if line.Holds(r.place.Path, r.place.Rule, r.id) {
			pending[r.fix] = true
		}
	}
	verdict := &Verdict{Files: len(c.files), Pending: len(pending), shut: map[string]bool{}}
	for fix := range pending {
		if !c.planned[fix] {
			verdict.Unplanned++
		}
	}
	var shut, known, unusable []*Place
	for id, place := range c.found {
		warned, hold := c.warned[place.Path], line.of(place.Path, place.Rule, id)
		shuts := place.Severity == fixedits.SeverityError || place.Fixable
		switch {
		case shuts && warned:
			verdict.Warned += place.Places
		case shuts && hold == freed:
			verdict.Freed += place.Places
		case hold == old:
			known = append(known, place)
		case shuts:
			if place.Severity == fixedits.SeverityError {
				verdict.Errors += place.Places
			}
			verdict.shut[id] = true
			shut = append(shut, place)
		case place.Unusable != "" && !warned && hold == held:
			unusable = append(unusable, place)
		}
	}
	verdict.Places, verdict.Old, verdict.Unusable = merged(shut), merged(known), merged(unusable)
	return verdict
}

// keep keeps the better of two places, whatever their order.
func keep(places map[string]*Place, id string, place *Place) {
	if other, ok := places[id]; !ok || byRemedy(place, other) < 0 {
		places[id] = place
	}
}

// byRemedy orders places by how much a fix run can do about them, the most
// first.
func byRemedy(a, b *Place) int {
	rank := func(p *Place) int {
		switch {
		case p.Fixable:
			return 0
		case p.Offer != "":
			return 1 + p.Offer.Rank()
		case p.Unusable != "":
			return 1 + len(fixedits.Safeties())
		}
		return 2 + len(fixedits.Safeties())
	}
	return cmp.Or(
		cmp.Compare(rank(a), rank(b)),
		cmp.Compare(a.Severity.Rank(), b.Severity.Rank()),
		byPlace(a, b), byWords(a, b),
	)
}

// A candidate is a fix of an artifact.
type candidate struct {
	*fixedits.Fix
	fate    Fate
	content string // its content id
}

// offered reports whether a fix run would apply it on request.
func (c *candidate) offered() bool {
	return c.fate.State == Filtered && c.fate.Setting.Code != fixedits.CodeNever && c.Resolver == nil
}

// fixes has the fixes of an artifact, by id.
type fixes map[string]*candidate

func fixesOf(a *artifact.Artifact, fate func(*fixedits.Fix) Fate) fixes {
	f := make(fixes, len(a.Fixes))
	all := make([]candidate, len(a.Fixes))
	for i := range a.Fixes {
		fix := &a.Fixes[i]
		all[i] = candidate{fix, fate(fix), fixedits.ContentID(fix)}
		f[fix.ID] = &all[i]
	}
	return f
}

// judge sets the state of a place from its fixes, whose ids are ordered from
// the best. It returns the pending alternative that a fix run would use, or
// nil.
func (f fixes) judge(ids []string, place *Place) *candidate {
	for _, id := range ids {
		if c := f[id]; c != nil && c.fate.State == Pending {
			place.Fixable = true
			return c
		}
	}
	for _, id := range ids {
		if c := f[id]; c != nil && c.offered() && (place.Offer == "" || rank(c.Safety) < rank(place.Offer)) {
			place.Offer, place.OfferOf = c.Safety, c.Rule
		}
	}
	if place.Offer != "" {
		return nil
	}
	for _, id := range ids {
		// An alternative that was not used says less than the fix that was used
		// instead.
		if c := f[id]; c != nil && c.fate.State == Blocked && (place.Unusable == "" || place.Unusable == fixedits.StatusFiltered) {
			place.Unusable, place.Why = c.fate.Block.Status, c.fate.Block.Reason
		}
	}
	return nil
}
