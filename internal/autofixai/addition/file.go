package addition

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/tokens"
)

// A file is a text as its tokens.
type file struct {
	language *language
	text     []byte
	comments []tokens.Token
	code     []tokens.Token // without comments, and after read without imports
	imports  []statement
	imported map[string]bool // the names of imports
	lines    map[int]bool    // that have code outside of imports, or a comment
}

func (l *language) read(text []byte) *file {
	f := &file{language: l, text: text, imported: map[string]bool{}, lines: map[int]bool{}}
	for _, t := range tokens.Scan(l.scan, text) {
		if t.Kind == tokens.Comment {
			f.comments = append(f.comments, t)
		} else {
			f.code = append(f.code, t)
		}
	}
	var rest []tokens.Token
	at := 0
	if l.imports != nil {
		f.imports = l.imports(f)
	}
	for _, one := range f.imports {
		rest = append(rest, f.code[at:one.from]...)
		at = one.to
		for _, name := range one.names {
			f.imported[name] = true
		}
	}
	f.code = append(rest, f.code[at:]...)
	for _, t := range slices.Concat(f.comments, f.code) {
		for i := range bytes.Count(text[t.Start:t.End], []byte("\n")) + 1 {
			f.lines[t.Line+i] = true
		}
	}
	return f
}

// isImport reports whether a line has only imports, or nothing.
func (f *file) isImport(line int) bool { return !f.lines[line] }

// at returns the text of a token, or "" if there is none.
func (f *file) at(i int) string {
	if i < 0 || i >= len(f.code) {
		return ""
	}
	return f.code[i].Text(f.text)
}

// lineStart returns the first token of the logical line of a token.
func (f *file) lineStart(i int) int {
	for i > 0 && (!f.code[i].First || f.code[i].Depth > 0) {
		i--
	}
	return max(i, 0)
}

func (f *file) isWord(i int) bool { return 0 <= i && i < len(f.code) && f.code[i].Kind == tokens.Word }

// isName reports whether a token is a word other than a keyword.
func (f *file) isName(i int) bool { return f.isWord(i) && !f.language.keywords[f.at(i)] }

// words returns the words of the code, and of the imports.
func (f *file) words() map[string]bool {
	all := map[string]bool{}
	for i := range f.code {
		if f.isWord(i) {
			all[f.at(i)] = true
		}
	}
	for name := range f.imported {
		all[name] = true
	}
	return all
}

// silent returns the comments and strings.
func (f *file) silent() string {
	var b strings.Builder
	for i := range f.comments {
		b.WriteString(f.comments[i].Text(f.text) + "\n")
	}
	for i := range f.code {
		if k := f.code[i].Kind; k == tokens.String || k == tokens.Template || k == tokens.Pattern {
			b.WriteString(f.at(i) + "\n")
		}
	}
	return b.String()
}

// chain returns the dotted name that ends at a token, and its start.
func (f *file) chain(i int) (name string, from int) {
	from = i
	for from >= 2 && (f.at(from-1) == "." || f.at(from-1) == "?.") && f.isWord(from-2) {
		from -= 2
	}
	for k := from; k <= i; k++ {
		if part := f.at(k); part == "?." {
			name += "."
		} else {
			name += part
		}
	}
	if before := f.at(from - 1); before == "." || before == "?." {
		name = "." + name // of a value
	}
	return name, from
}

// A call is a place where code runs other code.
type call struct {
	name string // with its qualifiers
	last string // its last word
	at   int
}

// calls returns the calls and definitions of functions.
func (f *file) calls() []call {
	var all []call
	for i := range f.code {
		before := f.at(i - 1)
		switch text := f.at(i); {
		case text == "(" && f.isName(i-1):
			name, from := f.chain(i - 1)
			switch f.at(from - 1) {
			case "def", "class", "func", "function", "new":
				name = f.at(from-1) + " " + name
			}
			all = append(all, call{name, before, i - 1})
		case text == "(" && (before == ")" || before == "]" || before == "import" || i > 0 && f.code[i-1].Kind == tokens.String):
			all = append(all, call{before + "(", "", i})
		case f.language.scan == tokens.JavaScript && len(text) > 0 && text[0] == '`' && (f.isName(i-1) || before == ")" || before == "]"):
			all = append(all, call{"`" + before, before, i})
		case before == "new" && f.isName(i) && f.language.scan == tokens.JavaScript:
			if end := f.chainEnd(i); f.at(end) != "(" {
				all = append(all, call{"new " + text, text, i})
			}
		case text == "@":
			all = append(all, call{"@", "", i})
		}
	}
	return all
}

