package shell

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// maxDepth bounds how deep what a script nests may be. Parser and printer are recursive, and a stack that overflows
// ends the process.
const maxDepth = 10_000

// unchecked is how many bytes are parsed without a look at the depth: no more than maxDepth levels fit in.
const unchecked = 8 << 10

// errDeep ends the parse of a script that is nested too deep.
var errDeep = errors.New("nested too deep")

// framesPerLevel is how many calls the parser has on the stack for one level, at most.
const framesPerLevel = 12

// A shallowReader gives a text to a parser as long as the parser's recursion is not too deep: it is called at every
// depth, and looks at the stack now and then.
type shallowReader struct {
	rest []byte
	due  int // bytes to give before the next look
	once bool
}

// Read gives up to a kilobyte, which is what the parser asks for. The error is errDeep, or io.EOF.
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

// nodesPerLevel is how many nodes of the tree one level of nesting has, at most: a statement, its command, a word of
// it, a part of that.
const nodesPerLevel = 5

// unwalked is how many bytes of text are taken for shallow without a look. The densest nesting there is has two nodes a
// byte, so that no more than maxDepth levels fit in.
const unwalked = maxDepth * nodesPerLevel / 2

// deep reports whether the tree of a text is deeper than a recursive printer should go. Chains of operators are: the
// parser makes of each the child of the next one, without recursion. Only what is long in the text is walked through.
func deep(file *syntax.File, src []byte) bool {
	if len(src) <= unwalked {
		return false
	}
	first, start := 0, 0 // the first of the statements that are looked at together, and where its text starts
	for i, stmt := range file.Stmts {
		at := int(stmt.Position.Offset())
		if !startsLine(src, at) {
			continue // what is below it may be a here-document of the one before
		}
		if at-start > unwalked && anyDeep(file.Stmts[first:i]) {
			return true
		}
		first, start = i, at
	}
	return len(src)-start > unwalked && anyDeep(file.Stmts[first:])
}

// startsLine reports whether there are only blanks before an offset in its line, and the line above does not go on in it.
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
