package lint

import "mvdan.cc/sh/v3/syntax"

// Certain reports whether a script that reaches its end has run a command,
// successfully if other commands depend on it. The command must not be in a
// branch of an if or a case, on a side of ||, or in a function.
func (s *Script) Certain(c *Command) bool {
	if s.Tree == nil {
		return true // the exec form has only one command
	}
	return certain(s.Tree.Stmts, c.Stmt)
}

func certain(stmts []*syntax.Stmt, wanted *syntax.Stmt) bool {
	for _, stmt := range stmts {
		if stmt == wanted {
			return true
		}
		var inner []*syntax.Stmt
		switch cmd := stmt.Cmd.(type) {
		case *syntax.BinaryCmd:
			if cmd.Op != syntax.OrStmt {
				inner = []*syntax.Stmt{cmd.X, cmd.Y}
			}
		case *syntax.Block:
			inner = cmd.Stmts
		case *syntax.Subshell:
			inner = cmd.Stmts
		case *syntax.ForClause:
			inner = cmd.Do
		case *syntax.TimeClause:
			inner = []*syntax.Stmt{cmd.Stmt}
		}
		if certain(inner, wanted) {
			return true
		}
	}
	return false
}