func (f *file) chainEnd(i int) int {
	for f.at(i+1) == "." && f.isWord(i+2) {
		i += 2
	}
	return i + 1
}

// A place is where a string is: the function that gets it, and the name of the
// argument.
type place struct{ call, name, text string }

// places returns the places of the strings of some kinds.
func (f *file) places(kinds ...tokens.Kind) map[int]place {
	all := map[int]place{}
	var open []int // brackets
	for i := range f.code {
		switch text := f.at(i); {
		case f.code[i].Kind == tokens.Mark && (text == "(" || text == "[" || text == "{"):
			open = append(open, i)
		case f.code[i].Kind == tokens.Mark && isClosing(text) && len(open) > 0:
			open = open[:len(open)-1]
		case slices.Contains(kinds, f.code[i].Kind):
			p := place{text: text}
			from := 0
			for k := len(open) - 1; k >= 0; k-- {
				if f.at(open[k]) != "(" {
					continue
				}
				from = open[k]
				if f.isWord(from - 1) {
					p.call, _ = f.chain(from - 1)
				} else {
					p.call = f.at(from-1) + "("
				}
				break
			}
			p.name = f.argument(i, from, open)
			all[i] = p
		}
	}
	return all
}

// argument returns the name of the argument, of a call whose bracket is from,
// that has a token, or of the variable that gets it. open are the brackets
// around it.
func (f *file) argument(i, from int, open []int) string {
	depth, inCall := f.code[i].Depth, f.at(from) == "(" && from < i
	if inCall {
		depth = f.code[from].Depth + 1
		if at := slices.Index(open, from); at >= 0 && at+1 < len(open) {
			i = open[at+1] // the whole argument
		}
	}
	for k := i - 1; k >= from; k-- {
		t := &f.code[k]
		if !inCall {
			depth = min(depth, t.Depth)
		}
		if t.Depth > depth {
			continue
		}
		switch f.at(k) {
		case ";":
			return ""
		case ",":
			if inCall {
				return ""
			}
			for len(open) > 0 && open[len(open)-1] > k {
				open = open[:len(open)-1]
			}
			if len(open) > 0 {
				k = open[len(open)-1] + 1 // other items have names of their own
			}
			continue
		case "=", ":":
			if f.isWord(k - 1) {
				return f.at(k - 1)
			}
		}
		if t.First && !inCall && t.Depth == depth && !isClosing(f.at(k)) && t.Depth < f.code[i].Depth || k == from {
			return ""
		}
	}
	return ""
}

// declared returns the names that assignments and declarations make.
func (f *file) declared() map[string]bool {
	all := map[string]bool{}
	for i := 0; i < len(f.code); i++ {
		if !f.isName(i) {
			continue
		}
		end := i + 1
		for f.at(end) == "," && f.isName(end+1) {
			end += 2
		}
		if f.declares(i, end) {
			for k := i; k < end; k += 2 {
				all[f.at(k)] = true
			}
		}
		i = end - 1
	}
	return all
}

// declares reports whether names that are code[from:to], with commas, are
// declared there.
func (f *file) declares(from, to int) bool {
	switch f.at(from - 1) {
	case "as", "const", "let", "var", "for", "catch":
		return true
	}
	starts := f.code[from].First
	switch f.at(from - 1) {
	case "{", ";", "if", "switch", "else":
		starts = true
	}
	return starts && (f.at(to) == ":=" || f.at(to) == "=" && (f.code[from].Depth == 0 || !f.language.indented()))
}

// isArgument reports whether a word is the name of an argument or of a member.
func (f *file) isArgument(i int) bool {
	switch f.at(i - 1) {
	case "(", ",", "{":
		return (f.at(i+1) == "=" || f.at(i+1) == ":") && f.code[i].Depth > 0
	}
	return false
}
