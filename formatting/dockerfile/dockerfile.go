// Package dockerfile formats Dockerfiles.
//
// By default, what a file does on purpose stays. That removes whitespace at the
// ends of lines and of the file, and blank lines that are within an instruction
// or more than two in a row, and has one space before the escape character and
// between words, unless they are in a column or the file does without it.
// The canonical style is one layout for all files. In both, what a shell reads
// keeps its words and its lines: only whitespace at the ends of lines changes
// there, and none that may be part of a string. Contents of here-documents stay
// as they are.
package dockerfile

import (
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// Options are the settings of the formatter.
type Options struct {
	Indent     int  // spaces before continuation lines; 0 for a tab
	KeepIndent bool // they stay where they are; Indent is 0
	Canonical  bool // one layout for all files, besides that; else what a file does on purpose stays
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

// A document is a file that was read, and what its layout depends on.
type document struct {
	*syntax.File
	shells    bool                              // what is in shell form is read by a shell whose quotes are known
	stretches map[*syntax.Instruction][]stretch // of those that were asked for, what quoted says
}

func newDocument(f *syntax.File, shells bool) *document {
	return &document{File: f, shells: shells, stretches: make(map[*syntax.Instruction][]stretch)}
}

// read reads a file that BuildKit would take.
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
