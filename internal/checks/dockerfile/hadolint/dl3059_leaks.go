package hadolint

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// leaks reports whether a script may affect a later script in the same shell,
// by its folder, variables, options or processes, or may end the shell.
func leaks(s *lint.Script) bool {
	found := false
	syntax.Walk(s.Tree, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.CallExpr:
			found = found || len(node.Args) == 0
		case *syntax.FuncDecl, *syntax.DeclClause, *syntax.LetClause, *syntax.ArithmCmd, *syntax.CoprocClause, *syntax.ForClause:
			found = true
		case *syntax.Stmt:
			found = found || node.Background || node.Coprocess
		case *syntax.ParamExp:
			found = found || node.Exp != nil && (node.Exp.Op == syntax.AssignUnset || node.Exp.Op == syntax.AssignUnsetOrNull)
		case *syntax.ArithmExp:
			found = true
		}
		return !found
	})
	for _, c := range s.Commands {
		found = found || changesShell(c)
	}
	return found
}

// changesShell reports whether a command may be a builtin that changes the
// shell that runs it.
func changesShell(c *lint.Command) bool {
	for _, word := range append(c.Before[:len(c.Before):len(c.Before)], c.Word) {
		switch word.Value {
		case ".", "alias", "bind", "break", "cd", "continue", "enable", "eval", "exec", "exit", "getopts", "hash", "mapfile", "popd", "pushd",
			"read", "readarray", "return", "set", "shift", "shopt", "source", "trap", "ulimit", "umask", "unalias", "unset", "wait":
			return true
		case "printf":
			return len(c.Args) > 0 && strings.HasPrefix(c.Args[0].Value, "-v")
		}
	}
	// A dynamic name may stand for any of them, unless it is a path.
	return !c.Word.Static && !strings.Contains(c.Script.Source[c.Word.Start:c.Word.End], "/")
}
