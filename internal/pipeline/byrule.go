package pipeline

import (
	"bytes"
	"cmp"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A RuleChange holds the changes by the fixes of one rule, or by a formatter.
type RuleChange struct {
	Rule  string
	Fixes []string              // the ids of the applied fixes; none of a formatter
	Last  bool                  // comes after all others: of a formatter, or of fixes of the phase format
	Files []fixedits.FileChange // by path; of each only the path, the texts, and whether it is created, deleted and executable
}

// byRule returns the changes of a plan by rule, each on top of the one before:
// the rules in the order in which a merge chooses fixes (safety, phase,
// priority), rules of one rank by name, then the formatters. The text of a
// file after some of the rules is the one that a merge of their fixes alone
// would have made, before formatters. An edit that fixes of several rules make
// is the first one's, and an import goes with the rule whose fixes use it no
// more.
func (m *merged) byRule() []RuleChange {
	if m.run == nil || m.run.Commits == nil {
		return nil
	}
	all := m.run.rulesOf(m.plan)
	at := map[string]int{} // the index of a rule in all
	for i := range all {
		at[all[i].Rule] = i
	}
	for i := range m.plan.Files {
		file := &m.plan.Files[i]
		text, exists := file.Before, !file.Created
		for _, rule := range rulesIn(file, at) {
			next, there := file.Of(func(other string) bool { return at[other] <= at[rule] }, m.run.settleImports)
			all[at[rule]].add(file, text, exists, next, there)
			text, exists = next, there
		}
		if !exists || bytes.Equal(text, file.After) {
			continue
		}
		rule := m.run.formatRule(file.Path, file.After)
		k := slices.IndexFunc(all, func(c RuleChange) bool { return c.Last && c.Rule == rule })
		if k < 0 {
			k = len(all)
			all = append(all, RuleChange{Rule: rule, Last: true})
		}
		all[k].add(file, text, true, file.After, true)
	}
	all = slices.DeleteFunc(all, func(c RuleChange) bool { return len(c.Files) == 0 })
	slices.SortStableFunc(all, formattersLast)
	return all
}

// formattersLast orders formatters behind all others, by name.
func formattersLast(a, b RuleChange) int {
	switch {
	case a.Last && b.Last:
		return cmp.Compare(a.Rule, b.Rule)
	case a.Last:
		return 1
	case b.Last:
		return -1
	}
	return 0
}

// add adds the change of a file from one text to another.
func (c *RuleChange) add(file *fixedits.FileChange, before []byte, existed bool, after []byte, exists bool) {
	change := fixedits.FileChange{
		Path: file.Path, Before: before, After: after,
		Created: !existed && exists, Deleted: existed && !exists, Executable: file.Executable,
	}
	if existed == exists && bytes.Equal(before, after) {
		return
	}
	c.Files = append(c.Files, change)
}

// rulesOf returns the rules of the fixes that a plan applies, in their order,
// without the changes of files.
func (r *run) rulesOf(plan *fixedits.Plan) []RuleChange {
	type ranked struct {
		RuleChange
		rank int
	}
	type key struct {
		safety   fixedits.Safety
		phase    fixedits.Phase
		priority int
	}
	var all []ranked
	var last key
	at, rank := map[string]int{}, 0
	for i := range plan.Outcomes { // they are in the total order
		o := &plan.Outcomes[i]
		if o.Status != fixedits.StatusApplied {
			continue
		}
		if now := (key{o.Safety, o.Phase, r.priority(o.Rule)}); now != last {
			rank, last = rank+1, now
		}
		k, known := at[o.Rule]
		if !known {
			k = len(all)
			at[o.Rule] = k
			all = append(all, ranked{RuleChange{Rule: o.Rule, Last: o.Phase == fixedits.PhaseFormat}, rank})
		}
		all[k].Fixes = append(all[k].Fixes, o.ID)
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		return cmp.Or(formattersLast(a.RuleChange, b.RuleChange), cmp.Compare(a.rank, b.rank), cmp.Compare(a.Rule, b.Rule))
	})
	changes := make([]RuleChange, len(all))
	for i := range all {
		changes[i] = all[i].RuleChange
	}
	return changes
}

// rulesIn returns the rules of the edits of a file, in the order of at.
func rulesIn(file *fixedits.FileChange, at map[string]int) []string {
	rules := slices.Clone(file.Owners)
	slices.SortFunc(rules, func(a, b string) int { return cmp.Compare(at[a], at[b]) })
	return slices.Compact(rules)
}

// formatRule returns the rule of the formatter of a file.
func (r *run) formatRule(path string, text []byte) string {
	if registry := r.formatter(path, text); registry != nil {
		return formatRules + registry.For(path, text).Name()
	}
	return formatChecker
}

// ofWritten returns the changes of the files that the result still has.
func (r *Result) ofWritten() []RuleChange {
	left := map[string]bool{}
	for i := range r.Files {
		left[r.Files[i].Path] = true
	}
	var all []RuleChange
	for _, change := range r.byRule {
		change.Files = slices.DeleteFunc(slices.Clone(change.Files), func(f fixedits.FileChange) bool { return !left[f.Path] })
		if len(change.Files) > 0 {
			all = append(all, change)
		}
	}
	return all
}
