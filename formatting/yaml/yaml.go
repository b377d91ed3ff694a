// Package yaml formats YAML conservatively: it changes only indentation,
// whitespace between tokens, trailing whitespace and the end of the file.
//
// It keeps comments, quotes, blank lines, line breaks, the order of everything,
// and the text of block scalars. So a formatted file has the bytes of the
// original, except for whitespace and line ends. Value checks that together with
// the decoded tree.
package yaml

import (
	"bytes"
	"fmt"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// Options are the choices that YAML files differ in.
type Options struct {
	Indent          int    // spaces per level of mappings, 2 to 8; 0: 2
	IndentSequences string // whether sequences in mappings are indented: always, never, or keep to leave them unchanged; empty: keep
	PadLineComments int    // spaces before a comment after text, at most 8; 0: unchanged. Comments below each other stay so
}

// An OptionError is an option that New does not accept.
type OptionError = formatting.OptionError

// New returns the language, which is a formatting.DataLanguage. The error is an
// *OptionError.
func New(opts Options) (formatting.Language, error) {
	if opts.Indent == 0 {
		opts.Indent = 2
	}
	if opts.IndentSequences == "" {
		opts.IndentSequences = keepSequences
	}
	switch {
	case opts.Indent < 2 || opts.Indent > 8:
		return nil, &OptionError{Option: "indent", Msg: fmt.Sprintf("%d is not between 2 and 8", opts.Indent)}
	case opts.PadLineComments < 0 || opts.PadLineComments > 8:
		return nil, &OptionError{Option: "pad-line-comments", Msg: fmt.Sprintf("%d is not between 0 and 8", opts.PadLineComments)}
	}
	switch opts.IndentSequences {
	case keepSequences, alwaysSequences, neverSequences:
	default:
		return nil, &OptionError{Option: "indent-sequences", Msg: fmt.Sprintf("%q is not keep, always or never", opts.IndentSequences)}
	}
	return language{opts}, nil
}

const (
	keepSequences   = "keep"
	alwaysSequences = "always"
	neverSequences  = "never"
)

type language struct {
	options Options
}

var _ formatting.DataLanguage = language{}

func (language) Name() string { return "yaml" }

// names exclude lock files, which package managers write and compare.
var names = formatting.NewNames("?*.yaml", "?*.yml").Without(formatting.WrittenNames()...)

func (language) Names() []*formatting.Names { return []*formatting.Names{names} }

func (language) Match(p string, _ []byte) bool { return names.Match(p) }

func (l language) Parse(path string, src []byte) error {
	_, err := l.Format(path, src)
	return err
}

func (l language) Format(path string, src []byte) ([]byte, error) {
	if err := parse(path, src, func(*node) {}); err != nil {
		return nil, err
	}
	if i := bytes.IndexByte(src, '\r'); i >= 0 {
		return nil, refusal(path, fmt.Sprintf("YAML treats the CR at offset %d as a line ending; convert its line endings to LF or CRLF first", i))
	}
	p := newPrinter(src, l.options)
	if err := p.run(); err != nil {
		return nil, refusal(path, err.Error())
	}
	return p.text(), nil
}

func refusal(path, reason string) error {
	return &formatting.RefusedError{Path: path, Language: language{}.Name(), Reason: reason}
}
