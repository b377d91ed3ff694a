package shell

import (
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

var parsers = sync.Pool{New: func() any { return syntax.NewParser(syntax.KeepComments(true)) }}

// Tree returns the syntax tree, with comments, of a script within a file of
// another language. The error is the parser's, or reports that the script is
// nested too deeply to walk its tree.
func Tree(src []byte, dialect syntax.LangVariant) (*syntax.File, error) {
	parser := parsers.Get().(*syntax.Parser)
	defer parsers.Put(parser)
	return tree(parser, src, dialect)
}

func tree(parser *syntax.Parser, src []byte, dialect syntax.LangVariant) (*syntax.File, error) {
	syntax.Variant(dialect)(parser)
	file, err := parser.Parse(&shallowReader{rest: src}, "")
	if err != nil {
		return nil, err
	}
	if deep(file, src) {
		return nil, errDeep
	}
	return file, nil
}
