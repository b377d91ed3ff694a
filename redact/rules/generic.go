package rules

import (
	"iter"
	"slices"
	"strings"
)

// generic is the rule for a name with a common word, such as key, and a value
// that looks random. It gives way to all others.
//
// Most texts have such words, and nearly all of the time would be spent on the
// names around them. But each match is a name, then a keyword, then the rest.
// Therefore, the expression is matched at each keyword, without the name, which
// is then read backward. That takes a fiftieth of the time.
const generic = "generic-api-key"

const (
	// genericName begins the expression of the rule, and matches a name.
	genericName = `(?i)[\w.-]{0,50}?`
	// maxGenericName is the maximum length of the name.
	maxGenericName = 50
)

// matchesAtWords yields the same as matches for the generic rule, in a text
// that does not fold.
func (r *rule) matchesAtWords(text *text) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		last := 0
		for start := range r.words(text.lower) {
			if start < last {
				continue // within a match
			}
			at := r.afterName().FindStringIndex(text.original[start:])
			if at == nil {
				continue
			}
			name := nameLength(text.original[last:start])
			last = start + at[1]
			if !yield(start-name, last) {
				return
			}
		}
	}
}

// words yields the places in a lowercase text where a keyword of the rule
// begins, in order.
func (r *rule) words(lower string) iter.Seq[int] {
	var first [256]bool
	for _, k := range r.Keywords {
		first[k[0]] = true
	}
	return func(yield func(int) bool) {
		for i := range len(lower) {
			if first[lower[i]] && slices.ContainsFunc(r.Keywords, func(k string) bool { return strings.HasPrefix(lower[i:], k) }) && !yield(i) {
				return
			}
		}
	}
}

// nameLength returns the length of the name at the end of a text that does not
// fold.
func nameLength(text string) int {
	n := 0
	for n < min(maxGenericName, len(text)) && nameByte(text[len(text)-1-n]) {
		n++
	}
	return n
}

func nameByte(c byte) bool {
	return c == '_' || c == '.' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
