// Package dockerfile formats Dockerfiles.
//
// By default, the deliberate layout of a file stays. The formatter removes
// whitespace at the ends of lines and of the file, blank lines within an
// instruction, and more than two consecutive blank lines. It puts one space
// before the escape character and between words, unless they are in a column or
// most lines of the file have no space there. The canonical style is one layout
// for all files. In both styles, shell commands keep their words and lines:
// only whitespace at the ends of lines changes, unless it may be part of a
// string. Contents of here-documents do not change.
package dockerfile

import (
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// Options are the settings of the formatter.
type Options struct {
	Indent     int  // spaces before continuation lines; 0 is a tab
	KeepIndent bool // continuation lines keep their indentation; Indent is 0
	Canonical  bool // one layout for all files, except for indentation
}

// New returns the language.
func New(opts Options) (formatting.Language, error) {
	if opts.Indent < 0 || opts.Indent > 100 {
		return nil, &formatting.OptionError{Option: "indent", Msg: fmt.Sprintf("%d is not between 0 and 100", opts.Indent)}
	}
	indent := "\t"
	if opts.Indent > 0 {
		indent = strings.Repeat(" ", opts.Indent)
	}
	return &language{style: style{canonical: opts.Canonical, keepIndent: opts.KeepIndent, indent: indent}}, nil
}

type language struct {
	style
	memo *formatting.Memo
}

// With returns the language, which shares the trees of Dockerfiles with their
// checker.
func (l *language) With(m *formatting.Memo) formatting.Language { return &language{l.style, m} }

func (*language) Name() string { return "dockerfile" }

func (*language) Names() []*formatting.Names { return []*formatting.Names{syntax.Names} }

func (*language) Match(path string, _ []byte) bool { return syntax.Named(path) }

func (l *language) Parse(path string, src []byte) error {
	_, err := l.read(path, src)
	return err
}

func (l *language) Format(path string, src []byte) ([]byte, error) {
	d, err := l.read(path, src)
	if err != nil {
		return nil, err
	}
	return l.print(d), nil
}

// A document is a parsed file with the data that its layout depends on.
type document struct {
	*syntax.File
	shells    bool                              // the shell form is for a shell with known quoting rules
	stretches map[*syntax.Instruction][]stretch // the cache of quoted
}

func newDocument(f *syntax.File, shells bool) *document {
	return &document{File: f, shells: shells, stretches: make(map[*syntax.Instruction][]stretch)}
}

// read parses a file that BuildKit accepts.
func (l *language) read(path string, src []byte) (*document, error) {
	f := syntax.Read(l.memo, src)
	if len(f.Errors) > 0 {
		first := f.Errors[0]
		return nil, formatting.SyntaxErrorAt(path, src, first.Pos, first.Msg)
	}
	if ins, msg := f.Refused(); msg != "" {
		return nil, formatting.SyntaxErrorAt(path, src, ins.Start, msg)
	}
	return newDocument(f, posix(f)), nil
}
