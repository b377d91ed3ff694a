package addition

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/tokens"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A term is a token of an expression: a name, a number, a string or an operator.
type term struct {
	at   int // of the code
	text string
}

var (
	wordOperators = lazySet("and or not in is instanceof")
	operators     = lazySet("+ - * / % ** // & | ^ ~ << >> && || ! == != < > <= >= ?? <- &^")
	// ordered are the operators whose sides differ.
	ordered = lazySet("- / % // << >> < > <= >= in")
	nothing = lazySet("nil None null undefined")
)

// orders matches messages about the order of items.
var orders = lazyregexp.New(`(?i)\b(?:un)?(?:sort\w*|order\w*)\b`)

// groups matches messages about the grouping of expressions.
var groups = lazyregexp.New(`(?i)\b(?:parenthes\w*|precedence|mix\w*|group\w*)\b`)

// mostTerms bounds the terms of the lines of a finding.
const mostTerms = 1000

// operands finds other operands and operators in the lines of the finding. They
// stay, in their order, unless the finding names them or says that code may go.
// New ones are a closed list: the words of the finding, the check of an error
// or of a new variable, and the values of an error.
func (x *comparison) operands() {
	if x.Finding == (Lines{}) {
		return
	}
	from, end := x.region()
	old, now := x.was.terms(from, len(x.was.code)-end), x.is.terms(from, len(x.is.code)-end)
	if len(old) > mostTerms || len(now) > mostTerms {
		x.add(x.Finding.First, "the finding has too many lines to be judged")
		return
	}
	pairs, _, more := match(textsOf(old), textsOf(now))
	added := make([]term, len(more))
	for i, k := range more {
		added[i] = now[k]
	}
	moved := x.dropped(old, now, pairs, added)
	for _, t := range added {
		if !x.mayCome(t.at) && !moved[t.text] {
			x.add(x.is.code[t.at].Line, "the change adds %.40s to the lines of the finding, which is not about it", t.text)
		}
	}
	x.grouped(old, now, from, end)
}

// region returns the first token of the lines of the finding or before them that
// differs, and the number of tokens after the last one.
func (x *comparison) region() (from, end int) {
	same := func(i, k int) bool { return x.was.at(i) == x.is.at(k) }
	finding := x.was.statement(x.Finding, x.was.byLine())
	n, m := len(x.was.code), len(x.is.code)
	for from < min(n, m) && x.was.code[from].Line < finding.First && same(from, from) {
		from++
	}
	for end < min(n, m)-from && x.was.code[n-1-end].Line > finding.Last && same(n-1-end, m-1-end) {
		end++
	}
	return from, end
}

// terms returns the terms of code[from:to]. Different spellings of an operator
// or string are the same text.
func (f *file) terms(from, to int) []term {
	var all []term
	for i := from; i < to; i++ {
		text := f.at(i)
		switch f.code[i].Kind {
		case tokens.Word:
			switch {
			case text == "is" && f.language.indented() && f.at(i+1) == "not":
				text = "!="
				all = append(all, term{i, text})
				i++
				continue
			case text == "is" && f.language.indented() && (nothing()[f.at(i+1)] || f.at(i+1) == "True" || f.at(i+1) == "False"):
				text = "=="
			case f.language.keywords[text] && !wordOperators()[text]:
				continue
			}
		case tokens.String, tokens.Template:
			if plain := strings.TrimPrefix(text, "f"); !strings.Contains(text, "{") {
				text = unquoted(plain)
			}
		case tokens.Mark:
			switch {
			case text == "===":
				text = "=="
			case text == "!==":
				text = "!="
			case text == ":" && (f.at(i-1) == "[" || f.at(i+1) == "]"):
				text += f.at(i + 1)
			case !operators()[strings.TrimSuffix(text, "=")] && !operators()[text]:
				continue
			}
		}
		all = append(all, term{i, text})
	}
	return all
}

