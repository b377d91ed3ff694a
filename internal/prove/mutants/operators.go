package mutants

import (
	"strconv"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// token changes one operator, constant or number.
func (s *stream) token(i int) {
	t := &s.code[i]
	word := s.at(i)
	add := func(is string, r rank) { s.list = append(s.list, replace(t.Start, word, is, t.Line, r)) }
	switch t.Kind {
	case source.Mark:
		spaced := s.spaced(i)
		if is := opposites[word]; is != "" && spaced {
			add(is, negation)
		}
		if is := neighbors[word]; is != "" && spaced {
			add(is, boundary)
		}
		if is := logics[word]; is != "" && spaced {
			add(is, logic)
		}
		if is := sums[word]; is != "" && spaced && s.value(i-1) && s.at(i+1) != "" {
			add(is, arithmetic)
		}
		if word == "!" && i+1 < len(s.code) && s.code[i+1].Start == t.End && (i == 0 || s.code[i-1].End < t.Start || s.at(i-1) == "(") &&
			(s.code[i+1].Kind == source.Word || s.at(i+1) == "(") {
			s.list = append(s.list, edit{t.Start, t.End, "", t.Line, negation, "! was removed"})
		}
	case source.Word:
		switch {
		case s.at(i-1) == "." || s.at(i+1) == ":" && s.semi || s.at(i+1) == "=":
		case truths[word] != "":
			add(truths[word], boolean)
		case s.semi:
		case logics[word] != "":
			add(logics[word], logic)
		case word == "not" && s.at(i+1) != "in" && s.at(i-1) != "is" && i+1 < len(s.code):
			s.list = append(s.list, edit{t.Start, s.code[i+1].Start, "", t.Line, negation, "not was removed"})
		}
	case source.Number:
		if v, err := strconv.ParseInt(word, 10, 32); err == nil && strconv.FormatInt(v, 10) == word && s.at(i-1) != "." {
			add(strconv.FormatInt(v+1, 10), number)
		}
	}
}

// spaced reports whether an operator has space on both sides. The marks of
// generics, pointers and signs do not.
func (s *stream) spaced(i int) bool {
	return i > 0 && i+1 < len(s.code) && s.code[i-1].End < s.code[i].Start && s.code[i].End < s.code[i+1].Start
}

// value reports whether a token ends a value, so that an operator after it has
// two operands.
func (s *stream) value(i int) bool {
	if i < 0 {
		return false
	}
	switch s.code[i].Kind {
	case source.Word:
		return !keyword(s.at(i))
	case source.Number:
		return true
	}
	return s.at(i) == ")" || s.at(i) == "]"
}
