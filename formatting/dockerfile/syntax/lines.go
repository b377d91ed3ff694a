package syntax

import (
	"strings"
	"unicode"
)

// A line is a line of a file with its place. Offsets are in bytes of the file.
type line struct {
	number int // 1-based
	start  int
	end    int // without its line end
	next   int // where the next one starts
}

// A reader reads the lines of a file.
type reader struct {
	src    string
	offset int
	number int // of the line read last
}

func (r *reader) next() (line, bool) {
	if r.offset >= len(r.src) {
		return line{}, false
	}
	r.number++
	l := line{number: r.number, start: r.offset}
	if i := strings.IndexByte(r.src[r.offset:], '\n'); i >= 0 {
		l.next = r.offset + i + 1
	} else {
		l.next = len(r.src)
	}
	l.end = l.start + len(strings.TrimRight(r.src[l.start:l.next], "\r\n"))
	r.offset = l.next
	return l, true
}

// leadingSpace returns the length of the whitespace at the start of a string.
func leadingSpace(s string) int { return len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace)) }

// continued returns the offset of the escape character of a line that continues
// in the next one, or -1. An escaped escape character continues nothing;
// BuildKit takes any two of them for that.
func continued(s string, escape byte) int {
	i := len(strings.TrimRight(s, " \t")) - 1
	if i < 0 || s[i] != escape || i > 0 && s[i-1] == escape {
		return -1
	}
	return i
}

// isSpace reports whether c separates words, according to the expression
// [\t\v\f\r ] of BuildKit.
func isSpace(c byte) bool {
	switch c {
	case ' ', '\t', '\v', '\f', '\r':
		return true
	}
	return false
}
