package yaml

import "bytes"

// The functions of this file return the end of a token. They take text that the
// parser has accepted and an offset within it.

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// isFlow reports whether c separates or encloses the contents of a flow
// collection.
func isFlow(c byte) bool {
	return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'
}

// endsWord reports whether there is whitespace, a line end or the end of the
// text at i.
func endsWord(src []byte, i int) bool {
	return i >= len(src) || isSpace(src[i]) || src[i] == '\n'
}

func skipWhitespace(src []byte, i int) int {
	for i < len(src) && isSpace(src[i]) {
		i++
	}
	return i
}

func skipSpaces(src []byte, i int) int {
	for i < len(src) && src[i] == ' ' {
		i++
	}
	return i
}

// lineEnd returns the end of the line, before its line end.
func lineEnd(src []byte, i int) int {
	if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(src)
}

// marker reports whether a line that starts at i starts or ends a document.
func marker(src []byte, i int) bool {
	return (bytes.HasPrefix(src[i:], []byte("---")) || bytes.HasPrefix(src[i:], []byte("..."))) && endsWord(src, i+3)
}

// quotedEnd returns the end of the scalar whose opening quote is at i, after
// the closing quote.
func quotedEnd(src []byte, i int) int {
	quote := src[i]
	for i++; i < len(src); i++ {
		switch {
		case src[i] == '\\' && quote == '"':
			i++
		case src[i] != quote:
		case quote == '\'' && i+1 < len(src) && src[i+1] == '\'':
			i++
		default:
			return i + 1
		}
	}
	return len(src)
}

// plainEnd returns the end of the plain scalar at i on its line, before
// trailing whitespace.
func plainEnd(src []byte, i int, flow bool) int {
	end := i
	for i < len(src) && src[i] != '\n' {
		switch c := src[i]; {
		case isSpace(c):
			i++
			continue
		case c == '#' && i > 0 && isSpace(src[i-1]):
			return end
		case c == ':' && (endsWord(src, i+1) || flow && (src[i+1] == ',' || src[i+1] == ']' || src[i+1] == '}')):
			return end
		case flow && isFlow(c):
			return end
		}
		i++
		end = i
	}
	return end
}

// propertyEnd returns the end of the anchor, alias or tag at i.
func propertyEnd(src []byte, i int, flow bool) int {
	start := i
	if bytes.HasPrefix(src[i:], []byte("!<")) {
		if n := bytes.IndexByte(src[i:lineEnd(src, i)], '>'); n >= 0 {
			return i + n + 1
		}
	}
	for !endsWord(src, i) && !(isFlow(src[i]) && (flow || src[start] != '!')) {
		i++
	}
	for src[start] != '!' && i > start+1 && src[i-1] == ':' { // belongs to the mapping
		i--
	}
	return i
}
