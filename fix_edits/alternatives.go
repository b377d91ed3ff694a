package fixedits

import (
	"cmp"
	"slices"
)

// chooseAlternatives settles all but one of the fixes that one diagnostic lists: only the first eligible one is
// used, whatever becomes of it in the merge.
//
// A fix may be listed by several diagnostics. What holds then is that no two fixes of one diagnostic are ever
// used together, since they are different answers to one question. Diagnostics are asked in the order in which an
// artifact sorts them: each takes the first of its fixes that an earlier one has taken, or else the first that is
// eligible, and rules out the others for all. A diagnostic may so be left without a fix; the next round has
// another look at it.
func (m *merger) chooseAlternatives() {
	var byInput map[fixID]int32 // built only where some diagnostic has a choice
	for p := range m.proposals {
		diagnostics := m.proposals[p].Diagnostics
		if !slices.ContainsFunc(diagnostics, func(d Diagnostic) bool { return len(d.Fixes) > 1 }) {
			continue
		}
		if byInput == nil {
			byInput = m.fixesByID()
		}
		m.chooseIn(int32(p), diagnostics, byInput)
	}
}

// A fixID names one fix of one proposal.
type fixID struct {
	proposal int32
	id       string
}

// fixesByID returns the candidate of each id of the proposals in which a diagnostic has a choice. Ids are unique
// in an artifact; where they are not, the first in the total order has it.
func (m *merger) fixesByID() map[fixID]int32 {
	byID := make(map[fixID]int32, len(m.candidates))
	for i := range m.candidates {
		id := fixID{m.candidates[i].proposal, m.candidates[i].fix.ID}
		if _, ok := byID[id]; !ok {
			byID[id] = int32(i)
		}
	}
	return byID
}

func (m *merger) chooseIn(p int32, diagnostics []Diagnostic, byID map[fixID]int32) {
	order := make([]*Diagnostic, len(diagnostics))
	for i := range diagnostics {
		order[i] = &diagnostics[i]
	}
	slices.SortFunc(order, compareDiagnostics)
	used := map[int32]bool{}
	for _, d := range order {
		chosen := none
		for _, id := range d.Fixes {
			i, ok := byID[fixID{p, id}]
			if !ok || m.candidates[i].status != pending {
				continue
			}
			if chosen == none || used[i] && !used[chosen] {
				chosen = i
			}
		}
		if chosen == none {
			continue
		}
		used[chosen] = true
		for _, id := range d.Fixes {
			i, ok := byID[fixID{p, id}]
			if c := &m.candidates[max(i, 0)]; ok && i != chosen && c.status == pending {
				c.status, c.why, c.by = StatusFiltered, whyAlternative, chosen
			}
		}
	}
}

// compareDiagnostics is the order of diagnostics in an artifact, made total.
func compareDiagnostics(a, b *Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.Severity.Rank(), b.Severity.Rank()),
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Start, b.Start),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.End, b.End),
		cmp.Compare(a.ID, b.ID),
		slices.Compare(a.Fixes, b.Fixes),
	)
}

// Rank returns the place of a severity, from 0 for an error on; 3 for any other
// text.
func (s Severity) Rank() int {
	switch s {
	case SeverityError:
		return 0
	case SeverityWarning:
		return 1
	case SeverityInfo:
		return 2
	}
	return 3
}
