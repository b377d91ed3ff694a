// Package tokens splits texts of programming languages into tokens, without
// their parsers: any text has tokens.
package tokens

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// A Language is one whose texts have tokens.
type Language string

// The languages.
const (
	Go         Language = "go"
	Python     Language = "python"
	JavaScript Language = "javascript" // and TypeScript
	Starlark   Language = "starlark"
)

// A Kind is the kind of a token.
type Kind int

// The kinds of tokens.
const (
	Word Kind = iota // a name or a keyword
	Number
	String
	Template // a string that code is part of, such as `${x}` or f"{x}"
	Pattern  // a regular expression
	Comment
	Mark // an operator or a bracket
)

// A Token is a piece of a text that is neither space nor a newline.
type Token struct {
	Kind       Kind
	Start, End int  // bytes: text[Start:End]
	Line       int  // of Start, from 1
	Column     int  // of Start, in bytes from 0; a tab counts as 8 columns
	Depth      int  // brackets that are open before it; a closing one has its opener's
	First      bool // whether it is the first of its line
}

// Text returns the text of a token.
func (t *Token) Text(text []byte) string { return string(text[t.Start:t.End]) }

// Scan returns the tokens of a text, with comments. They do not overlap, and
// are in the order of the text. Any text has tokens: a string that does not end
// is a mark and the tokens after it. Texts of other languages have none.
func Scan(language Language, text []byte) []Token {
	s := scanner{language: language, text: text, line: 1, first: true}
	switch language {
	case Go:
		s.goTokens()
	case Python, Starlark, JavaScript:
		for s.at < len(text) {
			s.next()
		}
	}
	return s.tokens
}

// marks are the operators of more than one byte, the longest first.
var marks = []string{
	">>>=", "===", "!==", "**=", "//=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "...",
	"==", "!=", "<=", ">=", "&&", "||", "??", "?.", "=>", "->", ":=", "++", "--", "+=", "-=", "*=", "/=", "%=",
	"&=", "|=", "^=", "<<", ">>", "**", "//",
}

type scanner struct {
	language Language
	text     []byte
	tokens   []Token
	at       int
	line     int
	column   int
	depth    int
	first    bool
	lost     int // bytes that were searched without a result
}

func (s *scanner) next() {
	switch c := s.text[s.at]; {
	case c == '\n':
		s.at, s.line, s.column, s.first = s.at+1, s.line+1, 0, true
		return
	case c == '\t':
		s.at, s.column = s.at+1, s.column+8-s.column%8
		return
	case c == ' ' || c == '\r' || c == '\f' || c == '\v':
		s.at, s.column = s.at+1, s.column+1
		return
	}
	if n := s.comment(s.text[s.at:]); n > 0 {
		s.emit(Comment, n)
		return
	}
	if s.string() {
		return
	}
	if n := wordLength(s.text[s.at:]); n > 0 {
		kind := Word
		if c := s.text[s.at]; '0' <= c && c <= '9' {
			kind, n = Number, numberLength(s.text[s.at:])
		}
		s.emit(kind, n)
		return
	}
	s.mark()
}

// maxLost bounds the bytes that are searched for the ends of strings without a
// result, so that a text of only openings takes linear time.
const maxLost = 64 << 20

// string emits a string that starts here, if there is one that ends.
func (s *scanner) string() bool {
	if s.lost > maxLost {
		return false
	}
	rest := s.text[s.at:]
	switch kind, n := s.quoted(rest); {
	case n > 0:
		s.emit(kind, n)
		return true
	case n == endless:
		s.lost += len(rest)
	case n == endlessLine:
		s.lost += lineLength(rest)
	}
	return false
}

// mark emits an operator or a bracket.
func (s *scanner) mark() {
	rest := s.text[s.at:]
	for _, m := range marks {
		if m[0] != rest[0] || m == "//" && s.language == JavaScript {
			continue
		}
		if len(rest) >= len(m) && string(rest[:len(m)]) == m {
			s.emit(Mark, len(m))
			return
		}
	}
	switch rest[0] {
	case '(', '[', '{':
		s.emit(Mark, 1)
		s.depth++
	case ')', ']', '}':
		s.depth = max(0, s.depth-1)
		s.emit(Mark, 1)
	default:
		_, n := utf8.DecodeRune(rest)
		s.emit(Mark, n)
	}
}

// emit appends a token of n bytes.
func (s *scanner) emit(kind Kind, n int) {
	s.tokens = append(s.tokens, Token{kind, s.at, s.at + n, s.line, s.column, s.depth, s.first})
	token := s.text[s.at : s.at+n]
	s.at, s.first = s.at+n, false
	if i := bytes.LastIndexByte(token, '\n'); i >= 0 {
		s.line += bytes.Count(token, []byte{'\n'})
		s.column = 0
		token = token[i+1:]
	}
	s.column += len(token)
}

// comment returns the length of a comment at the start of a text, or 0.
func (s *scanner) comment(rest []byte) int {
	switch {
	case s.language != JavaScript:
		if rest[0] == '#' {
			return lineLength(rest)
		}
	case bytes.HasPrefix(rest, []byte("//")):
		return lineLength(rest)
	case bytes.HasPrefix(rest, []byte("/*")):
		if i := bytes.Index(rest[2:], []byte("*/")); i >= 0 {
			return i + 4
		}
		return len(rest)
	}
	return 0
}

// lineLength is up to the newline, without it.
func lineLength(rest []byte) int {
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		return i
	}
	return len(rest)
}

func wordLength(rest []byte) int {
	for i := 0; i < len(rest); {
		r, n := utf8.DecodeRune(rest[i:])
		if r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return i
		}
		i += n
	}
	return len(rest)
}

// numberLength counts a point too, and the sign of an exponent.
func numberLength(rest []byte) int {
	hex := len(rest) > 1 && rest[0] == '0' && rest[1]|0x20 == 'x'
	i := 0
	for i < len(rest) {
		n := wordLength(rest[i:])
		i += n
		switch {
		case i+1 < len(rest) && rest[i] == '.' && '0' <= rest[i+1] && rest[i+1] <= '9':
			i++
		case i+1 < len(rest) && n > 0 && !hex && rest[i-1]|0x20 == 'e' && (rest[i] == '-' || rest[i] == '+') &&
			'0' <= rest[i+1] && rest[i+1] <= '9':
			i++
		default:
			return i
		}
	}
	return i
}
