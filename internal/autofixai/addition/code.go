package addition

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/tokens"
	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// A comparison is a change of code that parses.
type comparison struct {
	*Change
	language *language
	was, is  *file
	known    map[string]bool // names of the code
	inert    map[string]bool // words of its comments and strings
	silent   string          // its comments and strings
	told     map[string]bool // words of the checker that are not inert
	issues   []Issue
}

func (l *language) judge(c *Change) []Issue {
	x := &comparison{Change: c, language: l, was: l.read(c.Base), is: l.read(c.Text)}
	if issue := l.sound(c, x.is); issue != nil {
		return []Issue{*issue}
	}
	x.known, x.silent, x.told = x.was.words(), x.was.silent(), wordsOf(c.Told)
	x.inert = wordsOf(x.silent)
	for word := range x.told {
		if x.inert[word] {
			delete(x.told, word)
		}
	}
	if issues := c.outside(x.was.isImport, x.is.isImport); len(issues) > 0 {
		return sorted(issues)
	}
	if !x.sameAround() {
		return []Issue{{Message: "code outside of the lines around the finding has another meaning: a string, comment or bracket reaches into it"}}
	}
	x.comments()
	x.importsAre()
	x.names()
	x.callsAre()
	x.stringsAre()
	x.keywords()
	x.values()
	x.assigned()
	x.pretenses()
	x.keeps()
	return sorted(x.issues)
}

func (x *comparison) add(line int, format string, args ...any) {
	x.issues = append(x.issues, Issue{line, fmt.Sprintf(format, args...)})
}

// sameAround reports whether the code outside of the window is the same.
func (x *comparison) sameAround() bool {
	if x.Window == (Lines{}) {
		return true
	}
	var before, after []tokens.Token
	for _, t := range x.was.code {
		switch {
		case t.Line < x.Window.First:
			before = append(before, t)
		case t.Line > x.Window.Last:
			after = append(after, t)
		}
	}
	is := x.is.code
	if len(is) < len(before)+len(after) {
		return false
	}
	same := func(a, b tokens.Token) bool {
		return a.Kind == b.Kind && a.Depth == b.Depth && a.First == b.First && (!a.First || a.Column == b.Column) && a.Text(x.Base) == b.Text(x.Text)
	}
	return slices.EqualFunc(before, is[:len(before)], same) && slices.EqualFunc(after, is[len(is)-len(after):], same)
}

// comments finds new comments. Only a checker that asks for one gets prose.
func (x *comparison) comments() {
	had := map[string]int{}
	for i := range x.was.comments {
		had[x.was.comments[i].Text(x.Base)]++
	}
	for i := range x.is.comments {
		had[x.is.comments[i].Text(x.Text)]--
	}
	for i := range x.is.comments {
		t := &x.is.comments[i]
		text := t.Text(x.Text)
		if had[text] >= 0 {
			continue
		}
		had[text]++
		if !documents().MatchString(x.Told) || !prose().MatchString(text) && !edits(text, had) {
			x.add(t.Line, "the change adds a comment; leave it out")
		}
	}
}

// edits reports whether a comment is one that is gone, with other prose in it.
func edits(text string, had map[string]int) bool {
	for old, n := range had {
		if n <= 0 {
			continue
		}
		from := 0
		for from < len(old) && from < len(text) && old[from] == text[from] {
			from++
		}
		end := 0
		for end < len(old)-from && end < len(text)-from && old[len(old)-1-end] == text[len(text)-1-end] {
			end++
		}
		if from > 2 && prose().MatchString(text[from:len(text)-end]) {
			return true
		}
	}
	return false
}

// mentions reports whether the checker names a module.
func (x *comparison) mentions(module string) bool {
	last := module[strings.LastIndexAny(module, "./")+1:]
	return x.told[last] || strings.Contains(x.Told, module) && !x.inert[last]
}

func (x *comparison) importsAre() {
	l := x.language
	had, bare := map[string]int{}, 0
	for _, one := range x.was.imports {
		for _, module := range one.modules {
			had[module]++
		}
		if one.bare {
			bare++
		}
	}
	has := map[string]int{}
	used := x.is.words()
	for _, one := range x.is.imports {
		line := 0
		for _, module := range one.modules {
			has[module]++
			switch {
			case had[module] > 0 || l.modules[module] || l.named[module] && x.mentions(module):
			case l.scan == tokens.Starlark && strings.Contains(x.Told, module):
			default:
				x.add(line, "the change imports %q, which the file does not import", module)
				continue
			}
			for word := range wordsOf(module) {
				x.known[word] = true
			}
		}
		if one.bare {
			bare--
		}
		for _, name := range one.names {
			if !x.isKnown(name) {
				x.add(line, "the change imports the name %s, which neither the file nor the finding has", name)
			}
		}
	}
	if bare < 0 {
		x.add(0, "the change imports a module without a name of it")
	}
	for module, n := range had {
		last := module[strings.LastIndexAny(module, "./")+1:]
		if has[module] >= n || has[module] > 0 && l.scan != tokens.Go || x.named()[last] {
			continue
		}
		if slices.ContainsFunc(x.was.code, func(t tokens.Token) bool { return t.Text(x.Base) == last }) && !used[last] {
			continue // its only use is gone
		}
		x.add(0, "the change drops the import of %q", module)
	}
}

