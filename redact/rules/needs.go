package rules

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxNeeds is the maximum number of texts that are searched for before an
// expression is matched.
const maxNeeds = 8

// needsOf returns lowercase texts of which every match of an expression
// contains one, or nil if none are known. keywords are lowercase texts that are
// already known to be present.
func needsOf(expression string, keywords []string) []string {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil
	}
	return needs(re, keywords)
}

func needs(re *syntax.Regexp, keywords []string) []string {
	switch re.Op {
	case syntax.OpCapture, syntax.OpPlus:
		return needs(re.Sub[0], keywords)
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needs(re.Sub[0], keywords)
		}
		return nil
	case syntax.OpConcat:
		var best []string
		for from, sub := range re.Sub {
			if some := needs(sub, keywords); shortest(some) > shortest(best) {
				best = some
			}
			for to := from + 2; to <= len(re.Sub); to++ {
				if some := telling(texts(re.Sub[from:to]), keywords); shortest(some) > shortest(best) {
					best = some
				}
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			some := needs(sub, keywords)
			if some == nil {
				return nil
			}
			all = append(all, some...)
		}
		return telling(all, keywords)
	}
	return telling(textsOf(re), keywords)
}

// telling returns texts, sorted, if they are few and each of them may be
// missing from a text with the keywords. It rejects texts that are not ASCII,
// because case folding in expressions differs from conversion to lower case.
func telling(texts, keywords []string) []string {
	texts = slices.Compact(slices.Sorted(slices.Values(texts)))
	if len(texts) > maxNeeds || slices.ContainsFunc(texts, func(text string) bool {
		return strings.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf }) ||
			slices.ContainsFunc(keywords, func(k string) bool { return strings.Contains(k, text) })
	}) {
		return nil
	}
	return texts
}

// shortest returns the length of the shortest text, or 0 if there are none.
func shortest(texts []string) int {
	if len(texts) == 0 {
		return 0
	}
	return len(slices.MinFunc(texts, func(a, b string) int { return len(a) - len(b) }))
}
