package mutants

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// A lexical is a language that is read by its tokens.
type lexical struct {
	semi    bool   // whether a semicolon or brace ends a statement too
	nothing string // a statement without effect
	none    string // the return value of a function that returns nothing
}

var (
	words   = lexical{nothing: "pass", none: "None"}
	scripts = lexical{semi: true, nothing: ";", none: "undefined"}
)

// starlark is read as Python, and must parse.
type starlark struct{ lexical }

// edits keep the targets of a BUILD file.
func (l starlark) edits(f *source.File) []edit {
	return slices.DeleteFunc(l.lexical.edits(f), func(e edit) bool {
		return e.rank == statement && path.Ext(f.Path) != ".bzl"
	})
}

func (starlark) sound(name string, _, after []byte) bool {
	_, err := source.Read(name, after).Starlark()
	return err == nil
}

// sound reports whether brackets are balanced, or as they were if the source
// has some that are not seen to be.
func (l lexical) sound(name string, before, after []byte) bool {
	was, balanced := brackets(source.Read(name, before))
	is, still := brackets(source.Read(name, after))
	return balanced && still || !balanced && slices.Equal(was, is)
}

// brackets returns the brackets of a text, and whether each has its partner.
func brackets(f *source.File) (all []byte, balanced bool) {
	var open []byte
	balanced = true
	for _, t := range f.Code() {
		if t.Kind != source.Mark || t.End-t.Start != 1 {
			continue
		}
		c := f.Text[t.Start]
		i := strings.IndexByte("([{)]}", c)
		if i < 0 {
			continue
		}
		all = append(all, c)
		switch {
		case i < 3:
			open = append(open, ")]}"[i])
		case len(open) == 0 || open[len(open)-1] != c:
			balanced = false
		default:
			open = open[:len(open)-1]
		}
	}
	return all, balanced && len(open) == 0
}

// A stream is the code of a source.
type stream struct {
	lexical
	text []byte
	code []source.Token
	list []edit
}

// at returns the text of a token, or "" if there is none or it is a string.
func (s *stream) at(i int) string {
	if i < 0 || i >= len(s.code) || s.code[i].Kind == source.String || s.code[i].Kind == source.Template || s.code[i].Kind == source.Pattern {
		return ""
	}
	return s.code[i].Text(s.text)
}

func (l lexical) edits(f *source.File) []edit {
	s := &stream{lexical: l, text: f.Text, code: f.Code()}
	for i := 0; i < len(s.code); {
		end := s.statement(i)
		if !s.silent(i, end) {
			s.drop(i, end)
			s.returns(i, end)
			for k := i; k < end; k++ {
				s.token(k)
			}
		}
		i = end
	}
	return s.list
}

// statement returns the index after the statement that starts at a token: after
// a semicolon or brace, or at the next line that neither a bracket nor an
// operator continues.
func (s *stream) statement(i int) int {
	depth := s.code[i].Depth
	for k := i; k < len(s.code); k++ {
		if k > i && s.code[k].First && s.code[k].Depth <= depth && !s.continues(k) {
			return k
		}
		switch s.at(k) {
		case ";", "{", "}":
			if s.semi {
				return k + 1
			}
		}
	}
	return len(s.code)
}

// continues reports whether a line continues the one before it.
func (s *stream) continues(k int) bool {
	if !s.semi {
		return s.at(k-1) == `\`
	}
	binary := func(i int) bool {
		if s.code[i].Kind != source.Mark {
			return false
		}
		switch s.at(i) {
		case ")", "]", "}", "{", ";", "++", "--", "!", "@":
			return false
		}
		return true
	}
	return binary(k-1) || binary(k)
}

// silent reports whether a statement is left alone: an import, or a log.
func (s *stream) silent(i, end int) bool {
	switch s.at(i) {
	case "import", "from", "load", "require", "export":
		return s.at(i) != "export" || s.at(i+1) == "*" || s.at(i+1) == "{"
	case "@":
		return true
	}
	for k := i; k < end; k++ {
		if s.at(k) == "require" && s.at(k+1) == "(" || s.at(k) == "__name__" {
			return true
		}
	}
	return isLog(s.head(i, end))
}

// head returns the names of the call that starts a statement.
func (s *stream) head(i, end int) string {
	var b strings.Builder
	for k := i; k < end && k < i+12; k++ {
		if s.code[k].Kind != source.Word && s.at(k) != "." || k > i && s.code[k].Kind == source.Word && s.code[k-1].Kind == source.Word {
			break
		}
		b.WriteString(s.at(k))
	}
	return b.String()
}

// drop drops a statement that is a call, or an assignment to an existing
// variable.
func (s *stream) drop(i, end int) {
	last := end - 1
	if s.semi && s.at(last) == ";" {
		last--
	}
	if last <= i || i > 0 && !s.starts(i) || s.code[i].Kind != source.Word || s.code[i+1].Kind == source.Word {
		return
	}
	name := s.head(i, end)
	k := i
	for k < end && (s.code[k].Kind == source.Word || s.at(k) == ".") {
		k++
	}
	what := ""
	switch {
	case keyword(s.at(i)) && s.at(i) != "this" && s.at(i) != "self" && s.at(i) != "super":
		return
	case s.at(k) == "(" && s.at(last) == ")" && s.code[last].Depth == s.code[k].Depth:
		what = "the call of " + brief(name) + " was dropped"
	case s.semi && s.at(k) == "=" || !s.semi && s.at(k) == "=" && strings.Contains(name, "."):
		what = "the assignment to " + brief(name) + " was dropped"
	case s.at(k) == "+=" || s.at(k) == "-=":
		what = "the assignment to " + brief(name) + " was dropped"
	default:
		return
	}
	is := s.nothing
	if s.semi {
		is = ""
	}
	s.list = append(s.list, edit{s.code[i].Start, s.code[last].End, is, s.code[i].Line, statement, what})
}

// starts reports whether a statement starts at a token.
func (s *stream) starts(i int) bool {
	switch s.at(i - 1) {
	case ";", "{", "}":
		return s.semi
	}
	return s.code[i].First
}

func keyword(word string) bool {
	switch word {
	case "return", "if", "else", "elif", "for", "while", "do", "switch", "case", "const", "let", "var", "def", "class",
		"function", "import", "from", "public", "private", "protected", "static",
		"throw", "raise", "try", "catch", "except", "finally", "with", "break", "continue", "new", "delete", "await", "yield",
		"assert", "del", "global", "nonlocal", "match", "super", "this", "self", "type", "enum", "interface",
		"namespace", "pass", "lambda", "async", "export", "default":
		return true
	}
	return false
}

// returns replaces the operand of a return statement by nothing.
func (s *stream) returns(i, end int) {
	last := end - 1
	if s.at(last) == ";" {
		last--
	}
	if s.at(i) != "return" || last <= i || s.at(last) == "{" {
		return
	}
	start, stop := s.code[i+1].Start, s.code[last].End
	was := string(s.text[start:stop])
	if was == s.none || was == "null" || truths[was] != "" {
		return
	}
	s.list = append(s.list, edit{start, stop, s.none, s.code[i+1].Line, result, brief(was) + " became " + s.none})
}