func (x *comparison) isKnown(word string) bool {
	return x.known[word] || x.told[word] || x.language.values[word] || x.language.keywords[word]
}

// names finds names that are new.
func (x *comparison) names() {
	local := x.is.declared()
	for i := range x.is.code {
		word := x.is.at(i)
		if !x.is.isWord(i) || x.isKnown(word) {
			continue
		}
		before := x.is.at(i - 1)
		if local[word] && before != "." && before != "?." && !x.is.isArgument(i) {
			continue
		}
		x.add(x.is.code[i].Line, "the change uses the name %s, which neither the code of the file nor the finding has", word)
	}
}

// mostTold bounds the calls of a function that the checker names.
const mostTold = 2

func (x *comparison) callsAre() {
	had, called, by := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, c := range x.was.calls() {
		had[c.name]++
		called[c.last]++
		by[c.name] = true
	}
	calls := map[string]int{}
	for _, c := range x.is.calls() {
		calls[c.last]++
	}
	more := map[string]int{}
	for _, c := range x.is.calls() {
		if had[c.name]--; had[c.name] >= 0 || x.language.calls[strings.TrimPrefix(c.name, "new ")] {
			continue
		}
		more[c.name]++
		fits := called[c.last] == 0 && more[c.name] <= mostTold || !by[c.name] && calls[c.last] <= called[c.last] // of another module
		if c.last != "" && x.told[c.last] && fits && !strings.Contains(c.name, " ") {
			continue
		}
		x.add(x.is.code[c.at].Line, "the change calls or defines %s more often than before", strings.TrimSpace(c.name))
	}
}

var harmless = map[string]bool{`""`: true, `''`: true, "``": true, `"utf-8"`: true, `'utf-8'`: true}

// stringsAre finds new strings. Messages of errors may be new.
func (x *comparison) stringsAre() {
	kinds := []tokens.Kind{tokens.String, tokens.Template, tokens.Pattern}
	had, values := map[place]int{}, map[string]int{}
	for _, p := range x.was.places(kinds...) {
		had[p]++
		values[p.text]++
	}
	places := x.is.places(kinds...)
	for i := range x.is.code {
		p, is := places[i]
		if !is {
			continue
		}
		values[p.text]--
		moved := values[p.text] >= 0
		if had[p]--; had[p] >= 0 || harmless[p.text] {
			continue
		}
		last := p.call[strings.LastIndexByte(p.call, '.')+1:]
		switch kind := x.is.code[i].Kind; {
		case x.language.messages[p.call] && kind != tokens.Pattern && (kind == tokens.String || x.isSimple(p.text)):
		case moved && (x.told[last] || x.language.calls[p.call] || p.call == "" && hasValue(x.was.places(kinds...), p)):
		case kind == tokens.String && x.isQuoted(p.text):
		case kind == tokens.String && x.isStatement(i) && documents().MatchString(x.Told):
		default:
			x.add(x.is.code[i].Line, "the change adds the text %.60s; only messages of errors may be new", p.text)
		}
	}
	was := map[string]int{}
	for i := range x.was.code {
		if x.was.code[i].Kind == tokens.Number {
			was[x.was.at(i)]++
		}
	}
	for i := range x.is.code {
		text := x.is.at(i)
		if x.is.code[i].Kind == tokens.Number && len(text) > 1 && text[0] == '0' && text[1] != '.' && was[text] == 0 && !strings.Contains(x.Told, text) {
			x.add(x.is.code[i].Line, "the change adds the number %s", text)
		}
	}
}

// hasValue reports whether a text was no argument before either.
func hasValue(all map[int]place, p place) bool {
	for _, other := range all {
		if other.text == p.text && other.call == "" {
			return true
		}
	}
	return false
}

// isQuoted reports whether the checker has a text word by word, and the file has
// it in no comment or string.
func (x *comparison) isQuoted(text string) bool {
	value := strings.Trim(text, "\"'`")
	return !strings.Contains(x.silent, value) && quotes(x.Told, value)
}

// isStatement reports whether a string is a statement, as a docstring is.
func (x *comparison) isStatement(i int) bool {
	t := &x.is.code[i]
	scan := x.language.scan
	return (scan == tokens.Python || scan == tokens.Starlark) && t.First && t.Depth == 0 && (i+1 == len(x.is.code) || x.is.code[i+1].First)
}

