package lint

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// Chain returns the statements A, B, C of a script that is nothing but A && B && C, or A alone; and none of any other. None
// of them is in the background, or has what follows && run where it fails.
func (s *Script) Chain() []*syntax.Stmt {
	if s.Tree == nil || len(s.Tree.Stmts) != 1 {
		return nil
	}
	var chain []*syntax.Stmt
	stmt := s.Tree.Stmts[0]
	for {
		if !bare(stmt) {
			return nil
		}
		and, ok := stmt.Cmd.(*syntax.BinaryCmd)
		if !ok || and.Op != syntax.AndStmt {
			break
		}
		if !bare(and.Y) {
			return nil
		}
		chain = append(chain, and.Y)
		stmt = and.X
	}
	if or, ok := stmt.Cmd.(*syntax.BinaryCmd); ok && or.Op == syntax.OrStmt {
		return nil
	}
	chain = append(chain, stmt)
	slices.Reverse(chain)
	return chain
}

// bare reports whether a statement is run for what it does and for how it ends, and no more.
func bare(s *syntax.Stmt) bool {
	return s.Cmd != nil && !s.Negated && !s.Background && !s.Coprocess && !s.Semicolon.IsValid()
}

// Simple returns the command that a statement consists of alone, without assignments and redirections, or nil. Statements are
// asked for in order of the script, and from is where the search begins in s.Commands.
func (s *Script) Simple(stmt *syntax.Stmt, from *int) *Command {
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 || len(stmt.Redirs) > 0 {
		return nil
	}
	for ; *from < len(s.Commands); *from++ {
		if c := s.Commands[*from]; c.Stmt == stmt {
			return c
		}
	}
	return nil
}

// Commented reports whether a script has comments of the shell, which end with the line that they are in.
func (s *Script) Commented() bool {
	found := false
	if s.Tree != nil {
		syntax.Walk(s.Tree, func(node syntax.Node) bool {
			_, comment := node.(*syntax.Comment)
			found = found || comment
			return !found
		})
	}
	return found
}
