package lint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"mvdan.cc/sh/v3/syntax"
)

// Append returns the edits that make the script run a command after all others,
// if these succeed. The command follows the layout of those before it: it comes
// after `&&`, or after `;` in a script that begins with `set -e`, and on a line
// of its own if they are on lines of their own. Append returns nil if there is
// no place for the command: in exec form, after a here-document, after a
// command in the background, and after a command that never returns.
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
	if s.Source[end-1] == '\n' { // the script ends in a line continuation
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

// joint returns the separator for a further command after the commands that end
// at an offset, in the layout of an existing operator at op and the command at
// next after it.
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

// and returns an && after the command between two offsets: on a line of its own
// if the command spans several lines, indented like the last of them.
func (s *Script) and(start, end int) string {
	span := s.Span(start, end)
	if escape := s.escape(start); escape != "" && strings.Contains(s.file.Source[span.Start:span.End], "\n") {
		return escape + s.newLine(start) + s.indent(end-1) + "&& "
	}
	return " && "
}

// escape returns the line continuation for the line of an offset, or "" in a
// here-document.
func (s *Script) escape(at int) string {
	if s.body > 0 && at >= s.words {
		return ""
	}
	return " " + string(s.file.Escape)
}

// startsLine reports whether the byte at an offset is the first of its line,
// other than the first line of the instruction.
func (s *Script) startsLine(at int) bool {
	pos := s.Span(at, at+1).Start
	start := strings.LastIndexByte(s.file.Source[:pos], '\n') + 1
	return start > s.Ins.Start && strings.TrimSpace(s.file.Source[start:pos]) == ""
}

// indent returns the whitespace at the start of the line of an offset.
func (s *Script) indent(at int) string {
	pos := s.Span(at, at+1).Start
	line := s.file.Source[strings.LastIndexByte(s.file.Source[:pos], '\n')+1 : pos]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

func (s *Script) newLine(at int) string { return s.file.LineEnd(s.Span(at, at+1).Start) }

// endless reports whether nothing can be added after a statement: a
// here-document starts on its line, it ends the shell, or it has an A+= without
// a value, whose end the parser does not know.
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