// isSimple reports whether the code in a template is only known names.
func (x *comparison) isSimple(template string) bool {
	rest := template
	for {
		at := strings.IndexByte(rest, '{')
		if at < 0 {
			return true
		}
		rest = rest[at+1:]
		code, after, closed := strings.Cut(rest, "}")
		if !closed {
			return false
		}
		for _, conversion := range []string{"!r", "!s", "!a"} {
			code = strings.TrimSuffix(code, conversion)
		}
		for _, t := range tokens.Scan(x.language.scan, []byte(code)) {
			if word := t.Text([]byte(code)); word != "." && (t.Kind != tokens.Word || !x.isKnown(word)) {
				return false
			}
		}
		rest = after
	}
}

// keywords finds keywords that nobody asked for.
func (x *comparison) keywords() {
	count := func(f *file) map[string]int {
		all := map[string]int{}
		for i := range f.code {
			if f.isWord(i) && f.language.rare[f.at(i)] && f.at(i-1) != "." {
				all[f.at(i)]++
			}
		}
		return all
	}
	over(count(x.was), count(x.is), func(word string, _ int) {
		if !x.told[word] {
			x.add(0, "the change uses %s, which neither the file nor the finding asks for", word)
		}
	})
}

// values finds functions of the file that become values: others could call
// them.
func (x *comparison) values() {
	called := map[string]bool{}
	for _, c := range x.was.calls() {
		called[c.last] = true
	}
	count := func(f *file) map[string]int {
		all := map[string]int{}
		for i := range f.code {
			if word := f.at(i); f.isName(i) && called[word] && f.at(i+1) != "(" && !x.language.values[word] {
				all[word]++
			}
		}
		return all
	}
	over(count(x.was), count(x.is), func(word string, _ int) { x.add(0, "the change uses the function %s as a value", word) })
}

// assigned finds assignments that change others' names: a function, an import, a
// member of a value.
func (x *comparison) assigned() {
	functions := map[string]bool{}
	for _, c := range x.was.calls() {
		functions[c.last] = true
	}
	variables := x.was.declared()
	targets := func(f *file) map[string]int {
		all := map[string]int{}
		for i := range f.code {
			switch next := f.at(i + 1); {
			case !strings.HasSuffix(next, "=") || compared()[next] || f.at(i-1) == ":" && !f.code[i].First: // a type
			case f.at(i) == "]":
				all["]"]++
			case !f.isName(i) || f.isArgument(i) && (f.language.scan == tokens.Python || f.language.scan == tokens.Starlark):
			case f.at(i-1) == "." || f.at(i-1) == "?.":
				all["."+f.at(i)]++
			case functions[f.at(i)] || x.was.imported[f.at(i)] || x.known[f.at(i)] && (!variables[f.at(i)] && f.at(i+2) != "[" && f.at(i+2) != "{" || f.isConstant(i+2)):
				all[f.at(i)]++
			}
		}
		return all
	}
	over(targets(x.was), targets(x.is), func(name string, _ int) {
		x.add(0, "the change assigns to %s, which others use", name)
	})
}

// isConstant reports whether a token is a constant.
func (f *file) isConstant(i int) bool {
	switch f.at(i) {
	case "True", "False", "None", "true", "false", "nil", "null", "undefined":
		return true
	}
	return 0 <= i && i < len(f.code) && (f.code[i].Kind == tokens.Number || f.code[i].Kind == tokens.String)
}

var conditions = lazySet("if elif or and not assert while ! && || ?")

// pretenses finds code that only pretends to be resolved: constant conditions,
// code that cannot be reached, and errors that are dropped.
func (x *comparison) pretenses() {
	over(x.was.pretenses(), x.is.pretenses(), func(what string, _ int) { x.add(0, "the change adds %s", what) })
}

