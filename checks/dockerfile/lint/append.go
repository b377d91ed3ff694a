package lint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"mvdan.cc/sh/v3/syntax"
)

// Append returns the edits that have the script run a command after all others, if these succeed. It is laid out as the
// commands before it are: behind `&&`, or behind `;` in a script that `set -e` begins, and on a line of its own where they
// are. It returns nil where that has no place: in exec form, behind a here-document or a command in the background, and
// after what never returns.
func (s *Script) Append(command string) []fixedits.Edit {
	if s.Tree == nil || len(s.Tree.Stmts) == 0 {
		return nil
	}
	stmts := s.Tree.Stmts
	last := stmts[len(stmts)-1]
	if last.Cmd == nil || last.Background || last.Coprocess || endless(last) {
		return nil
	}
	end := int(last.Cmd.End().Offset())
	for _, r := range last.Redirs {
		end = max(end, int(r.End().Offset()))
	}
	if s.Source[end-1] == '\n' { // the script ends in an escaped line end
		return nil
	}
	if chain, ok := last.Cmd.(*syntax.BinaryCmd); ok && chain.Op == syntax.AndStmt {
		return s.Insert(end, s.joint(int(chain.OpPos.Offset()), int(chain.Y.Pos().Offset()), end, "&&")+command)
	} else if first := s.Simple(stmts[0], new(int)); ok || len(stmts) == 1 || first == nil || !first.sets("errexit", "e") {
		return s.Insert(end, s.and(int(last.Pos().Offset()), end)+command)
	}
	before := stmts[len(stmts)-2]
	if before.Semicolon.IsValid() {
		return s.Insert(end, s.joint(int(before.Semicolon.Offset()), int(last.Pos().Offset()), end, ";")+command)
	}
	return s.Insert(end, s.newLine(end)+s.indent(int(last.Pos().Offset()))+command)
}

// joint returns what divides a further command from those before it, which end at an offset, as an operator at another and
// the command behind it do.
func (s *Script) joint(op, next, end int, operator string) string {
	at, then := s.Span(op, op+len(operator)), s.Span(next, next+1)
	source := s.file.Source
	escape := s.escape(op)
	begins := s.indent(op)
	switch {
	case strings.Contains(source[at.End:then.Start], "\n"):
		if operator == "&&" {
			operator = " &&"
		}
		return operator + escape + s.newLine(op) + s.indent(next)
	case strings.TrimSpace(begins) == "" && s.startsLine(op):
		return escape + s.newLine(op) + begins + operator + source[at.End:then.Start]
	case operator == ";":
		return "; "
	}
	return s.and(op, end)
}

// and returns an && behind a command that starts and ends at two offsets: on a line of its own where the command is on
// several, indented as the last of them.
func (s *Script) and(start, end int) string {
	span := s.Span(start, end)
	if escape := s.escape(start); escape != "" && strings.Contains(s.file.Source[span.Start:span.End], "\n") {
		return escape + s.newLine(start) + s.indent(end-1) + "&& "
	}
	return " && "
}

// escape returns what ends a line at an offset that the script goes on behind; nothing in a here-document.
func (s *Script) escape(at int) string {
	if s.body > 0 && at >= s.words {
		return ""
	}
	return " " + string(s.file.Escape)
}

// startsLine reports whether what is at an offset is the first of its line, which is not the instruction's first.
func (s *Script) startsLine(at int) bool {
	pos := s.Span(at, at+1).Start
	start := strings.LastIndexByte(s.file.Source[:pos], '\n') + 1
	return start > s.Ins.Start && strings.TrimSpace(s.file.Source[start:pos]) == ""
}

// indent returns the blanks that the line of an offset begins with.
func (s *Script) indent(at int) string {
	pos := s.Span(at, at+1).Start
	line := s.file.Source[strings.LastIndexByte(s.file.Source[:pos], '\n')+1 : pos]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

func (s *Script) newLine(at int) string { return s.file.LineEnd(s.Span(at, at+1).Start) }

// endless reports whether nothing can be put behind a statement: a here-document begins on its line, it ends the shell, or it
// has an A+= without a value, of which the parser does not know the end.
func endless(stmt *syntax.Stmt) bool {
	found := false
	syntax.Walk(stmt, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.Redirect:
			found = found || node.Hdoc != nil
		case *syntax.Assign:
			found = found || node.Append && node.Value == nil && node.Array == nil
		}
		return !found
	})
	for chain, ok := stmt.Cmd.(*syntax.BinaryCmd); ok && chain.Op == syntax.AndStmt; chain, ok = stmt.Cmd.(*syntax.BinaryCmd) {
		stmt = chain.Y
	}
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if found || !ok || len(call.Args) == 0 {
		return found
	}
	name := call.Args[0].Lit()
	return name == "exit" || name == "exec" && len(call.Args) > 1
}
