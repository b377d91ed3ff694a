package shell

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// maxDepth limits the nesting depth of a script. Parser and printer are
// recursive, and a stack overflow ends the process.
const maxDepth = 10_000

// unchecked is the number of bytes that are parsed between checks of the depth.
// At most maxDepth levels fit in it.
const unchecked = 8 << 10

// errDeep ends the parse of a script that is nested too deeply.
var errDeep = errors.New("nested too deeply")

// framesPerLevel is the maximum number of stack frames of the parser per level.
const framesPerLevel = 12

// A shallowReader supplies a text to a parser until the parser's recursion is
// too deep. The parser calls it at every depth, and it checks the stack at
// intervals.
type shallowReader struct {
	rest []byte
	due  int // bytes to supply before the next check
	once bool
}

// Read supplies up to a kilobyte, the size of the parser's buffer. The error is
// errDeep or io.EOF.
func (r *shallowReader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		return 0, io.EOF
	}
	if r.due <= 0 {
		var caller [1]uintptr
		if r.once && runtime.Callers(maxDepth*framesPerLevel, caller[:]) > 0 {
			return 0, errDeep
		}
		r.once, r.due = true, unchecked
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	r.due -= n
	return n, nil
}

// nodesPerLevel is the maximum number of tree nodes per level of nesting: a
// statement, its command, a word of it, a part of that.
const nodesPerLevel = 5

// unwalked is the size in bytes up to which a text is not checked. The densest
// nesting has two nodes per byte, so at most maxDepth levels fit in it.
const unwalked = maxDepth * nodesPerLevel / 2

// deep reports whether the tree of a text is too deep for a recursive printer.
// A chain of operators can be, because the parser nests each operator in the
// next one without recursion. Only long parts of the text are walked.
func deep(file *syntax.File, src []byte) bool {
	if len(src) <= unwalked {
		return false
	}
	first, start := 0, 0 // the first statement of the current part, and the offset of its text
	for i, stmt := range file.Stmts {
		at := int(stmt.Position.Offset())
		if !startsLine(src, at) {
			continue // a here-document of the statement before it may follow
		}
		if at-start > unwalked && anyDeep(file.Stmts[first:i]) {
			return true
		}
		first, start = i, at
	}
	return len(src)-start > unwalked && anyDeep(file.Stmts[first:])
}

// startsLine reports whether only whitespace precedes an offset on its line,
// and the line above does not continue on it.
func startsLine(src []byte, at int) bool {
	above := bytes.TrimRight(src[:at], " \t")
	return len(above) == 0 || bytes.HasSuffix(above, []byte("\n")) && !bytes.HasSuffix(above, []byte("\\\n"))
}

// anyDeep reports whether the tree of one of the statements is too deep.
func anyDeep(stmts []*syntax.Stmt) bool {
	return slices.ContainsFunc(stmts, func(stmt *syntax.Stmt) bool {
		depth, found := 0, false
		syntax.Walk(stmt, func(node syntax.Node) bool {
			if node == nil {
				depth--
				return true
			}
			if found || depth > maxDepth*nodesPerLevel {
				found = true
				return false
			}
			depth++
			return true
		})
		return found
	})
}