// match returns the longest common subsequence of two lists, as the index in b by
// the index in a, and the indices of the other texts of both.
func match(a, b []string) (pairs map[int]int, gone, added []int) {
	length := make([][]int32, len(a)+1)
	for i := range length {
		length[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for k := len(b) - 1; k >= 0; k-- {
			if a[i] == b[k] {
				length[i][k] = length[i+1][k+1] + 1
			} else {
				length[i][k] = max(length[i+1][k], length[i][k+1])
			}
		}
	}
	pairs = map[int]int{}
	for i, k := 0, 0; i < len(a) || k < len(b); {
		switch {
		case i < len(a) && k < len(b) && a[i] == b[k]:
			pairs[i] = k
			i, k = i+1, k+1
		case k == len(b) || i < len(a) && length[i+1][k] >= length[i][k+1]:
			gone = append(gone, i)
			i++
		default:
			added = append(added, k)
			k++
		}
	}
	return pairs, gone, added
}

// dropped finds terms that are gone, or on the other side of an operator. It
// returns the ones that may be at another place.
func (x *comparison) dropped(old, now []term, pairs map[int]int, added []term) map[string]bool {
	moved := map[string]bool{}
	if superfluous().MatchString(x.Told) {
		return moved
	}
	if orders().MatchString(x.Told) && sameTexts(textsOf(old), textsOf(now)) {
		for _, t := range old {
			moved[t.text] = true
		}
		return moved
	}
	numbers := x.was.places(tokens.Number)
	has, dropped := map[string]bool{}, map[string]bool{}
	for _, t := range now {
		has[t.text] = true
	}
	told := 0 // new numbers that the finding has
	for _, t := range added {
		if x.is.code[t.at].Kind == tokens.Number && quotes(x.Told, t.text) {
			told++
		}
	}
	for i, t := range old {
		if _, kept := pairs[i]; !kept {
			dropped[t.text] = true
		}
	}
	chains := x.is.count("?.") - x.was.count("?.")
	free := 0 // operators that go with their operands
	var missing []term
	for i, t := range old {
		k, kept := pairs[i]
		switch {
		case kept && ordered()[t.text] && !x.sameSide(t.at, now[k].at):
			x.add(x.is.code[now[k].at].Line, "the change turns %s around, which the finding is not about", t.text)
		case kept, t.text == "_":
		case x.about(t.text):
			free++
		case has[t.text] && x.was.isTarget(t.at), x.was.isMessage(t.at):
		case has[t.text] && (wordOperators()[x.was.at(t.at+1)] || operators()[x.was.at(t.at+1)]) && x.about(x.was.at(t.at+1)):
			moved[t.text] = true
		case chains > 0 && (t.text == "&&" || has[t.text] && (x.was.at(t.at+1) == "&&" || x.was.at(t.at-1) == "&&")): // x && x.a is x?.a
		case x.was.code[t.at].Kind == tokens.Number && told > 0:
			told--
		case numbers[t.at].text != "" && dropped[lastName(numbers[t.at].call)] && x.about(lastName(numbers[t.at].call)): // of a call that is another one now
			free++
		default:
			missing = append(missing, t)
		}
	}
	if not := x.negated(missing, added); not != "" {
		moved[not] = true
		return moved
	}
	for _, t := range missing {
		if free > 0 && operators()[t.text] {
			free--
			continue
		}
		x.add(0, "the change drops or moves %.40s, which the finding is not about", t.text)
	}
	return moved
}

// negated returns the operator that takes the place of a comparison with a
// constant: x == false is !x.
func (x *comparison) negated(missing, added []term) string {
	if len(missing) == 1 && x.about(x.was.at(missing[0].at+1)) { // the finding names the constant
		missing = append(missing, term{missing[0].at + 1, x.was.at(missing[0].at + 1)})
	}
	if len(missing) != 2 || len(added) != 1 || missing[1].at != missing[0].at+1 {
		return ""
	}
	constant := strings.ToLower(missing[1].text)
	if !(missing[0].text == "==" && constant == "false" || missing[0].text == "!=" && constant == "true") || added[0].text != "!" && added[0].text != "not" {
		return ""
	}
	if _, from := x.was.chain(missing[0].at - 1); x.was.at(from) != x.is.at(added[0].at+1) {
		return ""
	}
	return added[0].text
}

func lastName(chain string) string { return chain[strings.LastIndexByte(chain, '.')+1:] }

// count returns how often the code has a token.
func (f *file) count(text string) int {
	n := 0
	for i := range f.code {
		if f.at(i) == text {
			n++
		}
	}
	return n
}

// about reports whether the finding names a term.
func (x *comparison) about(text string) bool {
	return x.named[text] || quotes(x.Told, text)
}

// sameSide reports whether an operator has the same token on one side.
func (x *comparison) sameSide(was, is int) bool {
	return x.was.at(was-1) == x.is.at(is-1) || x.was.at(was+1) == x.is.at(is+1)
}

// isTarget reports whether a token is a variable that gets a value.
func (f *file) isTarget(at int) bool {
	switch f.at(at - 1) {
	case "const", "let", "var", "as":
		return f.isName(at)
	}
	next := f.at(at + 1)
	return f.isName(at) && f.code[at].First && (next == "=" || next == ":=")
}

// isMessage reports whether a token is a message of an error.
func (f *file) isMessage(at int) bool {
	if kind := f.code[at].Kind; kind != tokens.String && kind != tokens.Template || f.at(at-1) != "(" || !f.isName(at-2) {
		return false
	}
	name, _ := f.chain(at - 2)
	return f.language.messages[name]
}

func textsOf(terms []term) []string {
	texts := make([]string, len(terms))
	for i := range terms {
		texts[i] = terms[i].text
	}
	return texts
}

func sameTexts(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// mayCome reports whether a term of the text may be new in the lines of the
// finding.
func (x *comparison) mayCome(at int) bool {
	f, text := x.is, x.is.at(at)
	if x.told[text] || quotes(x.Told, text) {
		return true
	}
	isNew := func(i int) bool {
		return f.isName(i) && (!x.known[f.at(i)] || x.language.scan == tokens.Go && isError(f.at(i)))
	}
	isType := func(i int) bool { return x.language.values[f.at(i)] && !nothing()[f.at(i)] }
	switch f.code[at].Kind {
	case tokens.String, tokens.Template, tokens.Pattern:
		return true // the strings are judged
	case tokens.Number:
		return x.told[f.at(at-2)] && (f.at(at-1) == "=" || f.at(at-1) == ":") || x.inError(at) || text == "10" && x.told["radix"]
	case tokens.Word:
		if wordOperators()[text] {
			return text == "not" && isNew(at+1) || text == "or" && (isNew(at+1) || f.at(at+1) == "not" && isNew(at+2)) || nothing()[f.at(at+1)]
		}
	default:
		switch text {
		case "!":
			return isNew(at + 1)
		case "||":
			return isNew(at+1) || f.at(at+1) == "!" && isNew(at+2)
		case "==", "!=", "===", "!==":
			return nothing()[f.at(at-1)] || nothing()[f.at(at+1)]
		case "<":
			return isNew(at-1) && f.at(at+1) == "len" || isType(at-1) || isType(at+1)
		case "|", ">":
			return isType(at-1) || isType(at+1)
		}
		return false
	}
	switch {
	case isNew(at), nothing()[text], x.inError(at), x.known[text] && f.isTarget(at) && (f.at(at-1) == "as" || isNew(at+2)) && x.wasTarget(text):
		return true
	case text == "len":
		return f.at(at-1) == "<" && isNew(at-2)
	case f.at(at-2) == "len" && f.at(at-1) == "(" && f.at(at+1) == ")":
		return f.at(at-3) == "<" && isNew(at-4)
	case text == "True" || text == "False" || text == "true" || text == "false" || text == "self" || text == "cls" || text == "super":
		return false
	case isType(at):
		return !x.language.calls[text] || f.at(at+1) != "("
	}
	if f.isName(at) && f.code[at].First && f.at(at+1) == "=" && (f.at(at+2) == "[" && f.at(at+3) == "]" || f.at(at+2) == "{" && f.at(at+3) == "}") {
		return x.wasDefault(text)
	}
	if compares := f.at(at + 1); (compares == "==" || compares == "!=" || compares == "===" || compares == "!==" || compares == "is") && !x.language.values[text] {
		return nothing()[f.at(at+2)] || f.at(at+2) == "not" && nothing()[f.at(at+3)]
	}
	return f.at(at-1) == "from" && f.isName(at) // the cause of an error
}

// wasTarget reports whether the lines of the finding gave a variable its value.
func (x *comparison) wasTarget(name string) bool {
	for i := range x.was.code {
		if x.Finding.has(x.was.code[i].Line) && x.was.at(i) == name && x.was.isTarget(i) {
			return true
		}
	}
	return false
}

// wasDefault reports whether the lines of the finding have an argument with an
// empty list or dictionary as its default.
func (x *comparison) wasDefault(name string) bool {
	for i := range x.was.code {
		if x.Finding.has(x.was.code[i].Line) && x.was.at(i) == name && x.was.at(i+1) == "=" && (x.was.at(i+2) == "[" || x.was.at(i+2) == "{") {
			return true
		}
	}
	return false
}

// inError reports whether a term is a part of a statement that gives an error,
// or of its message.
func (x *comparison) inError(at int) bool {
	f := x.is
	for i := at; i >= 0 && f.code[i].Line == f.code[at].Line; i-- {
		switch f.at(i) {
		case "return":
			return x.returnsError(f, i)
		case "raise", "throw":
			return true
		case "{", "}", ";":
			return false
		}
		if f.isName(i) && f.at(i+1) == "(" {
			if name, _ := f.chain(i); x.language.messages[name] {
				return true
			}
		}
	}
	return false
}

// grouped finds other brackets around the operands of two kinds of logical
// operators.
func (x *comparison) grouped(old, now []term, from, end int) {
	kinds := func(all []term) (and, or bool) {
		for _, t := range all {
			and, or = and || t.text == "and" || t.text == "&&", or || t.text == "or" || t.text == "||"
		}
		return and, or
	}
	count := func(f *file) int {
		n := 0
		for i := from; i < len(f.code)-end; i++ {
			if f.at(i) == "(" && !f.isName(i-1) && !isClosing(f.at(i-1)) {
				n++
			}
		}
		return n
	}
	and, or := kinds(old)
	if and && or && count(x.was) != count(x.is) && !groups().MatchString(x.Told) {
		x.add(0, "the change groups the conditions in another way, which the finding is not about")
	}
}
