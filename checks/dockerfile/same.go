package dockerfile

import (
	"cmp"
	"slices"
	"sort"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

// same is about rules that say the same of one place, by their names.
type same struct {
	rules map[string]*lint.Rule
	other map[string]string // of a rule, the one that says the same; in both directions
}

func sameOf(rules []*lint.Rule) same {
	s := same{make(map[string]*lint.Rule), make(map[string]string)}
	for _, rule := range rules {
		s.rules[rule.Name] = rule
		if rule.Same != "" {
			s.other[rule.Name], s.other[rule.Same] = rule.Same, rule.Name
		}
	}
	return s
}

// merge makes one finding of two that say the same, which is that of the rule
// whose Same is the other: it names the other, is as severe as the more severe
// of them, and has the fixes of both.
func (s *same) merge(findings []checks.Finding) []checks.Finding {
	byRule := map[string][]int{} // by place
	for i := range findings {
		byRule[findings[i].Rule] = append(byRule[findings[i].Rule], i)
	}
	for _, all := range byRule {
		slices.SortFunc(all, func(a, b int) int { return cmp.Compare(findings[a].Start, findings[b].Start) })
	}
	gone := make([]bool, len(findings))
	for i := range findings {
		f := &findings[i]
		for _, j := range overlapping(findings, byRule[s.rules[f.Rule].Same], f) {
			if !gone[j] {
				gone[j] = true
				s.join(f, &findings[j])
			}
		}
	}
	kept := findings[:0]
	for i := range findings {
		if !gone[i] {
			kept = append(kept, findings[i])
		}
	}
	return kept
}

// overlapping returns which of some findings, in order, are where f is.
func overlapping(findings []checks.Finding, all []int, f *checks.Finding) []int {
	first := sort.Search(len(all), func(i int) bool { return findings[all[i]].End > f.Start })
	last := first
	for last < len(all) && findings[all[last]].Start < f.End {
		last++
	}
	return all[first:last]
}

// join adds to a finding what another one says.
func (s *same) join(f, other *checks.Finding) {
	f.Message += " (also " + other.Rule + ")"
	own, its := s.severity(f), s.severity(other)
	if its.Rank() < own.Rank() {
		f.Severity = its
	}
	for _, fix := range other.Fixes {
		fix.Rule = other.Rule
		f.Fixes = append(f.Fixes, fix)
	}
}

func (s *same) severity(f *checks.Finding) fixedits.Severity {
	return cmp.Or(f.Severity, s.rules[f.Rule].Severity)
}
