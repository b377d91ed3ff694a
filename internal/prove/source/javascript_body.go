package source

import (
	"strings"
)

// tapAsserts are methods of the context of a test, in tap, ava and node:test.
var tapAsserts = map[string]bool{
	"is": true, "not": true, "equal": true, "equals": true, "notEqual": true, "ok": true, "notOk": true, "true": true,
	"false": true, "truthy": true, "falsy": true, "deepEqual": true, "notDeepEqual": true, "same": true, "match": true,
	"regex": true, "throws": true, "throwsAsync": true, "notThrows": true, "rejects": true, "strictEqual": true,
	"deepStrictEqual": true, "snapshot": true, "like": true, "fail": true,
}

// body counts the assertions and skips of a test function, up to a return.
func (s *script) body(c call, t *Test) {
	block := -1
	for i := c.first; i < c.end; i++ {
		if s.at(i) == "{" && (s.at(i-1) == "=>" || s.at(i-1) == ")" && s.code[i].Depth == s.code[c.first].Depth) {
			block = s.code[i].Depth + 1
			break
		}
	}
	returned := false
	for i := c.first; i < c.end; i++ {
		token := &s.code[i]
		if token.Kind != Word {
			continue
		}
		if token.Depth == block && returned && (token.First || s.at(i-1) == ";") {
			return
		}
		word := token.Text(s.text)
		switch {
		case word == "return" && token.Depth == block && statementStart(s, i):
			returned = true
		case (word == "skip" || word == "todo") && s.at(i-1) == "." && s.at(i+1) == "(":
			s.skip(t, i, token.Depth == block)
		case word == "throw":
			t.Asserts++
		case word == "should" && s.at(i-1) == ".":
			t.Asserts++
		case s.asserts(i, word):
			t.Asserts++
		}
	}
}

// statementStart reports whether a word is not in a branch without braces, such
// as if (x) return.
func statementStart(s *script, i int) bool {
	switch s.at(i - 1) {
	case ";", "{", "}":
		return true
	case ")", "else":
		return false
	}
	return s.code[i].First
}

// skip takes a call of a method such as t.skip or this.skip.
func (s *script) skip(t *Test, i int, top bool) {
	switch base := s.at(i - 2); base {
	case "test", "it", "describe", "suite":
	default:
		t.Skips++
		if top && t.Skipped == "" && t.Asserts == 0 {
			t.Skipped = base + "." + s.at(i)
		}
	}
}

// asserts reports whether a word starts an assertion that can fail.
func (s *script) asserts(i int, word string) bool {
	if s.at(i-1) == "." {
		if s.at(i+1) != "(" {
			return false
		}
		switch base := s.at(i - 2); base {
		case "t", "tap", "ctx", "assert", "strict":
			return (base == "assert" || base == "strict" || tapAsserts[word]) && !s.constant(i+1)
		case "expect", "console", "jest", "vi":
			return false
		}
		return assertionName(word) && !strings.HasPrefix(word, "expect")
	}
	if s.at(i+1) != "(" {
		return false
	}
	switch word {
	case "expect":
		return s.matched(i + 1)
	case "assert":
		return !s.constant(i + 1)
	case "fail", "done":
		return word == "fail" || s.close[i+1] > i+2
	}
	return assertionName(word)
}

// matched reports whether an expect is followed by a matcher, and one of them
// is not about constants.
func (s *script) matched(open int) bool {
	end := s.close[open]
	if s.at(end+1) != "." {
		return false
	}
	if !s.constant(open) {
		return true
	}
	for i := end + 1; s.at(i) == "."; {
		i += 2
		if s.at(i) != "(" {
			continue
		}
		if s.close[i] > i+1 && !s.constant(i) {
			return true
		}
		i = s.close[i] + 1
	}
	return false
}

// constant reports whether a call has only constant arguments, or the same one
// twice. open is the index of its opening bracket.
func (s *script) constant(open int) bool {
	return constantCall(s.text, s.code[open+1:min(len(s.code), s.close[open]+1)], s.code[open].Depth)
}
