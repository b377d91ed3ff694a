package dockerfile

import (
	"cmp"
	"slices"
	"sort"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// same knows the pairs of rules that report the same problem, by their names.
type same struct {
	rules map[string]*lint.Rule
	other map[string]string // by rule, the equivalent one; in both directions
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

// merge combines two findings of equivalent rules into one, of the rule whose
// Same is the other: the message mentions the other rule, the severity is the
// higher one, and the fixes come from both.
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

// overlapping returns the findings, in order, that overlap f.
func overlapping(findings []checks.Finding, all []int, f *checks.Finding) []int {
	first := sort.Search(len(all), func(i int) bool { return findings[all[i]].End > f.Start })
	last := first
	for last < len(all) && findings[all[last]].Start < f.End {
		last++
	}
	return all[first:last]
}

// join adds another finding to a finding.
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
