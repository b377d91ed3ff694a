package lint

import (
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"mvdan.cc/sh/v3/syntax"
)

// builtins are commands of a shell that no program stands for.
var builtins = []string{
	".", ":", "alias", "bg", "bind", "break", "builtin", "cd", "command", "continue", "declare", "dirs", "eval", "exec", "exit",
	"export", "fg", "getopts", "hash", "jobs", "let", "local", "popd", "pushd", "read", "readonly", "return", "set", "shift",
	"shopt", "source", "times", "trap", "type", "typeset", "ulimit", "umask", "unalias", "unset", "wait",
}

// ExecForm returns the edits that write a script in shell form as an array in JSON that runs the same program with the same
// arguments, and whether there is one: the script is one command that needs no shell. An exec before it goes.
func (s *Script) ExecForm() ([]fixedits.Edit, bool) {
	if s.Tree == nil || s.body > 0 || len(s.Tree.Stmts) != 1 || len(s.Tree.Last) > 0 {
		return nil, false
	}
	stmt := s.Tree.Stmts[0]
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || stmt.Negated || stmt.Background || stmt.Coprocess || len(stmt.Redirs) > 0 || len(stmt.Comments) > 0 || len(call.Assigns) > 0 {
		return nil, false
	}
	args := make([]Arg, len(call.Args))
	for i, w := range call.Args {
		args[i] = s.arg(w)
		if !args[i].Static || !literal(w) {
			return nil, false
		}
	}
	var edits []fixedits.Edit
	if len(args) > 1 && args[0].Value == "exec" && !strings.HasPrefix(args[1].Value, "-") {
		edits = s.Replace(args[0].Start, args[1].Start, "")
		args = args[1:]
	}
	if slices.Contains(builtins, args[0].Value) || end(stmt) != len(strings.TrimRight(s.Source, " \t")) {
		return nil, false
	}
	for i, a := range args {
		text := quoteJSON(a.Value)
		if i == 0 {
			text = "[" + text
		}
		if i == len(args)-1 {
			text += "]"
		} else {
			text += ","
		}
		edits = append(edits, s.Replace(a.Start, a.End, text)...)
	}
	return edits, true
}

// end returns where a statement ends, a semicolon behind it left out.
func end(stmt *syntax.Stmt) int { return int(stmt.Cmd.End().Offset()) }

// literal reports whether a word is what it says: no pattern, no ~ and no braces outside of quotes.
func literal(w *syntax.Word) bool {
	for _, part := range w.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			continue
		}
		for i := 0; i < len(lit.Value); i++ {
			switch lit.Value[i] {
			case '\\':
				i++
			case '*', '?', '[', '{', '~':
				return false
			}
		}
	}
	return true
}
