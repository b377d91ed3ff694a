package jsonnet

import (
	"bytes"

	"github.com/rules-autofix/rules_autofix/formatting/nesting"
)

// deep reports whether the syntax tree of src may be deeper than nesting.Max.
// The result for a text without valid tokens does not matter: the parser
// rejects it before it recurses.
func deep(src []byte) bool {
	if len(src) <= nesting.Free {
		return false
	}
	var d depth
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case c == '#' || bytes.HasPrefix(src[i:], []byte("//")):
			i = after(src, i, "\n")
		case bytes.HasPrefix(src[i:], []byte("/*")):
			i = after(src, i+2, "*/")
		case bytes.HasPrefix(src[i:], []byte("|||")):
			d.Term()
			i = afterBlock(src, i+3)
		case c == '"' || c == '\'':
			d.Term()
			i = afterString(src, i+1, c)
		case c == '@' && i+1 < len(src) && (src[i+1] == '"' || src[i+1] == '\''):
			d.Term()
			i = afterVerbatim(src, i+2, src[i+1])
		case c == '(' || c == '[' || c == '{':
			d.open(c)
			i++
		case c == ')' || c == ']' || c == '}':
			d.close()
			i++
		case c == ';':
			d.body()
			i++
		case c == ',':
			d.Next()
			i++
		case isWord(c):
			start := i
			for i < len(src) && isWord(src[i]) {
				i++
			}
			if word := string(src[start:i]); word == "local" || word == "assert" {
				d.open(';')
			} else {
				d.Term()
			}
		default: // an operator, or a part of one
			d.Term()
			i++
		}
		if d.Depth() > nesting.Max {
			return true
		}
	}
	return false
}

// A depth is the state of deep. The expressions before the semicolon of a local
// or an assert are taken for being in brackets, since those have commas of
// their own; the one after it is nested in it.
type depth struct {
	nesting.Counter
	opened []byte // of what: a bracket, or ; for a local or an assert
}

func (d *depth) open(by byte) {
	d.Open()
	d.opened = append(d.opened, by)
}

// body is the semicolon.
func (d *depth) body() {
	if last := len(d.opened) - 1; last >= 0 && d.opened[last] == ';' {
		d.opened = d.opened[:last]
		d.Close()
	}
}

// close closes a bracket, and the locals of an object in it, which have no
// semicolon.
func (d *depth) close() {
	for last := len(d.opened) - 1; last >= 0; last-- {
		by := d.opened[last]
		d.opened = d.opened[:last]
		d.Close()
		if by != ';' {
			return
		}
	}
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

// after returns the offset after the next occurrence of end, from i.
func after(src []byte, i int, end string) int {
	n := bytes.Index(src[i:], []byte(end))
	if n < 0 {
		return len(src)
	}
	return i + n + len(end)
}

func afterString(src []byte, i int, quote byte) int {
	for ; i < len(src); i++ {
		if src[i] == '\\' {
			i++
		} else if src[i] == quote {
			return i + 1
		}
	}
	return len(src)
}

// afterVerbatim returns the end of a string in which quotes are doubled.
func afterVerbatim(src []byte, i int, quote byte) int {
	for ; i < len(src); i++ {
		if src[i] != quote {
			continue
		}
		if i+1 == len(src) || src[i+1] != quote {
			return i + 1
		}
		i++
	}
	return len(src)
}

// afterBlock returns the end of a text block: the first line that is not indented
// like its first one.
func afterBlock(src []byte, i int) int {
	i = after(src, i, "\n")
	for i < len(src) && src[i] == '\n' {
		i++
	}
	indent := src[i : i+len(src[i:])-len(bytes.TrimLeft(src[i:], " \t"))]
	for i < len(src) && (src[i] == '\n' || len(indent) > 0 && bytes.HasPrefix(src[i:], indent)) {
		i = after(src, i, "\n")
	}
	for i < len(src) && (src[i] == ' ' || src[i] == '\t') {
		i++
	}
	return min(i+len("|||"), len(src))
}
