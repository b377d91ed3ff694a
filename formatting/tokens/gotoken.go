package tokens

import (
	"bytes"
	goscanner "go/scanner"
	"go/token"
	"unicode/utf8"
)

// goTokens reads Go by its own scanner. Semicolons that it adds are none.
func (s *scanner) goTokens() {
	var lexer goscanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(s.text))
	lexer.Init(file, s.text, func(token.Position, string) {}, goscanner.ScanComments)
	for {
		pos, tok, literal := lexer.Scan()
		if tok == token.EOF {
			return
		}
		if tok == token.SEMICOLON && literal == "\n" {
			continue
		}
		start := file.Offset(pos)
		for s.at < start && s.text[s.at] <= ' ' {
			s.next()
		}
		s.at = start
		switch end := goEnd(s.text[start:], tok, literal); {
		case tok == token.COMMENT:
			s.emit(Comment, end)
		case tok == token.STRING || tok == token.CHAR:
			s.emit(String, end)
		case tok == token.INT || tok == token.FLOAT || tok == token.IMAG:
			s.emit(Number, end)
		case tok == token.IDENT || tok.IsKeyword():
			s.emit(Word, end)
		case tok == token.RPAREN || tok == token.RBRACK || tok == token.RBRACE:
			s.depth = max(0, s.depth-1)
			s.emit(Mark, end)
		default:
			s.emit(Mark, end)
			if tok == token.LPAREN || tok == token.LBRACK || tok == token.LBRACE {
				s.depth++
			}
		}
	}
}

// goEnd returns the length of a token. The scanner removes carriage returns
// from the literals of comments and raw strings.
func goEnd(rest []byte, tok token.Token, literal string) int {
	through := func(from int, end string) int {
		if i := bytes.Index(rest[from:], []byte(end)); i >= 0 {
			return from + i + len(end)
		}
		return len(rest)
	}
	switch {
	case tok == token.COMMENT && rest[1] == '/':
		return lineLength(rest)
	case tok == token.COMMENT:
		return through(2, "*/")
	case tok == token.STRING && rest[0] == '`':
		return through(1, "`")
	case tok == token.ILLEGAL:
		_, n := utf8.DecodeRune(rest)
		return n
	case tok.IsOperator():
		return len(tok.String())
	}
	return len(literal)
}
