package fixedits

import "slices"

// outcomes returns the outcome of each candidate. Most share a list of origins,
// rules or paths with many others, as a slice of one long list.
func (m *merger) outcomes() []Outcome {
	origins, paths := make([]string, len(m.proposals)), make([]string, len(m.files))
	for i := range m.proposals {
		origins[i] = m.proposals[i].Origin
	}
	for i := range m.files {
		paths[i] = m.files[i].path
	}
	out := make([]Outcome, len(m.candidates))
	parallel(len(m.candidates), func(i int) {
		c := &m.candidates[i]
		o := &out[i]
		*o = Outcome{
			ID: c.fix.ID, OwnID: c.fix.OwnID, Rule: c.fix.Rule, Status: c.status, Reason: m.reason(c),
			Safety: c.fix.Safety, Phase: c.fix.Phase, Title: c.fix.Title, Certificate: c.fix.Certificate,
			Origins: one(origins, c.proposal), Rules: one(m.rules, c.rule), Paths: m.pathsOf(c, paths),
		}
		if c.status != StatusDuplicate && c.duplicate != none {
			o.Origins, o.Rules = m.parties(int32(i))
			o.Certificate = m.certificate(int32(i))
		}
	})
	return out
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

// pathsOf returns the files that a candidate names, including those of edits
// that change nothing. all holds the paths of all files.
func (m *merger) pathsOf(c *candidate, all []string) []string {
	uses := m.usesOf(c)
	if len(uses) == 0 {
		return slices.Compact(slices.Collect(c.fix.Paths()))
	}
	if first := uses[0]; !slices.ContainsFunc(uses, func(u int32) bool { return u != first }) {
		return one(all, m.names[m.uses[first].name].file)
	}
	paths := make([]string, len(uses))
	for i, u := range uses {
		paths[i] = all[m.names[m.uses[u].name].file]
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// block defers all accepted candidates if one candidate has a status that
// blocks, and reports whether one has. The first one that blocks is named as
// the reason.
func (m *merger) block() bool {
	first := slices.IndexFunc(m.candidates, func(c candidate) bool {
		return c.status.Blocks() || c.why == whyUnreadable
	})
	if first < 0 {
		return false
	}
	for i := range m.candidates {
		if c := &m.candidates[i]; c.status == StatusApplied {
			c.status, c.why, c.by = StatusDeferred, whyBlocked, int32(first)
		}
	}
	return true
}
