package policy

import (
	"cmp"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// A Verdict is the judgment of a gate. A gate is shut while a safe fix is
// pending or an error diagnostic remains.
type Verdict struct {
	Files   int     // that were checked
	Places  []Place // that shut it, by path, line, column, rule and message
	Pending int     // safe fixes that wait to be applied
	Errors  int     // places of diagnostics of severity error, fixable or not

	// Unplanned is the number of pending fixes that are only in artifacts without a
	// plan, so that it is not known whether a run can apply them.
	Unplanned int

	// Warned counts the places that would shut it if their files were not in the
	// Warn of an artifact.
	Warned int

	// Freed counts the places that would shut it if [rules] of their
	// configuration did not say otherwise.
	Freed int

	Old []Place // that a base has, whether they would shut it or not; sorted in the same way

	Unusable []Place // with a fix that cannot be applied, which do not shut it; sorted in the same way

	shut map[string]bool // ids of the findings that shut it
}

// A Place stands for the findings of a rule with one message in one file.
type Place struct {
	Path     string
	Line     int               // 1-based, of the first; 0: not known
	Column   int               // 1-based, in bytes; 0: not known
	Severity fixedits.Severity // empty for a fix without a finding
	Rule     string
	Message  string
	Fixable  bool            // a pending fix resolves it
	Offer    fixedits.Safety // else of the safest fix that is applied on request; empty if there is none
	OfferOf  string          // the rule of that fix
	Unusable fixedits.Status // else the status of its fix, which cannot be applied; empty if it has none
	Why      string          // of Unusable
	Count    int             // of findings, at least 1
	Places   int             // in the file that these findings stand for, at least Count
}

// Open reports whether the gate is open.
func (v *Verdict) Open() bool { return len(v.Places) == 0 }

// Shuts reports whether a finding shuts the gate.
func (v *Verdict) Shuts(d *fixedits.Diagnostic) bool { return v.shut[fixedits.DiagnosticID(d)] }

// Judge returns what shuts the gate. Fate is the [Selection.Fate] of the run
// that would open it. A finding or fix that several artifacts have, such as
// of a file in two targets, counts once, and a fix that is pending in one
// of them is pending. The order of artifacts does not matter. Line says which
// findings count.
//
// Judge reads only artifacts, so that a build action can judge without the
// sources.
func Judge(artifacts []*artifact.Artifact, fate func(*fixedits.Fix) Fate, line *Line) *Verdict {
	files := map[string]bool{}
	found := map[string]Place{}                            // by id of a diagnostic
	unnamed := map[string]Place{}                          // by content id of a fix: the ids in an artifact need only be unique in it
	named, pending := map[string]bool{}, map[string]bool{} // ids of fixes
	planned := map[string]bool{}                           // ids of fixes in artifacts that were planned
	warned := Warned(artifacts)
	for _, a := range artifacts {
		for _, snapshot := range a.Snapshots {
			if !snapshot.Absent {
				files[snapshot.Path] = true
			}
		}
		fixes := fixesOf(a, fate)
		listed := map[string]bool{}
		for i := range a.Diagnostics {
			d := &a.Diagnostics[i]
			for _, id := range d.Fixes {
				listed[id] = true
			}
			said, places := fixedits.Places(d.Message)
			place := Place{Path: d.Path, Line: d.Line, Column: d.Column, Severity: d.Severity, Rule: d.Rule, Message: d.Labeled(said), Count: 1, Places: places}
			id := fixedits.DiagnosticID(d)
			if fix := fixes.judge(d.Fixes, &place); fix != nil && !warned[d.Path] && line.of(d.Path, d.Rule, id) == held {
				pending[fixedits.ContentID(fix)] = true
			}
			keep(found, id, place)
		}
		for i := range a.Fixes {
			fix := &a.Fixes[i]
			id := fixedits.ContentID(fix)
			planned[id] = planned[id] || a.Planned || a.Plan
			if listed[fix.ID] {
				named[id] = true
				continue
			}
			place := Place{Rule: fix.Rule, Message: fix.Title, Count: 1, Places: 1}
			for path := range fix.Paths() {
				place.Path = path
				break
			}
			fixes.judge([]string{fix.ID}, &place)
			keep(unnamed, id, place)
		}
	}
	for id, place := range unnamed {
		if named[id] {
			continue
		}
		if place.Fixable && !warned[place.Path] && line.of(place.Path, place.Rule, id) == held {
			pending[id] = true
		}
		found[id] = place
	}
	verdict := &Verdict{Files: len(files), Pending: len(pending), shut: map[string]bool{}}
	for id := range pending {
		if !planned[id] {
			verdict.Unplanned++
		}
	}
	for id, place := range found {
		verdict.add(id, place, warned[place.Path], line.of(place.Path, place.Rule, id))
	}
	verdict.Places, verdict.Old, verdict.Unusable = merged(verdict.Places), merged(verdict.Old), merged(verdict.Unusable)
	return verdict
}

// add adds a finding, or a fix without one. warned says that its file is in the
// Warn of an artifact.
func (v *Verdict) add(id string, place Place, warned bool, hold hold) {
	shuts := place.Severity == fixedits.SeverityError || place.Fixable
	switch {
	case shuts && warned:
		v.Warned += place.Places
	case shuts && hold == freed:
		v.Freed += place.Places
	case hold == old:
		v.Old = append(v.Old, place)
	case shuts:
		if place.Severity == fixedits.SeverityError {
			v.Errors += place.Places
		}
		v.shut[id] = true
		v.Places = append(v.Places, place)
	case place.Unusable != "" && !warned && hold == held:
		v.Unusable = append(v.Unusable, place)
	}
}

// Warned returns the paths of files whose findings shut no gate, because one of
// the artifacts says so.
func Warned(artifacts []*artifact.Artifact) map[string]bool {
	warned := map[string]bool{}
	for _, a := range artifacts {
		for _, path := range a.Warn {
			warned[path] = true
		}
	}
	return warned
}

// keep keeps the better of two places, whatever their order.
func keep(places map[string]Place, id string, place Place) {
	if other, ok := places[id]; !ok || byRemedy(place, other) < 0 {
		places[id] = place
	}
}

// byRemedy orders places by how much a fix run can do about them, the most
// first.
func byRemedy(a, b Place) int {
	rank := func(p Place) int {
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

// fixes has the fixes of an artifact, by id.
type fixes struct {
	pending map[string]*fixedits.Fix         // a fix run would apply them
	offers  map[string]*fixedits.Fix         // it would apply them on request
	blocked map[string]*fixedits.Disposition // it cannot apply them
}

func fixesOf(a *artifact.Artifact, fate func(*fixedits.Fix) Fate) fixes {
	f := fixes{map[string]*fixedits.Fix{}, map[string]*fixedits.Fix{}, map[string]*fixedits.Disposition{}}
	for i := range a.Fixes {
		fix := &a.Fixes[i]
		switch decided := fate(fix); {
		case decided.State == Pending:
			f.pending[fix.ID] = fix
		case decided.State == Blocked:
			f.blocked[fix.ID] = decided.Block
		case decided.State == Filtered && decided.Setting.Code != fixedits.CodeNever && fix.Resolver == nil:
			f.offers[fix.ID] = fix
		}
	}
	return f
}

// judge sets the state of a place from its fixes, whose ids are ordered from
// the best. It returns the pending alternative that a fix run would use, or
// nil.
func (f *fixes) judge(ids []string, place *Place) *fixedits.Fix {
	for _, id := range ids {
		if fix := f.pending[id]; fix != nil {
			place.Fixable = true
			return fix
		}
	}
	for _, id := range ids {
		if fix := f.offers[id]; fix != nil && (place.Offer == "" || rank(fix.Safety) < rank(place.Offer)) {
			place.Offer, place.OfferOf = fix.Safety, fix.Rule
		}
	}
	if place.Offer != "" {
		return nil
	}
	for _, id := range ids {
		block := f.blocked[id]
		// An alternative that was not used says less than the fix that was used
		// instead.
		if block != nil && (place.Unusable == "" || place.Unusable == fixedits.StatusFiltered) {
			place.Unusable, place.Why = block.Status, block.Reason
		}
	}
	return nil
}

// merged sorts places, and combines places that differ only in line and column.
func merged(places []Place) []Place {
	slices.SortFunc(places, func(a, b Place) int { return cmp.Or(byWords(a, b), byPlace(a, b)) })
	var kept []Place
	for _, place := range places {
		if n := len(kept); n > 0 && byWords(kept[n-1], place) == 0 {
			kept[n-1].Count += place.Count
			kept[n-1].Places += place.Places
			continue
		}
		kept = append(kept, place)
	}
	slices.SortFunc(kept, func(a, b Place) int { return cmp.Or(byPlace(a, b), byWords(a, b)) })
	return kept
}

func byWords(a, b Place) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message),
		strings.Compare(string(a.Severity), string(b.Severity)), compareBool(a.Fixable, b.Fixable),
		strings.Compare(string(a.Offer), string(b.Offer)), strings.Compare(a.OfferOf, b.OfferOf),
		strings.Compare(string(a.Unusable), string(b.Unusable)), strings.Compare(a.Why, b.Why))
}

func byPlace(a, b Place) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	default:
		return -1
	}
}