func (f *file) pretenses() map[string]int {
	all := map[string]int{}
	indented := f.language.scan == tokens.Python || f.language.scan == tokens.Starlark
	for i := range f.code {
		text, before := f.at(i), f.at(i-1)
		if before == "(" {
			before = f.at(i - 2)
		}
		switch text {
		case "True", "False", "true", "false", "0", "1", "None", "null", "undefined":
			after := f.at(i + 1)
			if conditions()[before] || before != "==" && (after == "or" || after == "and" || after == "&&" || after == "||") {
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

// lineStart returns the first token of the logical line of a token.
func (f *file) lineStart(i int) int {
	for i > 0 && (!f.code[i].First || f.code[i].Depth > 0) {
		i--
	}
	return max(i, 0)
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

// named returns the words of the checker.
func (x *comparison) named() map[string]bool { return wordsOf(x.Told) }

var compared = lazySet("! == != === !== < > <= >= && ||")

// keeps finds missing code. The lines of the finding keep their calls and the
// words that decide whether code runs, unless the finding names them or says
// that they are superfluous. Other lines stay.
func (x *comparison) keeps() {
	told, gone := x.named(), superfluous().MatchString(x.Told)
	called := map[int]bool{}
	for _, c := range x.was.calls() {
		called[c.at] = true
	}
	need := map[string]int{}
	for i := range x.was.code {
		word := x.was.at(i)
		if x.Finding.has(x.was.code[i].Line) && !told[word] && !gone && (called[i] || x.was.isWord(i) && x.language.guards[word]) {
			need[word]++
		}
	}
	has := map[string]int{}
	for i := range x.is.code {
		has[x.is.at(i)]++
	}
	for i := range x.was.code {
		if !x.Finding.has(x.was.code[i].Line) {
			has[x.was.at(i)]-- // it has to be there besides
		}
	}
	over(has, need, func(word string, _ int) { x.add(0, "the change drops %.40s, which the finding is not about", word) })
	if x.Finding == (Lines{}) {
		return
	}
	x.keepsLines()
}

// keepsLines finds lines outside of the finding that are missing, or are in
// another block.
func (x *comparison) keepsLines() {
	were, are := x.was.byLine(), x.is.byLine()
	now := map[int]int{} // the line of the text, by line of the base
	line, shift := 1, 0
	rest := func(until int) {
		for ; line < until; line++ {
			now[line] = line + shift
		}
	}
	between := patch.Between(x.Base, x.Text)
	for _, r := range between.Ranges {
		rest(r.BaseStart)
		next := r.Start
		for ; line < r.BaseEnd; line++ {
			if x.Finding.has(line) || were[line] == nil {
				continue
			}
			for next < r.End && !contains(x.is.texts(are[next]), x.was.texts(were[line])) {
				next++
			}
			if next == r.End {
				x.add(r.Start, "the change drops or changes line %d, which the finding is not about", line)
				return
			}
			now[line] = next
			next++
		}
		shift = r.End - r.BaseEnd
	}
	last := 0
	if n := len(x.was.code); n > 0 {
		last = x.was.code[n-1].Line
	}
	rest(last + 1)
	before := 0 // the last line with code
	for line := 1; line <= last; line++ {
		if were[line] == nil || x.Finding.has(line) {
			continue
		}
		if are[now[line]] == nil {
			x.add(now[line], "the change makes line %d a part of a string or comment", line)
			return
		}
		if line < x.Finding.First {
			was, is := &x.was.code[were[line][0]], &x.is.code[are[now[line]][0]]
			if was.Depth != is.Depth || was.Column != is.Column || before > 0 && anyCode(are, now[before]+1, now[line]) {
				x.add(now[line], "the change adds code before line %d, which is before the finding", line)
				return
			}
		}
		if before > 0 && now[line] > now[before]+1 {
			if at := x.is.leaves(are, now[before], now[line]); at > 0 {
				x.add(at, "the change ends or opens a block around line %d, which the finding is not about", line)
				return
			}
		}
		before = line
	}
}

// anyCode reports whether one of some lines has code.
func anyCode(lines map[int][]int, from, to int) bool {
	return !every(from, to, func(line int) bool { return lines[line] == nil })
}

// leaves returns the first line between two lines that is outside of the blocks
// of both, or 0.
func (f *file) leaves(lines map[int][]int, from, to int) int {
	if lines[from] == nil || lines[to] == nil {
		return 0
	}
	last, first := &f.code[lines[from][len(lines[from])-1]], &f.code[lines[to][0]]
	depth, column := last.Depth, f.code[lines[from][0]].Column
	switch last.Text(f.text) {
	case "(", "[", "{":
		depth++
	case ":":
		column = first.Column
	}
	depth, column = min(depth, first.Depth), min(column, first.Column)
	indented := f.language.scan == tokens.Python || f.language.scan == tokens.Starlark
	for line := from + 1; line < to; line++ {
		for _, i := range lines[line] {
			if t := &f.code[i]; t.Depth < depth || indented && t.First && t.Depth == 0 && t.Column < column {
				return line
			}
		}
	}
	return 0
}

// byLine returns the tokens of the code by line.
func (f *file) byLine() map[int][]int {
	all := map[int][]int{}
	for i := range f.code {
		all[f.code[i].Line] = append(all[f.code[i].Line], i)
	}
	return all
}

func (f *file) texts(code []int) []string {
	var all []string
	for _, i := range code {
		all = append(all, f.at(i))
	}
	return all
}

// contains reports whether a list has the items of another, in order.
func contains(all, some []string) bool {
	for _, item := range all {
		if len(some) > 0 && some[0] == item {
			some = some[1:]
		}
	}
	return len(some) == 0
}
