package source

import (
	"strings"
)

// The functions that declare tests and groups, of jest, vitest, mocha,
// node:test and Playwright. A prefix x or f skips and selects.
var (
	scriptTests  = map[string]string{"test": "", "it": "", "specify": "", "xit": "skip", "xtest": "skip", "xspecify": "skip", "fit": "only"}
	scriptGroups = map[string]string{"describe": "", "suite": "", "context": "", "xdescribe": "skip", "xcontext": "skip", "fdescribe": "only"}
)

// A script is a file while its tokens are read.
type script struct {
	text   []byte
	code   []Token
	close  []int // of an opening bracket: the index of its closing one, or len(code)
	groups []group
}

// A group is a describe, or a test with subtests, that is open.
type group struct {
	end     int
	title   string
	pattern pattern
	skip    string
	only    bool
}

// A call is one that declares a test or a group.
type call struct {
	group bool
	skip  string
	only  bool
	each  bool
	first int // the index of its first argument
	end   int // the index of its closing bracket
}

func newScript(f *File) *script {
	s := &script{text: f.Text, code: f.Code()}
	s.close = make([]int, len(s.code))
	var open []int
	for i := range s.code {
		s.close[i] = len(s.code)
		switch s.at(i) {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			if len(open) > 0 {
				s.close[open[len(open)-1]] = i
				open = open[:len(open)-1]
			}
		}
	}
	return s
}

// at returns the text of a token, or "" if there is none or it is a string.
func (s *script) at(i int) string {
	if i < 0 || i >= len(s.code) || s.code[i].Kind != Word && s.code[i].Kind != Mark {
		return ""
	}
	return s.code[i].Text(s.text)
}

// readJavaScript reads the calls that declare tests.
func (f *File) readJavaScript() {
	s := newScript(f)
	var rest []Token
	for i := 0; i < len(s.code); i++ {
		for len(s.groups) > 0 && i > s.groups[len(s.groups)-1].end {
			s.groups = s.groups[:len(s.groups)-1]
		}
		c, ok := s.call(i)
		if !ok || len(s.groups) > maxDepth {
			if len(s.groups) == 0 {
				rest = append(rest, s.code[i])
			}
			continue
		}
		title, p := s.title(c)
		g := group{min(c.end, len(s.code)-1), title, p, c.skip, c.only}
		if !c.group {
			f.add(s.test(i, c, g))
		}
		s.groups = append(s.groups, g)
		i = c.first - 1
	}
	f.Rest = digest(f.Text, rest, false)
}

// call reads a call that declares a test or a group and starts at a token.
func (s *script) call(i int) (call, bool) {
	var c call
	name := s.at(i)
	mode, isTest := scriptTests[name]
	if !isTest {
		if mode, c.group = scriptGroups[name]; !c.group {
			return c, false
		}
	}
	dotted := s.at(i-1) == "." && s.at(i-2) != "Deno"
	c.mode(mode)
	i++
	for s.at(i) == "." {
		modifier := s.at(i + 1)
		if modifier == "describe" && !c.group {
			c.group = true
		} else if !c.mode(modifier) {
			return c, false
		}
		i += 2
		switch modifier {
		case "each", "for", "skipIf", "runIf":
			switch {
			case s.at(i) == "(":
				i = s.close[i] + 1
			case i < len(s.code) && (s.code[i].Kind == Template || s.code[i].Kind == String):
				i++
			}
		}
	}
	if s.at(i) != "(" || s.close[i] == len(s.code) {
		return c, false
	}
	c.first, c.end = i+1, s.close[i]
	if dotted && !s.declares(c) {
		return c, false
	}
	return c, c.first < c.end
}

// mode takes a modifier, and reports whether it is known.
func (c *call) mode(modifier string) bool {
	switch modifier {
	case "skip", "todo", "failing", "fails", "fixme", "fail":
		c.skip = modifier
	case "only":
		c.only = true
	case "each", "for":
		c.each = true
	case "", "concurrent", "sequential", "serial", "parallel", "skipIf", "runIf", "shuffle":
	default:
		return false
	}
	return true
}

// declares reports whether a call of a method, such as t.test, has a second
// argument, and a string as the first one or a function as a later one. That
// excludes calls such as pattern.test(text).
func (s *script) declares(c call) bool {
	first := s.code[c.first]
	if first.Kind != Word && first.Kind != Mark && s.at(c.first+1) == "," {
		return true
	}
	for i := c.first; i < c.end; i++ {
		if s.at(i) == "," && s.code[i].Depth == first.Depth && s.function(i+1) {
			return true
		}
	}
	return false
}

// function reports whether a function starts at a token.
func (s *script) function(i int) bool {
	switch s.at(i) {
	case "async", "function":
		return true
	case "(":
		return s.at(s.close[i]+1) == "=>"
	}
	return s.at(i+1) == "=>"
}

// title returns the first argument of a call: its text, or a pattern of it.
func (s *script) title(c call) (string, pattern) {
	t := &s.code[c.first]
	next := s.at(c.first + 1)
	if t.Kind != String && t.Kind != Template || next != "," && next != ")" {
		end := c.first
		for end < c.end && !(s.code[end].Depth == t.Depth && s.at(end) == ",") {
			end++
		}
		return joined(s.text, s.code[c.first:min(end, c.first+40)]), anything
	}
	raw := t.Text(s.text)
	title := unquote(raw)
	switch {
	case t.Kind == Template:
		return title, templatePattern(title)
	case c.each:
		return title, printfPattern(title)
	}
	return title, nil
}

// test reads the body of a test.
func (s *script) test(i int, c call, g group) Test {
	t := Test{
		Kind: Function, Name: g.title, Line: s.code[i].Line, Last: s.code[c.end].Line,
		Digest: digest(s.text, s.code[i:c.end+1], false), Only: c.only, Skipped: c.skip,
		Open: g.pattern != nil, pattern: g.pattern,
	}
	for k := len(s.groups) - 1; k >= 0; k-- {
		outer := &s.groups[k]
		t.Only = t.Only || outer.only
		if t.Skipped == "" && outer.skip != "" {
			t.Skipped = outer.skip + " of " + outer.title
		}
	}
	for k := range s.groups {
		t.Groups = append(t.Groups, s.groups[k].title)
		t.Open = t.Open || s.groups[k].pattern != nil
	}
	if c.skip != "" {
		t.Skips++
	}
	s.options(c, &t)
	s.body(c, &t)
	return t
}

// options reads {skip: true} and the like, of node:test and vitest.
func (s *script) options(c call, t *Test) {
	i := c.first
	for i < c.end && s.at(i) != "," {
		i++
	}
	if s.at(i+1) != "{" {
		return
	}
	for k := i + 2; k < s.close[i+1] && k < c.end; k++ {
		if s.code[k].Depth != s.code[i+1].Depth+1 || s.at(k+1) != ":" || s.at(k+2) == "false" {
			continue
		}
		switch name := s.at(k); name {
		case "skip", "todo", "fails":
			t.Skipped = name
			t.Skips++
		case "only":
			t.Only = true
		}
	}
}

// unquote removes the quotes of a string, and resolves simple escapes.
func unquote(raw string) string {
	if len(raw) < 2 {
		return raw
	}
	body := raw[1 : len(raw)-1]
	if !strings.Contains(body, `\`) {
		return body
	}
	var b strings.Builder
	for i := 0; i < len(body); i++ {
		if body[i] == '\\' && i+1 < len(body) {
			i++
			switch body[i] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			default:
				b.WriteByte(body[i])
			}
			continue
		}
		b.WriteByte(body[i])
	}
	return b.String()
}
