package source

import (
	"slices"
	"strings"
)

// pythonBody fills in the assertions and skips of a function. The first line is
// the head of the function, and may have its body too.
func pythonBody(text []byte, t *Test, lines []line) {
	head := lines[0]
	body := lines[1:]
	if i := bodyOf(text, head); i < len(head) {
		body = append([]line{head[i:]}, body...)
	}
	if len(body) == 0 {
		return
	}
	column := body[0][0].Column
	dead := -1 // the column of a condition that never holds
	for _, logical := range body {
		if dead >= 0 && logical[0].Column > dead {
			continue
		}
		dead = -1
		if logical.is(text, 0, "if", "while") && logical.is(text, 1, "False", "0") && logical.is(text, 2, ":") {
			dead = logical[0].Column
			continue
		}
		for _, l := range statements(text, logical) {
			top := logical[0].Column <= column
			if pythonSkips(text, l) {
				t.Skips++
				if top {
					if t.Skipped == "" && t.Asserts == 0 {
						t.Skipped = firstWords(text, l)
					}
					return
				}
				continue
			}
			if top && l.is(text, 0, "return") {
				return
			}
			t.Asserts += pythonAsserts(text, l)
		}
	}
}

// bodyOf returns the index after the colon of a head.
func bodyOf(text []byte, head line) int {
	for i := range head {
		if head[i].Depth == head[0].Depth && head[i].Text(text) == ":" {
			return i + 1
		}
	}
	return len(head)
}

// statements splits a logical line at its semicolons.
func statements(text []byte, l line) []line {
	var all []line
	start := 0
	for i := range l {
		if l[i].Depth == l[0].Depth && l[i].Text(text) == ";" {
			all = append(all, l[start:i])
			start = i + 1
		}
	}
	return append(all, l[start:])
}

func pythonSkips(text []byte, l line) bool {
	all := joined(text, l)
	return slices.ContainsFunc([]string{"pytest.skip(", "pytest.xfail(", "self.skipTest(", "raiseunittest.SkipTest", "raiseSkipTest"}, func(start string) bool {
		return strings.HasPrefix(all, start)
	})
}

func firstWords(text []byte, l line) string {
	all := joined(text, l)
	end := strings.IndexByte(all, '(')
	if end < 0 {
		end = min(len(all), 40)
	}
	return strings.Replace(all[:end], "raise", "raise ", 1)
}

// unittestAsserts are the assertions that cannot fail on equal constants.
// Others, such as the tree's, may.
var unittestAsserts = map[string]bool{
	"assertTrue": true, "assertFalse": true, "assertEqual": true, "assertEquals": true, "assertNotEqual": true,
	"assertIs": true, "assertIsNot": true, "assertIsNone": true, "assertIsNotNone": true, "assertIn": true,
	"assertGreater": true, "assertLess": true, "assertGreaterEqual": true, "assertLessEqual": true,
}

// pythonAsserts counts the assertions of a statement that are not of constants.
func pythonAsserts(text []byte, l line) int {
	if len(l) == 0 {
		return 0
	}
	if l.is(text, 0, "assert") {
		condition := l[1:]
		for i := range condition {
			if condition[i].Depth == l[0].Depth && condition[i].Text(text) == "," {
				condition = condition[:i]
				break
			}
		}
		if pythonTrue(text, condition) {
			return 0
		}
		return 1
	}
	if l.is(text, 0, "raise") {
		return 1
	}
	n := 0
	for i := 0; i+1 < len(l); i++ {
		if l[i].Kind != Word || l[i+1].Text(text) != "(" {
			continue
		}
		name := l[i].Text(text)
		raises := (name == "raises" || name == "warns" || name == "fail") && i >= 2
		if !raises && !assertionName(strings.TrimLeft(name, "_")) {
			continue
		}
		if unittestAsserts[name] && constantCall(text, l[i+2:], l[i+1].Depth) {
			continue
		}
		n++
	}
	return n
}

// maxCondition bounds the tokens of a condition that is looked at. A longer one
// counts as one that may fail.
const maxCondition = 1000

// pythonTrue reports whether a condition holds whatever the program does.
func pythonTrue(text []byte, c []Token) bool {
	if len(c) > maxCondition {
		return false
	}
	for len(c) >= 2 && c[0].Text(text) == "(" && c[len(c)-1].Text(text) == ")" && closes(c) {
		c = c[1 : len(c)-1]
	}
	if len(c) == 0 {
		return true
	}
	for i := range c {
		if c[i].Depth == c[0].Depth && c[i].Text(text) == "or" && i > 0 {
			return pythonTrue(text, c[:i]) || pythonTrue(text, c[i+1:])
		}
	}
	for i := range c {
		if c[i].Depth != c[0].Depth || i == 0 {
			continue
		}
		switch c[i].Text(text) {
		case "and":
			return false
		case "==", "is", "<=", ">=", "in":
			return joined(text, c[:i]) == joined(text, c[i+1:]) || allConstant(text, c)
		}
	}
	return allConstant(text, c)
}

// closes reports whether the first bracket is closed by the last token.
func closes(c []Token) bool {
	for i := 1; i < len(c)-1; i++ {
		if c[i].Depth <= c[0].Depth {
			return false
		}
	}
	return true
}

// allConstant reports whether there is no name of the program among tokens.
func allConstant(text []byte, c []Token) bool {
	for i := range c {
		switch c[i].Kind {
		case Template:
			return false
		case Word:
			switch c[i].Text(text) {
			case "True", "False", "None", "not", "is", "in", "and", "or", "true", "false", "null", "undefined":
			default:
				return false
			}
		}
	}
	return true
}

// constantCall reports whether a call has only constants as arguments, or the
// same one twice. The tokens start behind its bracket, whose depth is given.
func constantCall(text []byte, l []Token, depth int) bool {
	args, ok := arguments(text, l, depth)
	if !ok || len(args) == 0 {
		return false
	}
	if len(args) >= 2 && joined(text, args[0]) == joined(text, args[1]) {
		return true
	}
	for _, a := range args {
		if !allConstant(text, a) {
			return false
		}
	}
	return true
}

// arguments returns the arguments of a call, unless they are too long. The
// tokens start behind its bracket, whose depth is given.
func arguments(text []byte, l []Token, depth int) (args [][]Token, ok bool) {
	start := 0
	for i := range l {
		if i == maxCondition {
			return nil, false
		}
		closing := l[i].Depth == depth
		if closing || l[i].Depth == depth+1 && l[i].Text(text) == "," {
			if i > start {
				args = append(args, l[start:i])
			}
			start = i + 1
		}
		if closing {
			break
		}
	}
	return args, true
}
