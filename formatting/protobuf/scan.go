package protobuf

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A kind of token: one of these, or the byte that the token consists of.
type kind int

const (
	word kind = 256 + iota // a name, keyword or number
	text                   // a string
	lineComment
	blockComment
	end
)

// A token of a file, or a comment.
type token struct {
	kind       kind
	start, end int // offsets
	lines      int // the line ends since the token before it
}

func (t token) text(src []byte) []byte { return src[t.start:t.end] }

// is reports whether the token is a word.
func (t token) is(src []byte, name string) bool {
	return t.kind == word && string(t.text(src)) == name
}

func (t token) comment() bool { return t.kind == lineComment || t.kind == blockComment }

// whitespace separates tokens, as line endings do.
const whitespace = " \t\r\v\f"

type scanner struct {
	path string
	src  []byte
	pos  int
}

// next returns the next token, or one of the kind end. The error is a
// *formatting.SyntaxError.
func (s *scanner) next() (token, error) {
	lines := 0
	for s.pos < len(s.src) && (s.src[s.pos] == '\n' || strings.IndexByte(whitespace, s.src[s.pos]) >= 0) {
		if s.src[s.pos] == '\n' {
			lines++
		}
		s.pos++
	}
	t := token{start: s.pos, lines: lines}
	if s.pos == len(s.src) {
		t.kind = end
		return t, nil
	}
	switch c := s.src[s.pos]; {
	case bytes.HasPrefix(s.src[s.pos:], []byte("//")):
		t.kind = lineComment
		s.lineComment()
	case bytes.HasPrefix(s.src[s.pos:], []byte("/*")):
		t.kind = blockComment
		n := bytes.Index(s.src[s.pos+2:], []byte("*/"))
		if n < 0 {
			return t, s.fail("this comment does not end")
		}
		s.pos += 2 + n + 2
	case c == '"' || c == '\'':
		t.kind = text
		if !s.quoted(c) {
			return t, s.fail("this string does not end")
		}
	case letter(c):
		t.kind = word
		for s.pos < len(s.src) && (letter(s.src[s.pos]) || digit(s.src[s.pos])) {
			s.pos++
		}
	case digit(c) || c == '.' && s.pos+1 < len(s.src) && digit(s.src[s.pos+1]):
		t.kind = word
		s.number()
	case strings.IndexByte(";,.:=(){}[]<>-+/", c) >= 0:
		t.kind = kind(c)
		s.pos++
	default:
		r, _ := utf8.DecodeRune(s.src[s.pos:])
		return t, s.fail(fmt.Sprintf("unexpected %q", r))
	}
	t.end = s.pos
	return t, nil
}

// lineComment advances to the end of the comment, before trailing whitespace.
func (s *scanner) lineComment() {
	rest, _, _ := bytes.Cut(s.src[s.pos:], []byte("\n"))
	s.pos += len(bytes.TrimRight(rest, whitespace))
}

// quoted advances past a string, which ends on its line.
func (s *scanner) quoted(quote byte) bool {
	for i := s.pos + 1; i < len(s.src) && s.src[i] != '\n'; i++ {
		switch s.src[i] {
		case '\\':
			if i++; i < len(s.src) && s.src[i] == '\n' {
				return false
			}
		case quote:
			s.pos = i + 1
			return true
		}
	}
	return false
}

// number advances past a number, which may have a sign in its exponent.
func (s *scanner) number() {
	hex := bytes.HasPrefix(s.src[s.pos:], []byte("0x")) || bytes.HasPrefix(s.src[s.pos:], []byte("0X"))
	for ; s.pos < len(s.src); s.pos++ {
		switch c := s.src[s.pos]; {
		case letter(c) || digit(c) || c == '.':
		case (c == '-' || c == '+') && !hex && (s.src[s.pos-1] == 'e' || s.src[s.pos-1] == 'E'):
		default:
			return
		}
	}
}

func (s *scanner) fail(msg string) error {
	return formatting.SyntaxErrorAt(s.path, s.src, s.pos, msg)
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

func digit(c byte) bool { return '0' <= c && c <= '9' }
