package source

import (
	"bytes"
	"strings"
)

// pythonFunction returns the lines of the body of a test, or nil. The line of
// its head comes before.
func (f *File) pythonFunction(t *Test) (head line, body []line) {
	lines := pythonLines(f.Text, f.Code())
	for i, l := range lines {
		at := 0
		if l.is(f.Text, 0, "async") {
			at = 1
		}
		if l[0].Line < t.Line || l[0].Line > t.Last || !l.is(f.Text, at, "def") || !l.is(f.Text, at+1, t.Name) {
			continue
		}
		end := i + 1
		for end < len(lines) && lines[end][0].Column > l[0].Column {
			end++
		}
		return l, lines[i+1 : end]
	}
	return nil, nil
}

// pythonFailing has arguments with which assertions of unittest fail, by the
// names of the assertions.
var pythonFailing = map[string]string{
	"assertEqual": "(1, 2)", "assertEquals": "(1, 2)", "assertNotEqual": "(1, 1)", "assertTrue": "(False)", "assertFalse": "(True)",
	"assertIs": "(1, None)", "assertIsNot": "(None, None)", "assertIsNone": "(1)", "assertIsNotNone": "(None)", "assertIn": "(1, [])", "assertNotIn": "(1, [1])",
	"assertGreater": "(1, 2)", "assertGreaterEqual": "(1, 2)", "assertLess": "(2, 1)", "assertLessEqual": "(2, 1)", "assertAlmostEqual": "(1, 2)",
	"assertListEqual": "([1], [2])", "assertTupleEqual": "((1,), (2,))", "assertDictEqual": "({1: 1}, {1: 2})", "assertSetEqual": "({1}, {2})", "assertSequenceEqual": "([1], [2])",
	"assertCountEqual": "([1], [2])", "assertMultiLineEqual": "('1', '2')", "assertRegex": "('1', '2')", "assertIsInstance": "(1, str)", "fail": "()",
}

// pythonFailure puts the body of a test into a try statement. Its finally block
// fails if all assertions of the test can fail.
func (f *File) pythonFailure(t *Test) ([]Edit, string) {
	head, body := f.pythonFunction(t)
	switch {
	case len(body) == 0:
		return nil, "its body is on the line of its head"
	case bodyOf(f.Text, head) < len(head):
		return nil, "its body begins on the line of its head"
	}
	first := body[0][0]
	start := bytes.LastIndexByte(f.Text[:first.Start], '\n') + 1
	indent := string(f.Text[start:first.Start])
	if strings.TrimSpace(indent) != "" {
		return nil, "its body is not indented"
	}
	edits := []Edit{{start, start, indent + "try:\n"}}
	for _, l := range body {
		start := bytes.LastIndexByte(f.Text[:l[0].Start], '\n') + 1
		if !bytes.HasPrefix(f.Text[start:l[0].Start], []byte(indent)) {
			return nil, "its indentation is not regular"
		}
		at := start + len(indent)
		edits = append(edits, Edit{at, at, " "})
	}
	last := body[len(body)-1]
	end := last[len(last)-1].End
	if i := bytes.IndexByte(f.Text[end:], '\n'); i >= 0 {
		end += i // after a comment
	} else {
		end = len(f.Text)
	}
	var block strings.Builder
	block.WriteString("\n" + indent + "finally:\n")
	calls := f.pythonCalls(body)
	if len(calls) == 0 {
		block.WriteString(indent + " assert 1 == 2, '" + CanaryMessage + "'")
		return append(edits, Edit{end, end, block.String()}), ""
	}
	block.WriteString(indent + " _autofix = 0\n" + indent + " for _canary in [" + strings.Join(calls, ", ") + "]:\n")
	block.WriteString(indent + "  try:\n" + indent + "   _canary()\n" + indent + "  except BaseException:\n" + indent + "   _autofix += 1\n")
	block.WriteString(indent + " assert _autofix < " + count(calls) + ", '" + CanaryMessage + "'")
	return append(edits, Edit{end, end, block.String()}), ""
}

// pythonCalls returns functions that call the assertions of a body so that they
// fail.
func (f *File) pythonCalls(body []line) []string {
	var calls []string
	seen := map[string]bool{}
	for _, l := range body {
		for i := 2; i+1 < len(l); i++ {
			name := l[i].Text(f.Text)
			failing := pythonFailing[name]
			if failing == "" || l[i+1].Text(f.Text) != "(" || l[i-1].Text(f.Text) != "." || l[i-2].Kind != Word || i >= 3 && l[i-3].Text(f.Text) == "." {
				continue
			}
			if call := l[i-2].Text(f.Text) + "." + name + failing; !seen[call] {
				seen[call] = true
				calls = append(calls, "lambda: "+call)
			}
		}
	}
	return calls
}

// pythonEquals has the assertions whose first two arguments must be equal.
var pythonEquals = set("assertEqual assertEquals assertListEqual assertTupleEqual assertDictEqual assertSetEqual assertSequenceEqual assertMultiLineEqual assertIs assert_equal")

// pythonValues changes what assertions of equality expect.
func (f *File) pythonValues(t *Test) []Edit {
	head, body := f.pythonFunction(t)
	if at := bodyOf(f.Text, head); at < len(head) {
		body = append([]line{head[at:]}, body...)
	}
	var all []comparison
	for _, logical := range body {
		for _, l := range statements(f.Text, logical) {
			if l.is(f.Text, 0, "assert") {
				all = append(all, pythonCondition(f.Text, l[1:]))
			}
			for i := range l {
				if !pythonEquals[l[i].Text(f.Text)] || !l.is(f.Text, i+1, "(") {
					continue
				}
				if args, ok := arguments(f.Text, l[i+2:], l[i+1].Depth); ok && len(args) >= 2 {
					all = append(all, args[:2])
				}
			}
		}
	}
	return values(f.Text, all, "(-X - 37 if isinstance(X, (int, float)) else X + 'canary' if isinstance(X, str) else (X, 'canary'))")
}

// pythonCondition returns the two sides of a == b, or nothing.
func pythonCondition(text []byte, c []Token) comparison {
	equals := -1
	for i := range c {
		if c[i].Depth != c[0].Depth {
			continue
		}
		switch c[i].Text(text) {
		case ",": // a message follows
			return sides(c[:i], equals)
		case "==", "is":
			if equals >= 0 {
				return nil
			}
			equals = i
		case "and", "or", "not", "if", "in", "!=", "<", ">", "<=", ">=", ":=":
			return nil
		}
	}
	return sides(c, equals)
}

// sides returns the tokens around an operator, or nothing if a side is empty.
func sides(c []Token, at int) comparison {
	if at <= 0 || at+1 >= len(c) {
		return nil
	}
	return comparison{c[:at], c[at+1:]}
}
