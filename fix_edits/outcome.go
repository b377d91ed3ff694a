package fixedits

import "slices"

// appendOutcomes appends the outcome of each candidate to all, and its place in
// the total order to places. Most outcomes share a list of origins, rules or
// paths with many others, as a slice of one long list.
func (m *merger) appendOutcomes(all []Outcome, places []sortPlace) ([]Outcome, []sortPlace) {
	first := len(all)
	all, places = all[:first+len(m.candidates)], places[:first+len(m.candidates)]
	out, place := all[first:], places[first:]
	parallel(len(m.candidates), func(i int) {
		c := &m.candidates[i]
		o := &out[i]
		*o = Outcome{
			ID: c.fix.ID, OwnID: c.fix.OwnID, Rule: c.fix.Rule, Status: c.status, Reason: m.reason(c),
			Safety: c.fix.Safety, Phase: c.fix.Phase, Title: c.fix.Title, Certificate: c.fix.Certificate,
			Origins: one(m.origins, c.proposal), Rules: one(m.rules, c.rule), Paths: m.pathsOf(c),
		}
		if c.status != StatusDuplicate && c.duplicate != none {
			o.Origins, o.Rules = m.parties(int32(i))
			o.Certificate = m.certificate(int32(i))
		}
		place[i] = sortPlace{class: m.classOf(c), file: none}
		if file, _, _ := m.firstEdit(c); file != none {
			place[i].file = m.files[file].named
		}
	})
	return all, places
}

// one returns the sublist of one element, without capacity to append.
func one(list []string, i int32) []string { return list[i : i+1 : i+1] }

// parties returns the origins and rules of a candidate and its duplicates,
// sorted and distinct.
func (m *merger) parties(i int32) (origins, rules []string) {
	for ; i != none; i = m.candidates[i].duplicate {
		c := &m.candidates[i]
		origins = append(origins, m.proposals[c.proposal].Origin)
		rules = append(rules, c.fix.Rule)
	}
	slices.Sort(origins)
	slices.Sort(rules)
	return slices.Compact(origins), slices.Compact(rules)
}

// certificate returns the certificate of a candidate or of one of its
// duplicates, which have the same edits of the same bytes. It prefers one that
// holds.
func (m *merger) certificate(i int32) *Certificate {
	var found *Certificate
	for ; i != none; i = m.candidates[i].duplicate {
		if c := m.candidates[i].fix.Certificate; c != nil && !found.Holds() {
			found = c
		}
	}
	return found
}

// pathsOf returns the files that a candidate names, including files of edits
// that change nothing.
func (m *merger) pathsOf(c *candidate) []string {
	uses := m.usesOf(c)
	if len(uses) == 0 {
		return slices.Compact(slices.Collect(c.fix.Paths()))
	}
	if first := uses[0]; !slices.ContainsFunc(uses, func(u int32) bool { return u != first }) {
		return one(m.paths, m.files[m.uses[first].file].named)
	}
	paths := make([]string, len(uses))
	for i, u := range uses {
		paths[i] = m.files[m.uses[u].file].path
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// block defers all accepted fixes if one fix has a status that blocks, or a
// file failed. The first one that blocks is named as the reason.
func (p *Plan) block() {
	first := slices.IndexFunc(p.Outcomes, func(o Outcome) bool {
		return o.Status.Blocks() || o.Reason.Code == codes[whyUnreadable]
	})
	if first < 0 {
		return
	}
	p.Blocked, p.Files = true, nil
	by := &p.Outcomes[first]
	for i := range p.Outcomes {
		if o := &p.Outcomes[i]; o.Status == StatusApplied {
			o.Status, o.Reason = StatusDeferred, Reason{Code: CodeBlocked, By: by.ID, Detail: string(by.Status)}
		}
	}
}
