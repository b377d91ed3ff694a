package lint

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// Chain returns the statements A, B, C of a script that consists only of A && B
// && C or of A, and nil for any other script. No statement runs in the
// background, or makes a statement after && run if it fails.
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

// bare reports whether a statement has no negation, background operator or
// similar modifier.
func bare(s *syntax.Stmt) bool {
	return s.Cmd != nil && !s.Negated && !s.Background && !s.Coprocess && !s.Semicolon.IsValid()
}

// Simple returns the command of a statement that has no assignments and
// redirections, or nil. Statements must be passed in the order of the script;
// from is the index in s.Commands at which the search starts.
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

// Commented reports whether a script has shell comments, which end at the end
// of their line.
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
