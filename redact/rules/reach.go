package rules

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// A reach is the maximum distance of a match of an expression from a keyword of
// its rule.
type reach struct {
	before extent // from the end of the keyword back to the start of the match
	after  extent // from the start of the keyword to the end of the match
	known  bool
}

// An extent is the maximum length of a text: a number of bytes, then the rest
// of the line, then a number of bytes again, and so on.
type extent []int

// reachOf returns the reach of an expression whose matches all contain one of
// some lowercase keywords. It is unknown if a match may have no keyword, or may
// have any number of lines.
func reachOf(expression string, keywords []string) reach {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil || len(keywords) == 0 {
		return reach{}
	}
	parts := []*syntax.Regexp{re}
	if re.Op == syntax.OpConcat {
		parts = re.Sub
	}
	for from := range parts {
		for to := from + 1; to <= len(parts); to++ {
			if !keyed(parts[from:to], keywords) {
				continue
			}
			before, ok := longest(parts[:to])
			after, ok2 := longest(parts[from:])
			slices.Reverse(before)
			return reach{before, after, ok && ok2}
		}
	}
	return reach{}
}

// window returns the range of a text that contains all matches with the keyword
// at start to end, with one more character on both sides for boundary
// assertions.
func (r reach) window(text string, start, end int) (from, to int) {
	from, to = end, start
	for i, n := range r.before {
		if i > 0 {
			from = strings.LastIndexByte(text[:from], '\n') + 1
		}
		from = max(from-n, 0)
	}
	for i, n := range r.after {
		if i > 0 {
			if line := strings.IndexByte(text[to:], '\n'); line >= 0 {
				to += line
			} else {
				to = len(text)
			}
		}
		to = min(to+n, len(text))
	}
	return max(from-utf8.UTFMax, 0), min(to+utf8.UTFMax, len(text))
}

// keyed reports whether all matches of a sequence of expressions have a
// keyword.
func keyed(sequence []*syntax.Regexp, keywords []string) bool {
	if texts := texts(sequence); texts != nil {
		return !slices.ContainsFunc(texts, func(text string) bool {
			return !slices.ContainsFunc(keywords, func(k string) bool { return strings.Contains(text, k) })
		})
	}
	if len(sequence) != 1 {
		return false
	}
	switch re := sequence[0]; re.Op {
	case syntax.OpCapture, syntax.OpPlus:
		return keyed(re.Sub, keywords)
	case syntax.OpRepeat:
		return re.Min > 0 && keyed(re.Sub, keywords)
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !keyed([]*syntax.Regexp{sub}, keywords) })
	case syntax.OpConcat:
		for from := range re.Sub {
			for to := from + 1; to <= len(re.Sub); to++ {
				if keyed(re.Sub[from:to], keywords) {
					return true
				}
			}
		}
	}
	return false
}

// maxTexts is the maximum number of texts of an expression.
const maxTexts = 256

// texts returns all lowercase texts that a sequence of expressions matches, or
// nil if there are too many.
func texts(sequence []*syntax.Regexp) []string {
	all := []string{""}
	for _, re := range sequence {
		ends := textsOf(re)
		if ends == nil || len(all)*len(ends) > maxTexts {
			return nil
		}
		var joined []string
		for _, start := range all {
			for _, end := range ends {
				joined = append(joined, start+end)
			}
		}
		all = joined
	}
	return all
}

func textsOf(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(re.Rune))}
	case syntax.OpCharClass:
		var out []string
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i+1]-re.Rune[i] > 'z'-'a' {
				return nil
			}
			for c := re.Rune[i]; c <= re.Rune[i+1]; c++ {
				out = append(out, strings.ToLower(string(c)))
			}
		}
		slices.Sort(out)
		return slices.Compact(out)
	case syntax.OpCapture, syntax.OpConcat:
		return texts(re.Sub)
	case syntax.OpQuest:
		if some := texts(re.Sub); some != nil {
			return append(some, "")
		}
	case syntax.OpAlternate:
		var out []string
		for _, sub := range re.Sub {
			some := textsOf(sub)
			if some == nil {
				return nil
			}
			out = append(out, some...)
		}
		return out
	}
	return nil
}

// maxExtent is the maximum number of parts of a useful extent.
const maxExtent = 16

// longest returns the maximum length of a match of a sequence of expressions,
// and false if there is no limit.
func longest(sequence []*syntax.Regexp) (extent, bool) {
	sum := extent{0}
	for _, re := range sequence {
		n, ok := longestOf(re)
		if !ok || len(sum)+len(n) > maxExtent {
			return nil, false
		}
		sum = sum.with(n)
	}
	return sum, true
}

// with returns the extent of a text that is followed by another one.
func (e extent) with(next extent) extent {
	sum := slices.Concat(e, next[1:])
	sum[len(e)-1] += next[0]
	return sum
}

func longestOf(re *syntax.Regexp) (extent, bool) {
	switch re.Op {
	case syntax.OpLiteral:
		n := 0
		for _, c := range re.Rune {
			n += width(c)
		}
		return extent{n}, true
	case syntax.OpCharClass:
		n := 0
		for i := 0; i < len(re.Rune); i += 2 {
			if first, last := re.Rune[i], re.Rune[i+1]; first == last {
				n = max(n, width(first))
			} else {
				n = max(n, utf8.RuneLen(last))
			}
		}
		return extent{n}, true
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return extent{utf8.UTFMax}, true
	case syntax.OpStar, syntax.OpPlus:
		return extent{0, 0}, withinLine(re.Sub[0])
	case syntax.OpRepeat:
		if re.Max < 0 {
			return extent{0, 0}, withinLine(re.Sub[0])
		}
		return repeated(re)
	case syntax.OpCapture, syntax.OpConcat, syntax.OpQuest:
		return longest(re.Sub)
	case syntax.OpAlternate:
		most := extent{0}
		for _, sub := range re.Sub {
			n, ok := longestOf(sub)
			if !ok {
				return nil, false
			}
			for i := range min(len(n), len(most)) {
				most[i] = max(most[i], n[i])
			}
			most = append(most, n[min(len(n), len(most)):]...)
		}
		return most, true
	}
	return extent{0}, true // empty, or an assertion
}

// width returns the maximum length of a character in bytes, in any case.
// Letters that equal K and S except for case do not occur in texts with
// windows.
func width(c rune) int {
	if c < utf8.RuneSelf || misleading(c) {
		return 1
	}
	return utf8.UTFMax
}

func repeated(re *syntax.Regexp) (extent, bool) {
	once, ok := longest(re.Sub)
	if !ok || (len(once)-1)*re.Max > maxExtent {
		return nil, false
	}
	if len(once) == 1 {
		return extent{once[0] * re.Max}, true
	}
	sum := extent{0}
	for range re.Max {
		sum = sum.with(once)
	}
	return sum, true
}

// withinLine reports whether an expression matches a single character that does
// not end a line.
func withinLine(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpAnyCharNotNL:
		return true
	case syntax.OpLiteral:
		return len(re.Rune) == 1 && re.Rune[0] != '\n'
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i] <= '\n' && '\n' <= re.Rune[i+1] {
				return false
			}
		}
		return true
	}
	return false
}
