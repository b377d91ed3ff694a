package shell

import (
	"bytes"

	"mvdan.cc/sh/v3/syntax"
)

// maxBlankLines is the maximum number of blank lines between pieces.
const maxBlankLines = 2

// indented returns a script as kept does, with the configured indentation.
//
// A piece between two blank lines at the top level is printed as shfmt prints
// it if that changes nothing but the ends of its lines and blank lines, and
// moves no continuation line of a statement relative to the statement's first
// line. If that is not so and the piece has another indentation, all pieces
// keep theirs: the script would end up with both.
func (l *language) indented(t *tools, path string, src []byte, file *syntax.File) ([]byte, error) {
	whole := l.styleOf(src, file)
	dialect := l.dialectFor(path, src)
	if l.keep.Indent && unitOf(src, file) == "" {
		return l.kept(t, path, src, file)
	}
	var out []byte
	below := 0 // the number of the line after the last piece
	for p := range pieces(src, file.Stmts) {
		text := p.text
		if len(text) == 0 {
			continue
		}
		if printed := l.printedPiece(t, p, dialect, whole); printed != nil {
			text = bytes.TrimRight(printed, "\n")
		} else if unit := unitOf(src, &syntax.File{Stmts: p.stmts}); unit != "" && unit != whole.unit() {
			return l.kept(t, path, src, file)
		}
		if bytes.HasSuffix(text, backslash) {
			return src, nil // the whitespace or line ending after it has a meaning
		}
		if len(out) > 0 {
			out = append(out, "\n\n"[:min(p.line-below, maxBlankLines)]...)
		}
		below = p.line + bytes.Count(p.text, newline) + 1
		out = append(append(out, text...), '\n')
	}
	if len(out) == 0 {
		return l.text(t, file, whole)
	}
	again, err := l.parse(t, path, out)
	if err != nil {
		return out, nil // the guard reports it
	}
	return l.kept(t, path, out, again)
}

// printedPiece returns a piece as shfmt prints it, in the style of most of its
// places, or nil if that has other lines.
func (l *language) printedPiece(t *tools, p piece, dialect syntax.LangVariant, whole style) []byte {
	text := append(p.text[:len(p.text):len(p.text)], '\n')
	file, err := tree(t.parser, text, dialect)
	if err != nil || len(file.Stmts) != len(p.stmts) {
		return nil
	}
	s := l.styleOf(text, file)
	s.caseIndent, s.indent = whole.caseIndent, whole.indent
	printed, err := l.text(t, file, s)
	if err != nil || !sameLines(text, printed, file) {
		return nil
	}
	return t.withDocuments(text, printed, file)
}

// withDocuments returns a printed text with the here-documents of the original,
// which has the same lines except for blank ones outside of here-documents.
func (t *tools) withDocuments(text, printed []byte, file *syntax.File) []byte {
	s := t.sheetOf(text, file)
	after := linesOf(printed)
	lines := bytes.Split(printed, newline)
	for i, before := range linesOf(text) {
		if s.lines[before.number-1].document {
			lines[after[i].number-1] = before.text
		}
	}
	return bytes.Join(lines, newline)
}

// sameLines reports whether a printed text has the lines of the original,
// except for indentation, trailing whitespace and blank lines.
func sameLines(text, printed []byte, file *syntax.File) bool {
	before, after := linesOf(text), linesOf(printed)
	if len(before) != len(after) {
		return false
	}
	now := make(map[int][]byte) // the printed lines by their original numbers
	for i := range before {
		if !bytes.Equal(trimmed(before[i].text), trimmed(after[i].text)) {
			return false
		}
		now[before[i].number] = after[i].text
	}
	was := bytes.Split(text, newline)
	stays := true
	eachContinuation(file, func(first, line int) {
		inner, ok := bytes.CutPrefix(margin(was[line-1]), margin(was[first-1]))
		moved, still := bytes.CutPrefix(margin(now[line]), margin(now[first]))
		if ok != still || !bytes.Equal(inner, moved) {
			stays = false
		}
	})
	return stays
}

// A numberedLine is a line that is not blank.
type numberedLine struct {
	text   []byte
	number int // from 1
}

func linesOf(text []byte) []numberedLine {
	var all []numberedLine
	for i, line := range bytes.Split(text, newline) {
		if len(trimmed(line)) > 0 {
			all = append(all, numberedLine{line, i + 1})
		}
	}
	return all
}

// margin returns the leading whitespace of a line.
func margin(line []byte) []byte {
	n := 0
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	return line[:n]
}

// eachContinuation calls f for each line with a word or a part of a statement
// that starts on an earlier line.
func eachContinuation(file *syntax.File, f func(first, line int)) {
	visit := func(start, at syntax.Pos) {
		if at.Line() > start.Line() {
			f(int(start.Line()), int(at.Line()))
		}
	}
	syntax.Walk(file, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.BinaryCmd:
			visit(n.Pos(), n.OpPos)
			visit(n.Pos(), n.Y.Pos())
		case *syntax.CallExpr:
			for _, arg := range n.Args {
				visit(n.Pos(), arg.Pos())
			}
		case *syntax.DeclClause:
			for _, arg := range n.Args {
				visit(n.Pos(), arg.Pos())
			}
		case *syntax.ArrayExpr:
			for _, e := range n.Elems {
				visit(n.Lparen, e.Pos())
			}
		}
		return true
	})
}
