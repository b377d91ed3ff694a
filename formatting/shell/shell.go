// Package shell formats shell scripts with shfmt.
//
// Like shfmt, it recognizes scripts and their dialect by the file extension or
// the #! line. It does not support Zsh, whose support upstream calls
// experimental. Shfmt has no comments that turn it off.
package shell

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// Options are shfmt's, with its names and defaults, except for two: minify,
// whose output is not meant to be read, and keep-padding, which upstream has
// deprecated and plans to remove.
type Options struct {
	LanguageDialect string // bash, posix, mksh or bats for every script; empty or auto: by its extension and #! line
	Simplify        bool   // simplify the code
	Indent          int    // 0 for tabs, or the number of spaces, at most 100
	BinaryNextLine  bool   // operators such as && and | may start a line
	CaseIndent      bool   // the patterns of a case are indented
	SpaceRedirects  bool   // a space follows redirect operators
	FuncNextLine    bool   // the opening brace of a function is on a line of its own
	KeepLines       bool   // only indentation, trailing whitespace and blank lines change
	Keep            Keep   // the options above that apply only to scripts without a style of their own
}

// maxIndent limits the option indent, so that a typo does not produce huge
// files.
const maxIndent = 100

// An OptionError is an option that New does not accept.
type OptionError = formatting.OptionError

// New returns the language. The error is an *OptionError.
func New(opts Options) (formatting.Language, error) {
	dialect := syntax.LangAuto
	if name := opts.LanguageDialect; name != "" && (dialect.Set(name) != nil || dialect == syntax.LangZsh) {
		return nil, &OptionError{Option: "language-dialect", Msg: fmt.Sprintf("unknown dialect %q; expected auto, bash, posix, mksh or bats", name)}
	}
	if opts.Indent < 0 || opts.Indent > maxIndent {
		return nil, &OptionError{Option: "indent", Msg: fmt.Sprintf("%d is not between 0 and %d", opts.Indent, maxIndent)}
	}
	return &language{
		dialect:   dialect,
		simplify:  opts.Simplify,
		keepLines: opts.KeepLines,
		keep:      opts.Keep,
		style: style{
			indent:         uint(opts.Indent),
			binaryNextLine: opts.BinaryNextLine,
			caseIndent:     opts.CaseIndent,
			spaceRedirects: opts.SpaceRedirects,
			funcNextLine:   opts.FuncNextLine,
		},
		tools: &sync.Pool{New: func() any {
			return &tools{parser: syntax.NewParser(syntax.KeepComments(true)), printer: syntax.NewPrinter()}
		}},
	}, nil
}

type language struct {
	dialect   syntax.LangVariant // LangAuto: the dialect of the file
	simplify  bool
	keepLines bool
	style     style
	keep      Keep
	tools     *sync.Pool // of *tools: a parser and a printer are large, and each is for one goroutine at a time
	memo      *formatting.Memo
}

type tools struct {
	parser  *syntax.Parser
	printer *syntax.Printer
	out     bytes.Buffer // the text that was printed last
	sheet   sheet        // the last one
}

// With returns the language with a memo of its syntax trees.
func (l *language) With(m *formatting.Memo) formatting.Language {
	with := *l
	with.memo = m
	return &with
}

func (*language) Name() string { return "shell" }

func (*language) Names() []*formatting.Names { return names }

func (*language) Match(path string, head []byte) bool {
	_, ok := dialectOf(path, head)
	return ok
}

func (l *language) Parse(path string, src []byte) error {
	t := l.tools.Get().(*tools)
	defer l.tools.Put(t)
	_, err := l.parse(t, path, src)
	return err
}

func (l *language) Format(path string, src []byte) ([]byte, error) {
	t := l.tools.Get().(*tools)
	defer l.tools.Put(t)
	file, err := l.parse(t, path, src)
	if err != nil {
		return nil, err
	}
	var out []byte
	switch {
	case l.keepLines && l.keep.Indent && l.keep.CaseIndent:
		out, err = l.kept(t, path, src, file)
	case l.keepLines:
		out, err = l.indented(t, path, src, file)
	default:
		out, err = l.text(t, file, l.styleOf(src, file))
	}
	if err != nil {
		return nil, fmt.Errorf("print %s: %w", path, err)
	}
	if bytes.Equal(out, src) {
		return src, nil
	}
	return bytes.Clone(out), nil
}

// text returns the canonical text of a tree. It is valid until the next use of
// the tools.
func (l *language) text(t *tools, file *syntax.File, s style) ([]byte, error) {
	t.out.Reset()
	err := l.print(t.printer, file, s, &t.out)
	return t.out.Bytes(), err
}

// print writes the canonical text of a tree. It may simplify the tree.
func (l *language) print(printer *syntax.Printer, file *syntax.File, s style, out io.Writer) error {
	s.apply(printer)
	if l.simplify {
		syntax.Simplify(file)
	}
	return printer.Print(out, file)
}

// A parsed script is its syntax tree in a dialect, or the error of the parser.
type parsed struct {
	dialect syntax.LangVariant
	file    *syntax.File
	err     error
}

// parse returns the syntax tree of a script that is not too deep to be printed.
// The memo has it unless it may be simplified, which changes it.
func (l *language) parse(t *tools, path string, src []byte) (*syntax.File, error) {
	dialect := l.dialectFor(path, src)
	read := func([]byte) parsed {
		file, err := tree(t.parser, src, dialect)
		return parsed{dialect, file, err}
	}
	memo := l.memo
	if l.simplify {
		memo = nil
	}
	script := formatting.Recall(memo, src, read)
	if script.dialect != dialect {
		script = read(src)
	}
	file, err := script.file, script.err
	if errors.Is(err, errDeep) {
		return nil, &formatting.RefusedError{
			Path:     path,
			Language: l.Name(),
			Reason:   fmt.Sprintf("commands or expressions are nested more than about %d levels deep", maxDepth),
		}
	}
	if err != nil {
		return nil, syntaxError(path, src, err)
	}
	return file, nil
}

// dialectFor returns the dialect in which a script is parsed.
func (l *language) dialectFor(path string, src []byte) syntax.LangVariant {
	if l.dialect != syntax.LangAuto {
		return l.dialect
	}
	dialect, _ := dialectOf(path, src)
	return dialect
}

// syntaxError converts an error of the parser. It counts lines and columns
// itself, because the parser's end at 262,143 and 16,383.
func syntaxError(path string, src []byte, err error) error {
	var pos syntax.Pos
	var msg string
	if e, ok := errors.AsType[syntax.ParseError](err); ok {
		pos, msg = e.Pos, e.Text
	} else if e, ok := errors.AsType[syntax.LangError](err); ok {
		pos = e.Pos
		msg = strings.TrimPrefix(e.Error(), pos.String()+": ")
	} else {
		return err
	}
	return formatting.SyntaxErrorAt(path, src, int(pos.Offset()), msg)
}
