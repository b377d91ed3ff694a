package split

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting/shell"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// QuestionVariables are variables about questions and the terminal, which no
// command needs: debconf asks nothing in a build that has no terminal.
var QuestionVariables = []string{"DEBCONF_NONINTERACTIVE_SEEN", "DEBCONF_NOWARNINGS", "DEBIAN_FRONTEND", "DEBIAN_PRIORITY", "TERM"}

// plainOptions matches options of a shell that stop it, or print its commands.
var plainOptions = lazyregexp.New(`^set(?: -(?:[eux]+|[eux]*o (?:errexit|nounset|pipefail|xtrace)))+$`)

// A state is what the commands of a RUN changed in the shell for the ones after
// them.
type state struct {
	setup    []setting
	exported map[string]bool
	unknown  bool // more than the folder, plainOptions and variables
	options  bool
}

// add adds the changes of an element.
func (s *state) add(e *element) {
	s.setup = append(s.setup, settingOf(e))
	if e.onlyExports() {
		if s.exported == nil {
			s.exported = map[string]bool{}
		}
		for _, a := range e.assignments() {
			s.exported[a.Name.Value] = true
		}
	}
	s.options = s.options || e.setsPlainOptions()
	s.unknown = s.unknown || e.mayDoAnything()
}

// changes reports whether an element changes more than the folder, plainOptions
// and QuestionVariables.
func (e *element) changes() bool {
	return !e.onlyEnters() && !e.setsPlainOptions() && !e.answersQuestions()
}

// mayDoAnything reports whether an element that changes the shell may do more
// than enter a folder, and set plainOptions and variables: eval, a function.
func (e *element) mayDoAnything() bool {
	return !e.onlyEnters() && !e.setsPlainOptions() && !e.onlyAssigns() && !e.onlyExports()
}

// setsPlainOptions reports whether an element is a set of plainOptions.
func (e *element) setsPlainOptions() bool {
	return e.command != nil && e.command.Word.Is("set") && plainOptions().MatchString(e.text)
}

// answersQuestions reports whether an element only sets QuestionVariables, to
// values that the shell does not change.
func (e *element) answersQuestions() bool {
	if !e.onlyAssigns() && !e.onlyExports() {
		return false
	}
	return !slices.ContainsFunc(e.assignments(), func(a *syntax.Assign) bool {
		if a.Value == nil || a.Append || !slices.Contains(QuestionVariables, a.Name.Value) {
			return true
		}
		_, static := shell.Static(a.Value)
		return !static
	})
}

// onlyExports reports whether an element is an export of variables.
func (e *element) onlyExports() bool {
	decl, is := e.stmt.Cmd.(*syntax.DeclClause)
	return is && decl.Variant.Value == "export" && len(e.stmt.Redirs) == 0 && !special(e.stmt) && !slices.ContainsFunc(decl.Args, func(a *syntax.Assign) bool { return a.Name == nil })
}

// assignments returns the assignments of an element, other than the ones of a
// command with words.
func (e *element) assignments() []*syntax.Assign {
	switch cmd := e.stmt.Cmd.(type) {
	case *syntax.CallExpr:
		return cmd.Assigns
	case *syntax.DeclClause:
		return cmd.Args
	}
	return nil
}

// isStateless reports whether the old effect of an element, which works anywhere,
// does not depend on variables that its RUN set.
func (e *element) isStateless(s *state) bool {
	return !s.unknown && !strings.Contains(e.text, "$") && (e.cleans() || e.op == nil && !strings.ContainsAny(e.text, "*?["))
}

// inner returns the variables that a compound command such as if may assign, and
// whether it may change its shell in another way, such as by cd.
func (e *element) inner() (names []string, changes bool) {
	if e.stmt == nil {
		return nil, false
	}
	syntax.Walk(e.stmt, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst:
			return false
		case *syntax.BinaryCmd:
			return n.Op != syntax.Pipe && n.Op != syntax.PipeAll
		case *syntax.DeclClause, *syntax.FuncDecl, *syntax.LetClause, *syntax.ArithmCmd:
			changes = true
		case *syntax.CallExpr:
			changes = changes || len(n.Args) > 0 && slices.Contains(shellCommands, n.Args[0].Lit())
			if len(n.Args) == 0 {
				for _, a := range n.Assigns {
					names = append(names, a.Name.Value)
				}
			}
		}
		return true
	})
	return names, changes
}

// enters reports whether a step has left the folder of its RUN, by a cd to an
// absolute path before other commands that may need the folder.
func (s *step) enters() bool {
	at := slices.IndexFunc(s.setup, func(command string) bool { return !plainOptions().MatchString(command) })
	return at >= 0 && strings.HasPrefix(s.setup[at], "cd /")
}
