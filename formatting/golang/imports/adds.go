// Package imports settles the imports of a file that a plan changes (rule 14 of
// merging). It knows Go, by syntax alone.
package imports

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// knows reports whether the imports of a file are known.
func knows(path string) bool { return strings.HasSuffix(path, ".go") }

// Adds reports whether added, inserted at an offset into a file, is nothing but
// imports: declarations, or lines of the list of one.
func Adds(path string, text []byte, at int, added []byte) bool {
	n, ok := paths(added)
	if !knows(path) || !ok || n == 0 {
		return false
	}
	before, err := header(text)
	if err != nil {
		return false
	}
	after, err := header(slices.Concat(text[:at], added, text[at:]))
	return err == nil && len(after.Imports) == len(before.Imports)+n
}

// header parses a file up to the last of its imports.
func header(text []byte) (*ast.File, error) {
	return parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
}

// paths counts the import paths in a text. It is false if the text has a token
// that an import cannot have.
func paths(text []byte) (n int, ok bool) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), text, func(token.Position, string) {}, 0)
	for {
		switch _, tok, _ := s.Scan(); tok {
		case token.EOF:
			return n, s.ErrorCount == 0
		case token.STRING:
			n++
		case token.IMPORT, token.LPAREN, token.RPAREN, token.IDENT, token.PERIOD, token.SEMICOLON:
		default:
			return 0, false
		}
	}
}
