package split

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// packageName matches the names of packages, with versions, that no shell and no
// package manager takes for a pattern, an option or a file.
var packageName = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9.+_:=~@-]*$`)

// listOf returns the names of packages in a word of a command, split as the shell
// does, and whether all of its variables have known values.
func listOf(word string, value func(name string) (string, bool)) ([]string, bool) {
	known := true
	text := reference().ReplaceAllStringFunc(lint.Unquote(word), func(ref string) string {
		text, is := value(strings.Trim(ref, "${}"))
		known = known && is
		return text
	})
	words := strings.Fields(text)
	if !known || len(words) == 0 || word[0] == '\'' || word[0] == '"' && (len(words) > 1 || words[0] != text) {
		return nil, false
	}
	for _, w := range words {
		if !packageName().MatchString(w) || strings.HasSuffix(w, ".apk") || strings.HasSuffix(w, ".deb") || strings.HasSuffix(w, ".rpm") {
			return nil, false
		}
	}
	return words, true
}

// listsIn writes the words of an operation on packages that are a variable, and its
// other ones.
func (e *element) listsIn(lists, others *strings.Builder) {
	for _, arg := range e.op.Command.Args {
		word := e.op.Command.Script.Source[arg.Start:arg.End]
		b := others
		if reference().FindString(word) == word {
			b = lists
		}
		b.WriteString(word + "\n")
	}
}

// shellValues returns the values that variables have in a command, by ENV, ARG and
// the assignments before it.
func (s *step) shellValues(f *lint.File) func(name string) (string, bool) {
	env := f.Env(s.stage, s.ins)
	assigned := func(name string) bool {
		_, is := s.variables[name]
		return is
	}
	_, separator := env.Get("IFS")
	return func(name string) (string, bool) {
		_, isEnv := s.env["env "+name]
		_, isArg := s.env["arg "+name]
		switch v, declared := env.Get(name); {
		case separator, assigned("IFS"), isEnv && isArg:
			return "", false
		case assigned(name):
			return s.variables[name], s.variables[name] != unknown
		default:
			return v.Value, declared && v.Set && !v.Assumed
		}
	}
}
