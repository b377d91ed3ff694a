package fixedits

import (
	"cmp"
	"slices"
)

// chooseAlternatives settles all but one of the fixes that a diagnostic lists.
// Only the first eligible one is used, whatever its outcome in the merge.
//
// Several diagnostics may list the same fix. No two fixes of one diagnostic are
// ever used together, because they are alternatives. Diagnostics choose in the
// order in which an artifact sorts them: each takes the first of its fixes that
// an earlier diagnostic has taken, or else the first eligible one, and rules
// out the others for all diagnostics. A diagnostic may end up without a fix;
// the next round tries again.
func (m *merger) chooseAlternatives() {
	var byInput map[fixID]int32 // built only if some diagnostic has a choice
	for s := range m.part {
		if len(m.part[s].diagnostics) == 0 {
			continue
		}
		if byInput == nil {
			byInput = m.fixesByID()
		}
		m.chooseIn(m.part[s].proposal, m.part[s].diagnostics, byInput)
	}
}

// A fixID names one fix of one proposal.
type fixID struct {
	proposal int32
	id       string
}

// fixesByID returns the candidate for each id of the proposals in which a
// diagnostic has a choice. Ids are unique in an artifact; if they are not, the
// first in the total order wins.
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

func (m *merger) chooseIn(p int32, diagnostics []*Diagnostic, byID map[fixID]int32) {
	slices.SortFunc(diagnostics, compareDiagnostics)
	used := map[int32]bool{}
	for _, d := range diagnostics {
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

// compareDiagnostics compares by the order of diagnostics in an artifact, made
// total.
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
