package source

import (
	"path"
	"slices"
	"strings"
)

// A line is a logical line of Python: its tokens, without comments.
type line []Token

func (l line) is(text []byte, i int, words ...string) bool {
	return i < len(l) && slices.Contains(words, l[i].Text(text))
}

// pythonLines splits tokens into logical lines. Brackets and a backslash join
// lines.
func pythonLines(text []byte, code []Token) []line {
	var lines []line
	start := 0
	for i := 1; i <= len(code); i++ {
		if i < len(code) {
			t := &code[i]
			if !t.First || t.Depth > 0 && !startsDefinition(text, t) || code[i-1].Text(text) == "\\" {
				continue
			}
		}
		lines = append(lines, line(code[start:i]))
		start = i
	}
	return lines
}

// startsDefinition is true for words that cannot be within brackets at the
// start of a line, so that one bracket too many does not hide the rest of the
// file.
func startsDefinition(text []byte, t *Token) bool {
	switch t.Text(text) {
	case "def", "class", "@":
		return t.Column == 0
	}
	return false
}

// A scope is a class or function that encloses lines.
type scope struct {
	column int
	name   string // of a class; "" of a function
	skip   string
}

// readPython reads the tests of pytest and unittest.
func (f *File) readPython() {
	code := f.Code()
	lines := pythonLines(f.Text, code)
	if path.Base(f.Path) == "conftest.py" && len(code) > 0 {
		f.add(Test{Kind: Hook, Name: "conftest.py", Line: 1, Last: code[len(code)-1].Line, Digest: digest(f.Text, code, true)})
	}
	module := f.pythonModule(lines)
	var rest []Token
	var scopes []scope
	var decorators []line
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		for len(scopes) > 0 && l[0].Column <= scopes[len(scopes)-1].column {
			scopes = scopes[:len(scopes)-1]
		}
		if l.is(f.Text, 0, "@") {
			decorators = append(decorators, l)
			continue
		}
		at := 0
		if l.is(f.Text, 0, "async") {
			at = 1
		}
		switch {
		case l.is(f.Text, at, "class") && at+1 < len(l):
			scopes = append(scopes, scope{l[0].Column, l[at+1].Text(f.Text), pythonSkip(f.Text, decorators)})
			f.forget(scopes, "")
			rest = append(rest, l...)
		case l.is(f.Text, at, "def") && at+1 < len(l):
			end := i + 1
			for end < len(lines) && lines[end][0].Column > l[0].Column {
				end++
			}
			if t, ok := f.pythonTest(lines[i:end], at, decorators, scopes); ok {
				if t.Skipped == "" {
					t.Skipped = module
				}
				f.forget(scopes, t.Name)
				f.add(t)
			} else {
				for _, body := range append(decorators[:len(decorators):len(decorators)], lines[i:end]...) {
					rest = append(rest, body...)
				}
			}
			i = end - 1
		default:
			if l.is(f.Text, 1, "=") {
				f.forget(scopes, l[0].Text(f.Text))
			} else if l.is(f.Text, 0, "del") && len(l) == 2 {
				f.forget(scopes, l[1].Text(f.Text))
			}
			rest = append(rest, l...)
		}
		decorators = nil
	}
	f.Rest = digest(f.Text, rest, true)
}

// forget removes the tests that a later definition of a name replaces: the
// tests of that name in the scopes, or the tests of the innermost scope itself.
func (f *File) forget(scopes []scope, name string) {
	var outer []string
	for _, s := range scopes {
		outer = append(outer, s.name)
	}
	if name == "" {
		outer, name = outer[:len(outer)-1], outer[len(outer)-1]
	}
	f.Tests = slices.DeleteFunc(f.Tests, func(t Test) bool {
		all := append(t.Groups[:len(t.Groups):len(t.Groups)], t.Name)
		return len(all) > len(outer) && slices.Equal(all[:len(outer)], outer) && all[len(outer)] == name
	})
}

// pythonModule returns the statement that skips all tests of a module.
func (f *File) pythonModule(lines []line) string {
	for _, l := range lines {
		if l[0].Column > 0 {
			continue
		}
		switch {
		case l.is(f.Text, 0, "pytestmark"):
			if skip := pythonSkip(f.Text, []line{l}); skip != "" {
				return "pytestmark: " + skip
			}
		case l.is(f.Text, 0, "__test__") && l.is(f.Text, 2, "False"):
			return "__test__ = False"
		case l.is(f.Text, 0, "pytest") && l.is(f.Text, 2, "skip"):
			return "pytest.skip of the module"
		case l.is(f.Text, 0, "raise") && strings.Contains(joined(f.Text, l), "SkipTest"):
			return "SkipTest of the module"
		}
	}
	return ""
}

// pythonTest reads a function, if it is a test: its name starts with test, and
// only classes are around it.
func (f *File) pythonTest(lines []line, at int, decorators []line, scopes []scope) (Test, bool) {
	head := lines[0]
	name := head[at+1].Text(f.Text)
	if !strings.HasPrefix(name, "test") {
		return Test{}, false
	}
	t := Test{Kind: Function, Name: name, Line: head[0].Line, Skipped: pythonSkip(f.Text, decorators)}
	for _, s := range scopes {
		t.Groups = append(t.Groups, s.name)
		if t.Skipped == "" {
			t.Skipped = s.skip
		}
	}
	var all []Token
	for _, l := range append(decorators[:len(decorators):len(decorators)], lines...) {
		all = append(all, l...)
	}
	for _, d := range decorators {
		t.Line = min(t.Line, d[0].Line)
		if pythonSkip(f.Text, []line{d}) != "" || strings.Contains(joined(f.Text, d), "skip") {
			t.Skips++
		}
	}
	t.Last = all[len(all)-1].Line
	t.Digest = digest(f.Text, all, true)
	pythonBody(f.Text, &t, lines)
	return t, true
}

// pythonSkip returns the decorator that always skips a test, or lets it fail.
func pythonSkip(text []byte, decorators []line) string {
	for _, d := range decorators {
		all := joined(text, d)
		for _, skip := range []string{
			"mark.skipif(True", "mark.skip", "mark.xfail", "unittest.skip", "expectedFailure", "skipIf(True", "skipUnless(False",
		} {
			i := strings.Index(all, skip)
			if i < 0 {
				continue
			}
			// skipif and skipIf depend on a condition.
			if rest := all[i+len(skip):]; strings.HasPrefix(strings.ToLower(rest), "if") || strings.HasPrefix(rest, "Unless") {
				continue
			}
			return strings.TrimSuffix(skip, "(True")
		}
		if strings.HasPrefix(all, "@skip(") || all == "@skip" {
			return "skip"
		}
	}
	return ""
}

// joined returns the tokens without spaces.
func joined(text []byte, l []Token) string {
	var b strings.Builder
	for i := range l {
		b.Write(text[l[i].Start:l[i].End])
	}
	return b.String()
}
