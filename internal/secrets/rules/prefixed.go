package rules

import (
	"iter"
	"regexp"
	"regexp/syntax"
	"strings"
)

// prefixed is an expression of which each match is at the start of a word and
// begins with the same text. Matching it where the text is, and nowhere else,
// takes a third of the time.
type prefixed struct {
	prefix string // empty: the expression is not of this kind
	rest   *regexp.Regexp
}

// prefixedBy divides an expression that begins with \b, which must hold for all
// of the rest and not for its first alternative.
func prefixedBy(expression string) prefixed {
	rest, ok := strings.CutPrefix(expression, `\b`)
	if !ok || !same(expression, `\b(?:`+rest+`)`) {
		return prefixed{}
	}
	prefix, _ := regexp.MustCompile(rest).LiteralPrefix()
	if prefix == "" || !wordByte(prefix[0]) {
		return prefixed{}
	}
	return prefixed{prefix, regexp.MustCompile(`^(?:` + rest + `)`)}
}

// same reports whether two expressions have the same syntax tree.
func same(a, b string) bool {
	one, err := syntax.Parse(a, syntax.Perl)
	if err != nil {
		return false
	}
	other, err := syntax.Parse(b, syntax.Perl)
	return err == nil && one.Equal(other)
}

// matches yields the ranges of a text that match the whole expression.
func (p prefixed) matches(text string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for last := 0; ; {
			i := strings.Index(text[last:], p.prefix)
			if i < 0 {
				return
			}
			start := last + i
			last = start + 1
			if start > 0 && wordByte(text[start-1]) {
				continue
			}
			if at := p.rest.FindStringIndex(text[start:]); at != nil {
				last = start + at[1]
				if !yield(start, last) {
					return
				}
			}
		}
	}
}

// wordByte reports whether a byte is part of a word to \b.
func wordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
