package split

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A setting is a command that changes the shell of a RUN.
type setting struct {
	text    string
	changes bool     // more than the folder, plainOptions and QuestionVariables
	sets    []string // the variables, if it is idle where no command reads them
	exports bool
	words   []string // that may be names of variables
	readAll bool
}

func settingOf(e *element) setting {
	s := setting{text: e.text, changes: e.changes(), exports: e.onlyExports(), words: nameForm().FindAllString(e.text, -1), readAll: allVariables().MatchString(e.text)}
	if (e.onlyAssigns() || s.exports) && e.hasPlainWords() && !e.setsCommon() {
		for _, a := range e.assignments() {
			if a.Index != nil || a.Array != nil {
				s.sets = nil
				break
			}
			s.sets = append(s.sets, a.Name.Value)
		}
	}
	return s
}

var nameForm = lazyregexp.New(`[A-Za-z0-9_]+`)

// divide divides the commands of a state into the ones that a step may depend
// on and the idle ones. It reports whether one of the former changes more than
// the folder, plainOptions and QuestionVariables.
//
// A closed step reads only commonNames. For others a variable must be of the
// shell alone, as one is that no command exports and no image has: images have
// names in upper case, such as PHPIZE_DEPS of php.
func (s *state) divide(st *step) (changes bool) {
	closed := st.script.isClosed()
	all := s.unknown || allVariables().MatchString(st.text) || !closed && st.script.readsShell()
	read := map[string]bool{} // by the step and the commands after each one
	add := func(words []string) {
		for _, w := range words {
			read[w] = true
		}
	}
	add(nameForm().FindAllString(st.text, -1))
	needs := func(name string) bool {
		_, isEnv := st.env["env "+name]
		_, isArg := st.env["arg "+name]
		return isEnv || isArg || read[name] || !closed && (name == strings.ToUpper(name) || s.exported[name])
	}
	st.setup, st.idle = nil, nil
	for _, c := range slices.Backward(s.setup) {
		if len(c.sets) > 0 && !all && (closed || !c.exports) && !slices.ContainsFunc(c.sets, needs) {
			st.idle = append(st.idle, c.text)
			continue
		}
		add(c.words)
		changes, all = changes || c.changes, all || c.readAll
		st.setup = append(st.setup, c.text)
	}
	slices.Reverse(st.setup)
	return changes
}

// setsCommon reports whether an element sets one of commonNames.
func (e *element) setsCommon() bool {
	return slices.ContainsFunc(e.assignments(), func(a *syntax.Assign) bool { return commonNames().MatchString(a.Name.Value) })
}

// isClosed reports whether an element runs only commands of plain and subcommands,
// or a package manager of the system.
func (e *element) isClosed() bool {
	return e.isPlain() || e.ofSystem() && e.runsOnly([]string{e.name})
}

// readsShell reports whether an element may read any variable of its shell, such
// as by eval.
func (e *element) readsShell() bool {
	if e.stmt == nil || e.setup {
		return true
	}
	reads := false
	syntax.Walk(e.stmt, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.DeclClause:
			reads = true
		case *syntax.CallExpr:
			if len(n.Args) > 0 {
				word := n.Args[0].Lit()
				reads = reads || word == "" || word == "builtin" || word == "command" || slices.Contains(shellCommands, word)
			}
		}
		return !reads
	})
	return reads
}
