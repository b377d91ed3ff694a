package json

import (
	"bytes"
	"strings"
)

// maxDepth bounds the nesting of values. The parser and the printer are
// recursive, and a stack overflow ends the process. encoding/json has the same
// bound.
const maxDepth = 10_000

const whitespace = " \t\r\n"

// token returns the token at or after offset i, which is not within a token: a
// comment, a string, a punctuation mark, or a run of other bytes. At the end of
// src it is empty. It accepts any text, including one that does not parse.
func token(src []byte, i int) (start, end int) {
	for i < len(src) && strings.IndexByte(whitespace, src[i]) >= 0 {
		i++
	}
	if i == len(src) {
		return i, i
	}
	rest := src[i:]
	switch c := src[i]; {
	case c == '"':
		return i, i + stringLength(rest)
	case bytes.HasPrefix(rest, []byte("//")):
		if n := bytes.IndexByte(rest, '\n'); n >= 0 {
			return i, i + n
		}
		return i, len(src)
	case bytes.HasPrefix(rest, []byte("/*")):
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return i, i + n + 4
		}
		return i, len(src)
	case isPunctuation(c):
		return i, i + 1
	}
	n := 1
	for n < len(rest) && rest[n] != '"' && rest[n] != '/' && !isPunctuation(rest[n]) && strings.IndexByte(whitespace, rest[n]) < 0 {
		n++
	}
	return i, i + n
}

func isPunctuation(c byte) bool {
	return c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':'
}

// stringLength returns the length of the string at the start of src, including
// quotes, or the length of src if the string has no end.
func stringLength(src []byte) int {
	for i := 1; i < len(src); i++ {
		if src[i] == '\\' {
			i++
		} else if src[i] == '"' {
			return i + 1
		}
	}
	return len(src)
}

func isComment(token []byte) bool {
	return len(token) > 1 && token[0] == '/' && (token[1] == '/' || token[1] == '*')
}

// A finding is the result of survey. An offset is -1 if there is none.
type finding struct {
	depth         int // how deep brackets are nested
	comment       int // the offset of the first comment
	trailingComma int // the offset of the first comma before a closing bracket
}

func survey(src []byte) finding {
	f := finding{comment: -1, trailingComma: -1}
	open, comma := 0, -1
	for start, end := token(src, 0); start < end; start, end = token(src, end) {
		switch c := src[start]; {
		case isComment(src[start:end]):
			if f.comment < 0 {
				f.comment = start
			}
			continue
		case c == '{' || c == '[':
			open++
			f.depth = max(f.depth, open)
		case c == '}' || c == ']':
			open--
			if comma >= 0 && f.trailingComma < 0 {
				f.trailingComma = comma
			}
		}
		comma = -1
		if src[start] == ',' {
			comma = start
		}
	}
	return f
}

// A content is a file without whitespace and trailing commas.
type content struct {
	Tokens   string   // byte for byte, strings and numbers included
	Comments []string // in order, without the whitespace around each of their lines
}

// contentOf reads a text that parses. It shares no code with the parser and the
// printer, which it checks.
func contentOf(src []byte) content {
	var c content
	var tokens strings.Builder
	comma := false
	for start, end := token(src, 0); start < end; start, end = token(src, end) {
		t := src[start:end]
		if isComment(t) {
			lines := strings.Split(string(t), "\n")
			for i, line := range lines {
				lines[i] = strings.Trim(line, whitespace)
			}
			c.Comments = append(c.Comments, strings.Join(lines, "\n"))
			continue
		}
		if comma && t[0] != '}' && t[0] != ']' {
			tokens.WriteByte(',')
		}
		if comma = t[0] == ','; !comma {
			tokens.Write(t)
		}
	}
	c.Tokens = tokens.String()
	return c
}
