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

// Judge returns what shuts the gate: [CaseOf], then [Case.Judge].
func Judge(artifacts []*artifact.Artifact, fate func(*fixedits.Fix) Fate, line *Line) *Verdict {
	return CaseOf(artifacts, fate).Judge(line)
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

// merged sorts places, and combines places that differ only in line and column.
func merged(places []*Place) []Place {
	slices.SortFunc(places, func(a, b *Place) int { return cmp.Or(byWords(a, b), byPlace(a, b)) })
	var kept []Place
	for _, place := range places {
		if n := len(kept); n > 0 && byWords(&kept[n-1], place) == 0 {
			kept[n-1].Count += place.Count
			kept[n-1].Places += place.Places
			continue
		}
		kept = append(kept, *place)
	}
	slices.SortFunc(kept, func(a, b Place) int { return cmp.Or(byPlace(&a, &b), byWords(&a, &b)) })
	return kept
}

func byWords(a, b *Place) int {
	if c := strings.Compare(a.Path, b.Path); c != 0 {
		return c // mostly
	}
	return cmp.Or(strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message),
		strings.Compare(string(a.Severity), string(b.Severity)), compareBool(a.Fixable, b.Fixable),
		strings.Compare(string(a.Offer), string(b.Offer)), strings.Compare(a.OfferOf, b.OfferOf),
		strings.Compare(string(a.Unusable), string(b.Unusable)), strings.Compare(a.Why, b.Why))
}

func byPlace(a, b *Place) int {
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
