package secrets

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxNeeds is how many texts are looked for before an expression is.
const maxNeeds = 8

// needsOf returns texts, in lower case, of which every match of an expression has one, or nil where none are known. Keywords, in
// lower case, are what is known to be there, and say no more.
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

// telling returns texts, in order, where each of them may be missing from a text that has the keywords, and they are few. Beyond
// ASCII, the lower case of a text may be another one than what an expression takes for the same letters.
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

// shortest returns the length of the shortest of some texts, or 0 where there are none.
func shortest(texts []string) int {
	if len(texts) == 0 {
		return 0
	}
	return len(slices.MinFunc(texts, func(a, b string) int { return len(a) - len(b) }))
}
