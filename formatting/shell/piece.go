package shell

import (
	"bytes"
	"iter"

	"mvdan.cc/sh/v3/syntax"
)

// A piece is a part of a script between blank lines. It has whole top-level
// statements and the comments above them.
type piece struct {
	text  []byte // without the blank lines around it
	line  int    // the number of its first line, from 1
	stmts []*syntax.Stmt
}

// pieces yields the smallest pieces of a script with the given statements.
func pieces(src []byte, stmts []*syntax.Stmt) iter.Seq[piece] {
	return func(yield func(piece) bool) {
		line, from, first := 1, 0, 0
		add := func(to, next int) bool {
			text := bytes.TrimRight(src[from:to], whitespace+"\n")
			start := len(text) - len(bytes.TrimLeft(text, whitespace+"\n"))
			start = bytes.LastIndexByte(text[:start], '\n') + 1
			p := piece{text: text[start:], line: line + bytes.Count(text[:start], newline), stmts: stmts[first:next]}
			line += bytes.Count(src[from:to], newline)
			from, first = to, next
			return yield(p)
		}
		for i, stmt := range stmts {
			if start, ok := belowBlankLine(src, startOf(stmt)); ok && i > 0 && !add(start, i) {
				return
			}
		}
		add(len(src), len(stmts))
	}
}

// startOf returns the offset of a statement, including the comments above it.
func startOf(stmt *syntax.Stmt) int {
	start := stmt.Position
	if len(stmt.Comments) > 0 && start.After(stmt.Comments[0].Hash) {
		start = stmt.Comments[0].Hash
	}
	return int(start.Offset())
}

// belowBlankLine returns the start of the line of an offset. Ok means that only
// whitespace precedes the offset, and that the line above is blank and not a
// continuation.
func belowBlankLine(src []byte, at int) (start int, ok bool) {
	start = bytes.LastIndexByte(src[:at], '\n') + 1
	if start == 0 || len(bytes.Trim(src[start:at], whitespace)) > 0 {
		return 0, false
	}
	above := bytes.TrimRight(src[:start-1], whitespace)
	return start, len(above) == 0 || bytes.HasSuffix(above, newline) && !bytes.HasSuffix(above, []byte("\\\n"))
}

const whitespace = " \t"

var newline, backslash = []byte("\n"), []byte("\\")

func trimmed(line []byte) []byte { return bytes.Trim(line, whitespace) }
