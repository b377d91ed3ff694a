// Package toml formats TOML conservatively: it changes only whitespace and
// commas.
//
//   - There is one space around =, and none around the dots of a key or within
//     the brackets of a header. Keys and headers are not indented. Keys, strings,
//     numbers and dates keep their spelling, and everything keeps its order.
//   - An array or inline table on one line stays on one line, however long:
//     [1, 2], { a = 1, b = 2 }. If it spans lines, the brackets end and begin a
//     line, elements that share a line still do, and the last element has a
//     comma.
//   - At most two consecutive blank lines stay, and none at the ends of the file
//     and of arrays.
//   - Comments keep their place. A comment at the end of a line follows one
//     space, or is aligned if comments in the source are. Alignment only shows
//     if lines have different lengths and their comments one column.
//
// With Options.KeepLayout these rules apply only if the file has no layout of
// its own: keys, headers and comments keep their indentation, brackets on one
// line the spaces that most have, the last element its comma or none, comments
// the spaces before them, and aligned values stay aligned.
//
// If taplo has an option for something, this is its default, with two
// exceptions: arrays are neither joined nor split for a line width, and comments
// that are not aligned stay so.
package toml

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/formatting"
)

// Options are the settings of the formatter. The zero value has the defaults.
type Options struct {
	IndentString string // one level of indentation in arrays: 1 to 16 spaces, or a tab; empty: two spaces
	KeepIndent   bool   // a file's own indentation takes precedence over IndentString
	KeepLayout   bool   // the rest of a file's own layout stays
}

const (
	defaultIndent = "  "
	maxIndent     = 16
)

// An OptionError is an option that New does not accept.
type OptionError = formatting.OptionError

// New returns the language. The error is an *OptionError.
func New(opts Options) (formatting.Language, error) {
	switch indent := opts.IndentString; {
	case indent == "":
		opts.IndentString = defaultIndent
	case indent != "\t" && (strings.Trim(indent, " ") != "" || len(indent) > maxIndent):
		return nil, &OptionError{Option: "indent_string", Msg: fmt.Sprintf("%q is neither a tab nor 1 to %d spaces", indent, maxIndent)}
	}
	return language{opts}, nil
}

type language struct {
	options Options
}

func (language) Name() string { return "toml" }

var names = formatting.NewNames("?*.toml", "Pipfile").Without(formatting.WrittenNames()...)

func (language) Names() []*formatting.Names { return []*formatting.Names{names} }

func (language) Match(p string, _ []byte) bool { return names.Match(p) }

func (l language) Parse(path string, src []byte) error {
	_, err := l.read(path, src)
	return err
}

func (l language) Format(path string, src []byte) ([]byte, error) {
	text, err := l.read(path, src)
	if err != nil {
		return nil, err
	}
	p := printer{src: text, style: l.styleOf(text)}
	p.document()
	if len(p.out) > formatting.MaxSize {
		return nil, l.refused(path, "its formatted text would exceed the limit of %d bytes", formatting.MaxSize)
	}
	return append(src[:len(src)-len(text):len(src)-len(text)], p.aligned()...), nil
}

// Value returns the tokens and comments of a file as a comparable value.
func (l language) Value(path string, src []byte) (any, error) {
	return contentOf(bytes.TrimPrefix(src, []byte(bom)))
}

// bom is the byte order mark, which stays if there is one.
const bom = "\ufeff"

// maxDepth bounds the nesting of values and tables, counting brackets and dots.
// Decoding is recursive, and a stack overflow ends the process.
const maxDepth = 10_000

// read returns the text of a file without its byte order mark. It is known to
// be TOML: besides its syntax, no key is given twice, dates exist, and numbers
// are in range.
func (l language) read(path string, src []byte) ([]byte, error) {
	text := bytes.TrimPrefix(src, []byte(bom))
	text = text[:len(text):len(text)]
	skipped := len(src) - len(text)
	deepest, err := nesting(text)
	if e, ok := errors.AsType[*unstable.ParserError](err); ok {
		return nil, formatting.SyntaxErrorAt(path, src, skipped+cap(text)-cap(e.Highlight), e.Message)
	}
	if err != nil {
		return nil, err
	}
	if deepest > maxDepth {
		return nil, l.refused(path, "tables and values are nested more than %d levels deep", maxDepth)
	}
	if slow, err := slow(text); slow || err != nil {
		if err != nil {
			return nil, err
		}
		return nil, l.refused(path, "its tables have too many keys; the limit is about 6,300 keys per table")
	}
	var decoded map[string]any
	err = toml.Unmarshal(text, &decoded)
	if e, ok := errors.AsType[*toml.DecodeError](err); ok {
		if again, ok := redefined(text); ok {
			return nil, formatting.SyntaxErrorAt(path, src, skipped+again.at, again.message(src, skipped))
		}
		var at position.Position
		at.Line, at.Column = e.Position()
		offset := skipped + position.New(text, position.LF).Nearest(at, position.Columns{})
		return nil, formatting.SyntaxErrorAt(path, src, offset, strings.TrimPrefix(e.Error(), "toml: "))
	}
	return text, err
}

func (l language) refused(path, reason string, args ...any) error {
	return &formatting.RefusedError{Path: path, Language: l.Name(), Reason: fmt.Sprintf(reason, args...)}
}
