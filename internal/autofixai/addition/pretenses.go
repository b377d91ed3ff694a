package addition

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/tokens"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

var conditions = lazySet("if elif or and not assert while ! && || ?")

// pretenses finds code that only pretends to resolve the finding: constant
// conditions, unreachable code, and ignored errors.
func (x *comparison) pretenses() {
	over(x.was.pretenses(), x.is.pretenses(), func(what string, _ int) { x.add(0, "the change adds %s", what) })
}

func (f *file) pretenses() map[string]int {
	all := map[string]int{}
	indented := f.language.indented()
	for i := range f.code {
		text, before := f.at(i), f.at(i-1)
		if before == "(" {
			before = f.at(i - 2)
		}
		switch text {
		case "True", "False", "true", "false", "0", "1", "None", "null", "undefined":
			after := f.at(i + 1)
			if conditions()[before] && (before != "not" || f.at(i-2) != "is") || before != "==" && before != "is" && before != "not" && (after == "or" || after == "and" || after == "&&" || after == "||") {
				all["a condition that is constant"]++
			}
		case "return", "raise", "throw", "continue", "break", "goto":
			if f.unreachableAfter(i, indented) {
				all["code that cannot be reached"]++
			}
		case "pass":
			if line := f.lineStart(i - 1); indented && f.at(i-1) == ":" && f.at(line) == "except" {
				all["code that drops errors"]++
			}
		case "for", "while":
			if after := f.at(i + 1); after == "{" || after == "(" && f.at(i+2) == ";" {
				all["a loop without an end"]++
			}
		case "catch":
			k := i + 1
			if f.at(k) == "(" {
				for k < len(f.code) && f.at(k) != ")" {
					k++
				}
				k++
			}
			if f.at(k) == "{" && f.at(k+1) == "}" {
				all["code that drops errors"]++
			}
		}
	}
	return all
}

// choices matches messages that ask for a choice between values.
var choices = lazyregexp.New(`(?i)\b(?:ternary|conditional|nullish|comprehension|optional|null|undefined)\b|"None"`)

// decides finds new code that leaves without an error, and new choices between
// values. Both can skip the code after them, and no other check finds that.
func (x *comparison) decides() {
	over(x.leavesOf(x.was), x.leavesOf(x.is), func(what string, _ int) {
		if !strings.Contains(x.Told, "`return`") && (!x.told["return"] || x.language.scan == tokens.Go) { // as in "error return value"
			x.add(0, "the change adds %s", what)
		}
	})
	if choices().MatchString(x.Told) {
		return
	}
	over(x.was.choices(), x.is.choices(), func(what string, _ int) { x.add(0, "the change adds %s", what) })
}

// leavesOf counts the returns without an error, and conditions that there is none.
func (x *comparison) leavesOf(f *file) map[string]int {
	all := map[string]int{}
	for i := range f.code {
		switch {
		case f.at(i) == "return" && f.isWord(i):
			if !x.returnsError(f, i) {
				all["a return without an error"]++
			}
		case isError(f.at(i)) && f.at(i+1) == "==" && f.at(i+2) == "nil":
			all["a condition that there is no error"]++
		}
	}
	return all
}

func (x *comparison) returnsError(f *file, i int) bool {
	if x.language.scan != tokens.Go {
		return false
	}
	for k := i + 1; k < len(f.code) && f.code[k].Line == f.code[i].Line && f.at(k) != "}"; k++ {
		if word := f.at(k); f.isName(k) && (isError(word) || !x.known[word]) {
			return true
		}
	}
	return false
}

// isError reports whether a name of Go is the name of an error.
func isError(name string) bool { return strings.Contains(strings.ToLower(name), "err") }

// choices counts the expressions that choose between values.
func (f *file) choices() map[string]int {
	all := map[string]int{}
	for i := range f.code {
		inline := f.at(i) == "if" && f.language.indented() && !f.code[i].First
		if inline || f.at(i) == "?" && f.language.scan == tokens.JavaScript && f.at(i+1) != ":" && f.at(i+1) != ")" && f.at(i+1) != "," {
			all["a choice between values"]++
		}
	}
	return all
}

// unreachableAfter reports whether code follows a statement that leaves, in its
// block.
func (f *file) unreachableAfter(i int, indented bool) bool {
	from := f.code[i]
	if indented && !from.First {
		if f.at(i-1) == ":" {
			return false // of a condition on its line
		}
		from = f.code[f.lineStart(i)]
	}
	for k := i + 1; k < len(f.code); k++ {
		t := &f.code[k]
		if indented && f.at(k) == ";" && k+1 < len(f.code) && !f.code[k+1].First {
			return true
		}
		if !t.First && f.at(k) != "}" || t.Depth > from.Depth {
			continue
		}
		if indented {
			return t.Column == from.Column
		}
		switch f.at(k) {
		case "}", "case", "default", ")", "]":
			return false
		case ".", "?.", "&&", "||", "?", ":", "+":
			continue // it goes on
		}
		if before := f.at(k - 1); before == "+" || before == "&&" || before == "||" || before == "," || before == "(" {
			continue
		}
		return true
	}
	return false
}
