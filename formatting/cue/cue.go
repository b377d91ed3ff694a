// Package cue formats CUE with the formatter of cue fmt. It has no comments
// that turn it off.
package cue

import (
	"fmt"

	"github.com/rules-autofix/rules_autofix/internal/third_party/cue/cue/ast"
	"github.com/rules-autofix/rules_autofix/internal/third_party/cue/cue/errors"
	cueformat "github.com/rules-autofix/rules_autofix/internal/third_party/cue/cue/format"
	"github.com/rules-autofix/rules_autofix/internal/third_party/cue/cue/parser"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/nesting"
)

// Options are the options of cue fmt, with its names and defaults. There is no
// option for the version of the language, which cue fmt reads from
// cue.mod/module.cue: files are formatted as if they were outside of a module.
type Options struct {
	Simplify bool // simplify the code
}

// New returns the language.
func New(opts Options) formatting.Language {
	var l language
	if opts.Simplify {
		l.printing = append(l.printing, cueformat.Simplify())
	}
	return l
}

type language struct {
	printing []cueformat.Option
}

func (language) Name() string { return "cue" }

var names = formatting.NewNames("*.cue").Without(formatting.Hidden)

func (language) Names() []*formatting.Names { return []*formatting.Names{names} }

func (language) Match(p string, _ []byte) bool { return names.Match(p) }

func (l language) Parse(path string, src []byte) error {
	_, err := l.parse(path, src)
	return err
}

func (l language) Format(path string, src []byte) ([]byte, error) {
	file, err := l.parse(path, src)
	if err != nil {
		return nil, err
	}
	out, err := cueformat.Node(file, l.printing...)
	if err != nil {
		return nil, fmt.Errorf("format %s: %w", path, err)
	}
	return out, nil
}

// parse returns the syntax tree of a file that is not too deep.
func (l language) parse(path string, src []byte) (*ast.File, error) {
	if deep(src) {
		return nil, &formatting.RefusedError{
			Path:     path,
			Language: l.Name(),
			Reason:   fmt.Sprintf("expressions may be nested more than %d levels deep", nesting.Max),
		}
	}
	file, err := parser.ParseFile("", src, parser.ParseComments)
	if err != nil {
		first := errors.Errors(err)[0]
		msg, args := first.Msg()
		offset := 0
		if pos := first.Position(); pos.IsValid() {
			offset = pos.Offset()
		}
		return nil, formatting.SyntaxErrorAt(path, src, offset, fmt.Sprintf(msg, args...))
	}
	return file, nil
}
