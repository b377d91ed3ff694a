package addition

import (
	"go/parser"
	"go/token"

	"github.com/rules-autofix/rules_autofix/formatting/starlark"
	"github.com/rules-autofix/rules_autofix/formatting/tokens"
)

func soundGo(c *Change, _ *file) *Issue {
	if _, err := parser.ParseFile(token.NewFileSet(), "", c.Text, parser.SkipObjectResolution|parser.ParseComments); err != nil {
		return &Issue{Message: "the file does not parse: " + err.Error()}
	}
	return nil
}

func soundStarlark(c *Change, _ *file) *Issue {
	if _, err := starlark.Tree(c.Path, c.Text); err != nil {
		return &Issue{Message: "the file does not parse: " + err.Error()}
	}
	return nil
}

// soundBrackets asks for closed brackets and strings. The checker that runs
// again has the parser of the language.
func soundBrackets(_ *Change, is *file) *Issue { return brackets(is) }

func brackets(f *file) *Issue {
	var ends []byte // of the open ones
	for i := range f.code {
		t := &f.code[i]
		if t.Kind != tokens.Mark {
			continue
		}
		switch at := f.text[t.Start]; at {
		case '(':
			ends = append(ends, ')')
		case '[', '{':
			ends = append(ends, at+2) // ] or }
		case ')', ']', '}':
			if len(ends) == 0 || at != ends[len(ends)-1] {
				return &Issue{t.Line, "a bracket is closed that was not opened"}
			}
			ends = ends[:len(ends)-1]
		case '"', '\'', '`':
			return &Issue{t.Line, "a string does not end"}
		}
	}
	if len(ends) > 0 {
		return &Issue{Message: "a bracket is not closed"}
	}
	return nil
}

// soundIndented also asks for indentation that is right.
func soundIndented(_ *Change, f *file) *Issue {
	if issue := brackets(f); issue != nil {
		return issue
	}
	columns := []int{0}
	for i := range f.code {
		t := &f.code[i]
		if i > 0 && !t.First && !f.follows(i) {
			return &Issue{t.Line, "the line does not parse at " + f.at(i)}
		}
		if !t.First || t.Depth > 0 || i > 0 && f.at(i-1) == `\` || isClosing(f.at(i)) {
			continue
		}
		opens := i > 0 && f.at(i-1) == ":"
		top := columns[len(columns)-1]
		switch {
		case opens && t.Column <= top, !opens && t.Column > top:
			return &Issue{t.Line, "the indentation is wrong"}
		case opens:
			columns = append(columns, t.Column)
		}
		for t.Column < columns[len(columns)-1] {
			columns = columns[:len(columns)-1]
		}
		if t.Column != columns[len(columns)-1] {
			return &Issue{t.Line, "the indentation is wrong"}
		}
	}
	if n := len(f.code); n > 0 && f.at(n-1) == ":" {
		return &Issue{f.code[n-1].Line, "a block is empty"}
	}
	return nil
}

var (
	statements = lazySet("assert break class continue def del global nonlocal pass raise return try while with")
	softWords  = lazySet("async case match type")
)

// follows reports whether a token of Python may follow the one before it on its
// line.
func (f *file) follows(i int) bool {
	before, word := f.at(i-1), f.at(i)
	if f.isWord(i) && statements()[word] {
		return before == ":" || before == ";" || before == "async"
	}
	ends := f.isName(i-1) && !softWords()[before] || f.code[i-1].Kind == tokens.Number || isClosing(before)
	return !ends || !f.isName(i) && f.code[i].Kind != tokens.Number && f.code[i].Kind != tokens.String
}

func isClosing(mark string) bool { return mark == ")" || mark == "]" || mark == "}" }
