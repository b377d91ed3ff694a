// Package gate judges what checks found: a gate is shut while a safe fix is pending or an error stands. It reads
// artifacts alone, so that a build action can judge without the sources.
package gate

import (
	"cmp"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// A Verdict is what shuts a gate.
type Verdict struct {
	Files   int     // that were checked
	Places  []Place // by path, line, column, rule and message
	Pending int     // safe fixes that wait to be applied
	Errors  int     // diagnostics of severity error, fixable or not
}

// A Place is what one rule says in the same words about one file, once or more.
type Place struct {
	Path     string
	Line     int               // 1-based, of the first; 0: not known
	Column   int               // 1-based, in bytes; 0: not known
	Severity fixedits.Severity // empty for a fix that no finding names
	Rule     string
	Message  string
	Fixable  bool            // a pending fix takes it away
	Offer    fixedits.Safety // else of the safest fix that somebody may ask for; empty where there is none
	Count    int             // at least 1
}

// Open reports whether nothing stands in the way.
func (v *Verdict) Open() bool { return len(v.Places) == 0 }

// Judge returns what in artifacts shuts the gate. Fixes for which filter has a reason do not count, since a fix run
// does not apply them either; a nil filter has no reasons. What several artifacts bring, such as those of a file in
// two targets, counts once. The order of artifacts does not matter.
func Judge(artifacts []*artifact.Artifact, filter func(*fixedits.Fix) (reason string)) *Verdict {
	verdict := &Verdict{}
	files, diagnostics, fixes := map[string]bool{}, map[string]bool{}, map[string]bool{}
	var places []Place
	for _, a := range artifacts {
		for _, snapshot := range a.Snapshots {
			files[snapshot.Path] = true
		}
		pending, offers := usableFixes(a, filter)
		named := map[string]bool{}
		for i := range a.Diagnostics {
			d := &a.Diagnostics[i]
			fix := used(d.Fixes, pending)
			for _, id := range d.Fixes {
				named[id] = true
			}
			if fix == nil && d.Severity != fixedits.SeverityError || !first(diagnostics, fixedits.DiagnosticID(d)) {
				continue
			}
			if fix != nil && first(fixes, fixedits.ContentID(fix)) {
				verdict.Pending++
			}
			if d.Severity == fixedits.SeverityError {
				verdict.Errors++
			}
			place := Place{
				Path: d.Path, Line: d.Line, Column: d.Column, Severity: d.Severity,
				Rule: d.Rule, Message: d.Message, Fixable: fix != nil, Count: 1,
			}
			if fix == nil {
				place.Offer = offered(d.Fixes, offers)
			}
			places = append(places, place)
		}
		for i := range a.Fixes {
			fix := &a.Fixes[i]
			if pending[fix.ID] == nil || named[fix.ID] || !first(fixes, fixedits.ContentID(fix)) {
				continue
			}
			verdict.Pending++
			places = append(places, Place{Path: fix.Edits[0].Path, Rule: fix.Rule, Message: fix.Title, Fixable: true, Count: 1})
		}
	}
	verdict.Files, verdict.Places = len(files), merged(places)
	return verdict
}

// first reports whether key is new to seen, and adds it. Keys are ids made of content: those in an artifact need only
// be unique in it.
func first(seen map[string]bool, key string) bool {
	if seen[key] {
		return false
	}
	seen[key] = true
	return true
}

// usableFixes returns, by id, the fixes of an artifact that a fix run would apply, and those that it would if it were
// asked for less safe ones.
func usableFixes(a *artifact.Artifact, filter func(*fixedits.Fix) string) (pending, offers map[string]*fixedits.Fix) {
	pending, offers = map[string]*fixedits.Fix{}, map[string]*fixedits.Fix{}
	for i := range a.Fixes {
		fix := &a.Fixes[i]
		switch {
		case len(fix.Edits) == 0 || filter != nil && filter(fix) != "":
		case fix.Safety == fixedits.SafetySafe:
			pending[fix.ID] = fix
		default:
			offers[fix.ID] = fix
		}
	}
	return pending, offers
}

// offered returns the safety of the safest of offers among ids, or "".
func offered(ids []string, offers map[string]*fixedits.Fix) fixedits.Safety {
	var best fixedits.Safety
	for _, id := range ids {
		if fix := offers[id]; fix != nil && best != fixedits.SafetySuggestion {
			best = fix.Safety
		}
	}
	return best
}

// used returns the alternative that a fix run uses: the first that is pending, or nil.
func used(ids []string, pending map[string]*fixedits.Fix) *fixedits.Fix {
	for _, id := range ids {
		if fix := pending[id]; fix != nil {
			return fix
		}
	}
	return nil
}

// merged sorts places, and makes one of those that differ in line and column only.
func merged(places []Place) []Place {
	byWords := func(a, b Place) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message),
			strings.Compare(string(a.Severity), string(b.Severity)), compareBool(a.Fixable, b.Fixable),
			strings.Compare(string(a.Offer), string(b.Offer)))
	}
	byPlace := func(a, b Place) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	}
	slices.SortFunc(places, func(a, b Place) int { return cmp.Or(byWords(a, b), byPlace(a, b)) })
	var kept []Place
	for _, place := range places {
		if n := len(kept); n > 0 && byWords(kept[n-1], place) == 0 {
			kept[n-1].Count += place.Count
			continue
		}
		kept = append(kept, place)
	}
	slices.SortFunc(kept, func(a, b Place) int { return cmp.Or(byPlace(a, b), byWords(a, b)) })
	return kept
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
