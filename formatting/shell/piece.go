package shell

import (
	"bytes"

	"mvdan.cc/sh/v3/syntax"
)

// A piece is a part of a script, of whole statements at the top and the comments above them, between blank lines.
type piece struct {
	text  []byte // without the blank lines around it
	line  int    // the number of its first line, from 1
	stmts []*syntax.Stmt
}

// pieces cuts a script of so many statements, as small as can be.
func pieces(src []byte, stmts []*syntax.Stmt) []piece {
	var all []piece
	line, from, first := 1, 0, 0
	add := func(to, next int) {
		text := bytes.TrimRight(src[from:to], blanks+"\n")
		start := len(text) - len(bytes.TrimLeft(text, blanks+"\n"))
		start = bytes.LastIndexByte(text[:start], '\n') + 1
		above := bytes.Count(text[:start], newline)
		all = append(all, piece{text: text[start:], line: line + above, stmts: stmts[first:next]})
		line += bytes.Count(src[from:to], newline)
		from, first = to, next
	}
	for i, stmt := range stmts {
		if start, ok := belowBlankLine(src, startOf(stmt)); ok && i > 0 {
			add(start, i)
		}
	}
	add(len(src), len(stmts))
	return all
}

// startOf returns the offset of the comments above a statement, or of the statement.
func startOf(stmt *syntax.Stmt) int {
	start := stmt.Position
	if len(stmt.Comments) > 0 && start.After(stmt.Comments[0].Hash) {
		start = stmt.Comments[0].Hash
	}
	return int(start.Offset())
}

// belowBlankLine returns the start of the line of an offset. It is ok where there are only blanks before it, and the line above
// is blank and not the rest of the one above that.
func belowBlankLine(src []byte, at int) (start int, ok bool) {
	start = bytes.LastIndexByte(src[:at], '\n') + 1
	if start == 0 || len(bytes.Trim(src[start:at], blanks)) > 0 {
		return 0, false
	}
	above := bytes.TrimRight(src[:start-1], blanks)
	return start, len(above) == 0 || bytes.HasSuffix(above, newline) && !bytes.HasSuffix(above, []byte("\\\n"))
}

// find returns the first place in a formatted script, after an offset and below a blank line, where the first line of
// the piece is, or -1. It takes what it searches from left.
func (p *piece) find(once []byte, from int, left *int) int {
	first, _, _ := bytes.Cut(p.text, newline)
	line := append([]byte("\n\n"), bytes.Trim(first, blanks)...)
	found := bytes.Index(once[from:], append(line, '\n'))
	if found < 0 {
		*left -= len(once) - from
		return -1
	}
	*left -= found
	return from + found + 2
}

// lengthIn returns the length of the piece at the beginning of a formatted text, with the blank line below it, or -1 where it
// is not there: each line must be as it was, but for blanks around it that mean nothing, and several blank lines may be
// one. The last piece goes to the end of the text.
func (p *piece) lengthIn(once []byte, last bool) int {
	at, line, rest := 0, 0, p.text
	var above []byte
	var inside []bool
	for len(rest) > 0 {
		was, below, _ := bytes.Cut(rest, newline)
		is, _, ended := bytes.Cut(once[at:], newline)
		if !ended {
			return -1
		}
		if several := len(is) == 0 && isBlank(below); several || !bytes.Equal(was, is) {
			if inside == nil {
				inside = p.insideWords()
			}
			switch {
			case len(is) > 0 || inside[line]:
				if !sameMeaning(above, was, is, inside[line], inside[line+1]) {
					return -1
				}
			case len(trimmed(was)) > 0 || bytes.HasSuffix(above, backslash):
				return -1
			default:
				for isBlank(below) {
					_, below, _ = bytes.Cut(below, newline)
					line++
				}
			}
		}
		at += len(is) + 1
		above, rest = was, below
		line++
	}
	switch {
	case len(above) == 0 || bytes.HasSuffix(above, backslash):
		return -1
	case last && at == len(once):
		return at
	case !last && at < len(once) && once[at] == '\n':
		return at + 1
	}
	return -1
}

// sameMeaning reports whether a line can become another one without a change of the tree. Above is the line before it, as it
// was; the line starts and ends in a word or outside.
func sameMeaning(above, was, is []byte, startsInside, endsInside bool) bool {
	text := trimmed(was)
	if !bytes.Equal(text, trimmed(is)) {
		return false
	}
	before, after := bytes.Index(was, text), bytes.Index(is, text)
	if !bytes.Equal(was[:before], is[:after]) && (startsInside || !separates(above)) {
		return false
	}
	return bytes.Equal(was[before:], is[after:]) || !endsInside && len(text) > 0 && !bytes.HasSuffix(text, backslash)
}

// separates reports whether what follows a line, wherever in its line it starts, is another word than the line's last one.
func separates(line []byte) bool {
	text, goesOn := bytes.CutSuffix(trimmed(line), backslash)
	return !bytes.HasSuffix(line, backslash) || goesOn && len(trimmed(text)) > 0 && len(trimmed(text)) < len(text)
}

// insideWords returns of each line of the piece, and of the one below it, whether it starts in a word, or in something else in
// which blanks mean something. That it does may be wrong.
func (p *piece) insideWords() []bool {
	inside := make([]bool, bytes.Count(p.text, newline)+2)
	mark := func(first, last uint) {
		for line := max(int(first), p.line); line <= int(last) && line < p.line+len(inside); line++ {
			inside[line-p.line] = true
		}
	}
	// A here-document is beyond the end of the nodes that it is in.
	documents := bytes.Contains(p.text, []byte("<<"))
	for _, stmt := range p.stmts {
		syntax.Walk(stmt, func(node syntax.Node) bool {
			if node == nil {
				return false
			}
			switch n := node.(type) {
			case *syntax.Comment:
				return false
			case *syntax.Redirect:
				switch {
				case n.Op != syntax.Hdoc && n.Op != syntax.DashHdoc:
				case n.Hdoc == nil:
					mark(0, uint(p.line+len(inside)))
				default:
					mark(n.OpPos.Line()+1, n.Hdoc.End().Line()) // which is the line of the word that ends it
				}
			}
			first, last := node.Pos().Line(), node.End().Line()
			if first == last {
				return documents
			}
			switch node.(type) {
			case *syntax.Stmt, *syntax.CallExpr, *syntax.Assign, *syntax.ArrayExpr, *syntax.ArrayElem, *syntax.Redirect,
				*syntax.Block, *syntax.Subshell, *syntax.IfClause, *syntax.WhileClause, *syntax.ForClause, *syntax.WordIter,
				*syntax.BinaryCmd, *syntax.FuncDecl, *syntax.CaseClause, *syntax.CaseItem, *syntax.DeclClause,
				*syntax.TimeClause, *syntax.CoprocClause, *syntax.TestDecl:
				return true
			}
			mark(first+1, last)
			return documents
		})
	}
	return inside
}

var newline, backslash = []byte("\n"), []byte("\\")

const blanks = " \t"

func trimmed(line []byte) []byte { return bytes.Trim(line, blanks) }

// isBlank reports whether the first line of a text is one of blanks, and ended.
func isBlank(text []byte) bool {
	text = bytes.TrimLeft(text, blanks)
	return len(text) > 0 && text[0] == '\n'
}
