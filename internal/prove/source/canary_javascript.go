package source

import (
	"strconv"
	"strings"
)

// scriptCall returns the call that declares a test.
func (s *script) scriptCall(t *Test) (call, bool) {
	for i := range s.code {
		if s.code[i].Line != t.Line {
			continue
		}
		c, ok := s.call(i)
		if !ok || c.group || s.code[c.end].Line != t.Last {
			continue
		}
		if title, _ := s.title(c); title == t.Name {
			return c, true
		}
	}
	return call{}, false
}

// scriptFailing has arguments with which assertions fail, by the names of the
// assertions.
var scriptFailing = map[string]string{
	"strictEqual": "(1, 2)", "equal": "(1, 2)", "deepEqual": "(1, 2)", "deepStrictEqual": "(1, 2)", "is": "(1, 2)", "same": "(1, 2)", "equals": "(1, 2)",
	"notStrictEqual": "(1, 1)", "notEqual": "(1, 1)", "notDeepEqual": "(1, 1)", "notDeepStrictEqual": "(1, 1)",
	"ok": "(false)", "true": "(false)", "truthy": "(false)", "notOk": "(true)", "false": "(true)", "falsy": "(true)", "throws": "(() => {})", "fail": "()",
}

// scriptMatchers has a subject and an argument with which matchers fail.
var scriptMatchers = map[string][2]string{
	"toBe": {"1", "2"}, "toEqual": {"1", "2"}, "toStrictEqual": {"1", "2"}, "toBeTruthy": {"false", ""}, "toBeFalsy": {"true", ""}, "toBeNull": {"1", ""},
	"toBeUndefined": {"1", ""}, "toBeDefined": {"undefined", ""}, "toContain": {"[]", "1"}, "toHaveLength": {"[]", "1"}, "toThrow": {"() => {}", ""},
	"toMatch": {"'1'", "'2'"}, "toBeGreaterThan": {"1", "2"}, "toBeLessThan": {"2", "1"}, "toBeCloseTo": {"1", "2"},
}

// scriptFailure puts the body of a test into a try statement. Its finally block
// fails if all assertions of the test can fail.
func (f *File) scriptFailure(t *Test) ([]Edit, string) {
	s := newScript(f)
	c, ok := s.scriptCall(t)
	if !ok {
		return nil, "its call was not found"
	}
	calls := s.calls(c)
	fails := "throw new Error('" + CanaryMessage + "');"
	if len(calls) > 0 {
		fails = "let n = 0; for (const canary of [" + strings.Join(calls, ", ") + "]) { try { canary(); } catch { n++; } } if (n === " + count(calls) + ") { " + fails + " }"
	}
	for i := c.first; i < c.end; i++ {
		arrow := s.at(i-1) == "=>" && s.code[i-1].Depth == s.code[c.first].Depth
		open := s.at(i) == "{" && (arrow || s.at(i-1) == ")" && s.code[i].Depth == s.code[c.first].Depth)
		switch {
		case open && s.close[i] < c.end:
			return []Edit{
				{s.code[i].End, s.code[i].End, " try {"},
				{s.code[s.close[i]].Start, s.code[s.close[i]].Start, "} finally { " + fails + " } "},
			}, ""
		case arrow:
			end := i
			for end < c.end && !(s.at(end) == "," && s.code[end].Depth == s.code[c.first].Depth) {
				end++
			}
			at := s.code[end-1].End
			return []Edit{
				{s.code[i].Start, s.code[i].Start, "{ try { return "}, {at, at, "; } finally { " + fails + " } }"},
			}, ""
		}
	}
	return nil, "its function is somewhere else"
}

// calls returns functions that call the assertions of a test so that they fail.
func (s *script) calls(c call) []string {
	var calls []string
	seen := map[string]bool{}
	add := func(call string) {
		if !seen[call] {
			seen[call] = true
			calls = append(calls, "() => "+call)
		}
	}
	for i := c.first; i < c.end; i++ {
		word := s.at(i)
		if s.at(i+1) != "(" {
			continue
		}
		switch base, failing := s.at(i-2), scriptFailing[word]; {
		case word == "expect" && s.at(i-1) != ".":
			end := s.close[i+1]
			if m, ok := scriptMatchers[s.at(end+2)]; ok && s.at(end+1) == "." {
				add("expect(" + m[0] + ")." + s.at(end+2) + "(" + m[1] + ")")
			} else if s.at(end+2) == "to" {
				add("expect(1).to.equal(2)")
			}
		case word == "assert" && s.at(i-1) != ".":
			add("assert(false)")
		case failing == "":
		case s.at(i-1) != "." && assertionImport(word):
			add(word + failing)
		case s.at(i-1) == "." && (base == "assert" || base == "t") && s.at(i-3) != ".":
			add(base + "." + word + failing)
		case s.at(i-1) == "." && base == "strict" && s.at(i-4) == "assert":
			add("assert.strict." + word + failing)
		}
	}
	return calls
}

// assertionImport reports whether a function without an object is from an
// assertion library.
func assertionImport(name string) bool { return strings.HasSuffix(name, "qual") }

// scriptEquals are functions and matchers that assert equality.
var scriptEquals = set("strictEqual deepStrictEqual equal deepEqual equals same is eq eql toBe toEqual toStrictEqual")

// scriptValues changes what assertions of equality expect.
func (f *File) scriptValues(t *Test) []Edit {
	s := newScript(f)
	c, ok := s.scriptCall(t)
	if !ok {
		return nil
	}
	var all []comparison
	for i := c.first; i < c.end; i++ {
		if !scriptEquals[s.at(i)] || s.at(i+1) != "(" || !s.positive(i) {
			continue
		}
		args, ok := arguments(s.text, s.code[i+2:], s.code[i+1].Depth)
		if !ok || len(args) == 0 {
			continue
		}
		all = append(all, args[:min(2, len(args))])
	}
	return values(s.text, all, "(typeof X === 'number' ? (X === X ? -X - 37 : 0) : typeof X === 'string' ? X + 'canary' : [X, 'canary'])")
}

// positive reports whether a function belongs to an assertion library, to an
// expectation or to the handle of a test, and does not follow a not.
func (s *script) positive(i int) bool {
	if s.at(i-1) != "." {
		return assertionImport(s.at(i))
	}
	for ; s.at(i-1) == "."; i -= 2 {
		switch s.at(i - 2) {
		case "not":
			return false
		case "assert", "strict", "t", "tap":
			return true
		case ")":
			open := i - 3
			for open >= 0 && s.close[open] != i-2 {
				open--
			}
			return s.at(open-1) == "expect"
		}
	}
	return false
}

func count(list []string) string { return strconv.Itoa(len(list)) }
