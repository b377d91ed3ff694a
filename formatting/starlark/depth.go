package starlark

import "github.com/rules-autofix/rules_autofix/formatting/nesting"

// deep reports whether the syntax tree of src may be deeper than nesting.Max.
// It reads src once.
func deep(src []byte) bool {
	var d depth
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '\n':
			i = d.line(src, i+1)
		case c == '#':
			i = skipComment(src, i)
		case c == '"' || c == '\'':
			i = skipString(src, i)
		case c == '\\' && i+1 < len(src): // continues the line
			i += 2
		case c == '(' || c == '[' || c == '{':
			d.Open()
			i++
		case c == ')' || c == ']' || c == '}':
			d.Close()
			i++
		case c == ',' || c == ';':
			d.Next()
			i++
		case isIdent(c):
			d.Term()
			for i < len(src) && isIdent(src[i]) {
				i++
			}
		case c == ' ' || c == '\t' || c == '\r':
			i++
		default: // an operator, or a part of one
			d.Term()
			i++
		}
		if d.Depth()+d.indent+d.branches > nesting.Max {
			return true
		}
	}
	return false
}

// A depth is the state of deep. Expressions end with commas, and with the line.
type depth struct {
	nesting.Counter
	indent   int // of the current line: no fewer than there are open blocks
	branches int // elif since the last statement that is not indented: each is within the one before
}

// line begins the line at i and returns where its text starts. Within brackets
// it is only whitespace.
func (d *depth) line(src []byte, i int) int {
	if d.Brackets() > 0 {
		return i
	}
	d.Next()
	start := i
	for i < len(src) && (src[i] == ' ' || src[i] == '\t') {
		i++
	}
	d.indent = i - start
	switch word := src[i:min(i+4, len(src))]; {
	case len(word) == 0 || word[0] == '\n' || word[0] == '\r' || word[0] == '#' || string(word) == "else":
	case string(word) == "elif":
		d.branches++
	case d.indent == 0:
		d.branches = 0
	}
	return i
}

func isIdent(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

func skipComment(src []byte, i int) int {
	for i < len(src) && src[i] != '\n' {
		i++
	}
	return i
}

// skipString returns the end of the string that starts at i: after its quotes, or
// at a line end that it must not contain.
func skipString(src []byte, i int) int {
	quote := src[i]
	if i+2 < len(src) && src[i+1] == quote && src[i+2] == quote {
		for i += 3; i+2 < len(src); i++ {
			if src[i] == '\\' {
				i++
			} else if src[i] == quote && src[i+1] == quote && src[i+2] == quote {
				return i + 3
			}
		}
		return len(src)
	}
	for i++; i < len(src) && src[i] != '\n'; i++ {
		if src[i] == '\\' {
			i++
		} else if src[i] == quote {
			return i + 1
		}
	}
	return min(i, len(src))
}
