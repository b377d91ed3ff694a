package cue

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/third_party/cue/cue/scanner"
	"github.com/rules-autofix/rules_autofix/internal/third_party/cue/cue/token"

	"github.com/rules-autofix/rules_autofix/formatting/nesting"
)

// deep reports whether the syntax tree of src may be deeper than nesting.Max.
// The parser has a limit of its own, but neither chains of operators nor
// comprehensions are under it, and it takes quadratic time in the depth of
// those.
func deep(src []byte) bool {
	if len(src) <= nesting.Free {
		return false
	}
	var s scanner.Scanner
	s.Init(token.NewFile("", -1, len(src)), src, nil, 0)
	var c nesting.Counter
	var inString []bool // for each open bracket, whether it opens an interpolation
	interpolation := false
	for {
		_, tok, lit := s.Scan()
		switch tok {
		case token.EOF:
			return false
		case token.COMMA: // a newline, too, where it ends an expression
			c.Next()
		case token.INTERPOLATION:
			c.Term()
			interpolation = strings.HasSuffix(lit, "(")
		case token.LPAREN, token.LBRACK, token.LBRACE:
			c.Open()
			inString = append(inString, interpolation)
			interpolation = false
		case token.RPAREN, token.RBRACK, token.RBRACE:
			c.Close()
			if last := len(inString) - 1; last >= 0 {
				if inString[last] && tok == token.RPAREN {
					interpolation = strings.HasSuffix(s.ResumeInterpolation(), "(")
				}
				inString = inString[:last]
			}
		default:
			c.Term()
		}
		if c.Depth() > nesting.Max {
			return true
		}
	}
}
