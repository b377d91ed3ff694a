package addition

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/tokens"
)

// A comparison is a change of code that parses.
type comparison struct {
	*Change
	language *language
	was, is  *file
	known    map[string]bool // names of the code
	inert    map[string]bool // words of its comments and strings
	silent   string          // its comments and strings
	named    map[string]bool // words of the checker
	told     map[string]bool // words of the checker that are not inert
	issues   []Issue
}

func (l *language) judge(c *Change) []Issue {
	x := &comparison{Change: c, language: l, was: l.read(c.Base), is: l.read(c.Text)}
	if issue := l.sound(c, x.is); issue != nil {
		return []Issue{*issue}
	}
	x.known, x.silent, x.named = x.was.words(), x.was.silent(), wordsOf(c.Told)
	x.inert, x.told = wordsOf(x.silent), maps.Clone(x.named)
	maps.DeleteFunc(x.told, func(word string, _ bool) bool { return x.inert[word] })
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
	x.decides()
	x.keeps()
	if len(x.issues) == 0 { // which tell more
		x.operands()
	}
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
		if has[module] >= n || has[module] > 0 && l.scan != tokens.Go || x.named[last] {
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
	had, values, free := map[place]int{}, map[string]int{}, map[string]bool{}
	for _, p := range x.was.places(kinds...) {
		had[p]++
		values[p.text]++
		free[p.text] = free[p.text] || p.call == "" // no argument
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
		case moved && (x.told[last] || x.language.calls[p.call] || p.call == "" && free[p.text]):
		case kind == tokens.String && x.isQuoted(p.text), kind == tokens.String && values["f"+p.text] > 0 && !strings.ContainsAny(p.text, "{}"):
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

// isQuoted reports whether the checker has a text word by word, and the file
// has it in no comment or string.
func (x *comparison) isQuoted(text string) bool {
	value := strings.Trim(text, "\"'`")
	return !strings.Contains(x.silent, value) && quotes(x.Told, value)
}

// isStatement reports whether a string is a statement, as a docstring is.
func (x *comparison) isStatement(i int) bool {
	t := &x.is.code[i]
	return x.language.indented() && t.First && t.Depth == 0 && (i+1 == len(x.is.code) || x.is.code[i+1].First)
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

// assigned finds assignments that change others' names: a function, an import,
// a member of a value.
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
			case !f.isName(i) || f.isArgument(i) && f.language.indented():
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

var compared = lazySet("== != === !== <= >=")

// isConstant reports whether a token is a constant.
func (f *file) isConstant(i int) bool {
	switch f.at(i) {
	case "True", "False", "None", "true", "false", "nil", "null", "undefined":
		return true
	}
	return 0 <= i && i < len(f.code) && (f.code[i].Kind == tokens.Number || f.code[i].Kind == tokens.String)
}
