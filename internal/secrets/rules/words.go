package rules

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"
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

// inside are the rules whose expression begins with a boundary, and not with a
// keyword after it. There are no others in the file.
var inside = []string{"airtable-personnal-access-token", "maxmind-license-key", "openai-api-key"}

// long are the rules that begin with a boundary and a keyword, and whose failed
// matches may have many keywords in them: matching at each would take quadratic
// time. The value is a text, in lower case, that all matches of a rule have.
var long = map[string]string{"curl-auth-header": "-h", "curl-auth-user": "-u", "jwt-base64": ""}

// begin sets the words, in lower case, with which each match of a rule begins
// after a name or a boundary of words, and the expression of that part. There
// are none if the expression of the rule begins with something else. The words
// of the generic rule, and of rules that begin with a boundary, are their
// keywords.
//
// Nearly all of the time would be spent on what is before the words, because
// most texts are full of names and of other words. Therefore, the expression of
// a rule with words is matched at each of them, and a name is then read
// backward. That takes a tenth to a fiftieth of the time.
func (r *rule) begin() {
	expression := ""
	if rest, ok := strings.CutPrefix(r.Regex, `\b`); ok {
		if _, isLong := long[r.ID]; !isLong && !slices.Contains(inside, r.ID) {
			r.words, r.bounded, expression = r.Keywords, true, `^(?:`+rest+`)`
		}
	} else if rest, ok := strings.CutPrefix(r.Regex, genericName); ok {
		r.words, expression = wordsAfterName(r.ID, rest, r.Keywords), `^(?i:`+rest+`)`
	}
	r.atWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// wordsAfterName returns the words of a rule that begins with a name, or nil if
// its expression does not go on with a list of words.
func wordsAfterName(id, rest string, keywords []string) []string {
	if id == generic {
		return keywords
	}
	list, ok := strings.CutPrefix(rest, "(?:")
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
			if start < last || r.bounded && start > 0 && wordByte(text.original[start-1]) {
				continue // within a match or a word
			}
			at := r.atWord().FindStringIndex(text.original[start:])
			if at == nil {
				continue
			}
			name := 0
			if !r.bounded {
				name = nameLength(text.original[last:start])
			}
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
	return func(yield func(int) bool) {
		next := slices.Repeat([]int{-1}, len(r.words)) // where each word begins next
		for i := 0; i < len(lower); i++ {
			nearest := len(lower)
			for w, word := range r.words {
				if next[w] < i {
					next[w] = len(lower)
					if at := strings.Index(lower[i:], word); at >= 0 {
						next[w] = i + at
					}
				}
				nearest = min(nearest, next[w])
			}
			i = nearest
			if i < len(lower) && !yield(i) {
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

func nameByte(c byte) bool { return c == '.' || c == '-' || wordByte(c) }

// wordByte reports whether \w matches a byte.
func wordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
