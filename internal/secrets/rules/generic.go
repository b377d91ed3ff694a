package rules

import (
	"iter"
	"regexp"
	"slices"
	"strings"
)

// generic is the rule for a name with a common word, such as key, and a value
// that looks random. It gives way to all others.
const generic = "generic-api-key"

const (
	// genericName begins the expressions of this rule and of many others, and
	// matches a name.
	genericName = `(?i)[\w.-]{0,50}?`
	// maxGenericName is the maximum length of the name.
	maxGenericName = 50
)

// wordsAfterName returns the words, in lower case, with which each match of a
// rule goes on after its name, or nil if the expression of the rule does not
// begin with a name and a list of words. They are the keywords of the generic
// rule.
//
// Nearly all of the time would be spent on the names, which most texts are full
// of. Therefore, the expression of a rule with words is matched at each of
// them, without the name, which is then read backward. That takes a fiftieth of
// the time.
func wordsAfterName(r *rule) []string {
	if r.ID == generic {
		return r.Keywords
	}
	list, ok := strings.CutPrefix(r.Regex, genericName+"(?:")
	list, rest, closed := strings.Cut(list, ")")
	words := strings.Split(strings.ToLower(list), "|")
	special := func(word string) bool { return word == "" || regexp.QuoteMeta(word) != word }
	if !ok || !closed || strings.HasPrefix(rest, "?") || strings.HasPrefix(rest, "*") || strings.HasPrefix(rest, "{") ||
		slices.ContainsFunc(words, special) {
		return nil
	}
	return words
}

// matchesAtWords yields the same as matches for a rule with words, in a text
// that does not fold.
func (r *rule) matchesAtWords(text *text) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		last := 0
		for start := range r.wordsIn(text.lower) {
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

// wordsIn yields the places in a lowercase text where a word of the rule
// begins, in order.
func (r *rule) wordsIn(lower string) iter.Seq[int] {
	var first [256]bool
	for _, k := range r.words {
		first[k[0]] = true
	}
	return func(yield func(int) bool) {
		for i := range len(lower) {
			if first[lower[i]] && slices.ContainsFunc(r.words, func(k string) bool { return strings.HasPrefix(lower[i:], k) }) && !yield(i) {
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
