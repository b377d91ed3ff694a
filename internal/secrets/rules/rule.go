package rules

import (
	"iter"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
)

// A rule is a rule of the file. The names of fields are its keys.
type rule struct {
	ID          string
	Description string
	Regex       string
	Path        string  // of names of files, as an expression
	SecretGroup int     // the group of Regex that is the secret; 0: the first that is not empty
	Entropy     float64 // that a secret must exceed, in bits a character; 0: any will do
	Keywords    []string
	Allowlists  []*allowlist

	expression func() *regexp.Regexp // Regex; panics if it is invalid, which is a bug
	words      []string              // see begin
	bounded    bool                  // the words begin after a boundary, not after a name
	atWord     func() *regexp.Regexp // the rest of Regex, of a rule with words
}

// A match is a finding, and the data that decides between rules.
type match struct {
	Finding
	secret string
	line   int // that the match of the expression starts on
}

// generic reports whether the rule of the match gives way to others.
func (m match) generic() bool { return m.Rule == generic }

// find returns the matches of the rule in a text. The global allowlist is that
// of all rules.
func (r *rule) find(text *text, global *allowlist) []match {
	var out []match
	var on lineContext
	for start, end := range r.matches(text) {
		// An expression may match the line endings around a secret.
		whole := strings.TrimRight(text.original[start:end], "\n")
		end = start + len(whole)
		whole = strings.TrimLeft(whole, "\n")
		start = end - len(whole)
		from, to := r.secret(whole)
		if from == to {
			continue
		}
		m := match{
			Finding: Finding{Rule: r.ID, Description: r.Description, Start: start + from, End: start + to},
			secret:  whole[from:to], line: text.lines().Line(start),
		}
		if r.Entropy != 0 && entropy(m.secret) <= r.Entropy {
			continue
		}
		on.move(text, m.line, text.lines().Line(end))
		t := target{secret: m.secret, match: whole, line: &on}
		if global.allows(t) || slices.ContainsFunc(r.Allowlists, func(a *allowlist) bool { return a.allows(t) }) {
			continue
		}
		m.Allowed = on.comment
		out = append(out, m)
	}
	return out
}

// matches yields the ranges of a text that the expression matches.
func (r *rule) matches(text *text) iter.Seq2[int, int] {
	if len(r.words) > 0 && !text.folds {
		return r.matchesAtWords(text)
	}
	return func(yield func(int, int) bool) {
		for _, at := range r.expression().FindAllStringIndex(text.original, -1) {
			if !yield(at[0], at[1]) {
				return
			}
		}
	}
}

// secret returns the range of the secret in a match of the expression.
func (r *rule) secret(match string) (start, end int) {
	groups := r.expression().FindStringSubmatchIndex(match)
	if len(groups) <= 2 {
		return 0, len(match)
	}
	if r.SecretGroup > 0 {
		return groups[2*r.SecretGroup], groups[2*r.SecretGroup+1]
	}
	for i := 2; i < len(groups); i += 2 {
		if groups[i] < groups[i+1] {
			return groups[i], groups[i+1]
		}
	}
	return 0, len(match)
}

// entropy returns the entropy of a text by Shannon, in bits a byte.
func entropy(text string) float64 {
	counts := make(map[rune]int)
	for _, c := range text {
		counts[c]++
	}
	sum := 0.0
	for _, c := range slices.Sorted(maps.Values(counts)) { // a sum of floats depends on the order
		share := float64(c) / float64(len(text))
		sum -= share * math.Log2(share)
	}
	return sum
}
