// Package jsonnet formats Jsonnet with the formatter of jsonnetfmt. It has no
// comments that turn it off.
package jsonnet

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/google/go-jsonnet/ast"
	"github.com/google/go-jsonnet/formatter"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/nesting"
)

// Options are jsonnetfmt's, with its names. Its defaults are not zero values:
// Defaults has them.
type Options struct {
	Indent           int    // spaces, at most 100; 0 leaves indentation unchanged
	MaxBlankLines    int    // how many may follow each other; 0 leaves them as they are
	StringStyle      string // d for double quotes, s for single quotes, l to leave them unchanged
	CommentStyle     string // h for hashes, s for slashes, l to leave them unchanged
	PrettyFieldNames bool   // field names without quotes where they need none
	PadArrays        bool   // [ 1 ], not [1]
	PadObjects       bool   // { x: 1 }, not {x: 1}
	SortImports      bool   // imports at the top are sorted, by groups
	UseImplicitPlus  bool   // a {}, not a + {}
}

// Defaults returns the default options of jsonnetfmt.
func Defaults() Options {
	return Options{
		Indent:           2,
		MaxBlankLines:    2,
		StringStyle:      "s",
		CommentStyle:     "s",
		PrettyFieldNames: true,
		PadObjects:       true,
		SortImports:      true,
		UseImplicitPlus:  true,
	}
}

// maxIndent limits the option indent, so that a typo does not produce huge
// files.
const maxIndent = 100

// An OptionError is an option that New does not accept.
type OptionError = formatting.OptionError

// New returns the language. The error is an *OptionError.
func New(opts Options) (formatting.Language, error) {
	if opts.Indent < 0 || opts.Indent > maxIndent {
		return nil, &OptionError{Option: "indent", Msg: fmt.Sprintf("%d is not between 0 and %d", opts.Indent, maxIndent)}
	}
	if opts.MaxBlankLines < 0 {
		return nil, &OptionError{Option: "max-blank-lines", Msg: fmt.Sprintf("%d is negative", opts.MaxBlankLines)}
	}
	styles := map[string]formatter.StringStyle{
		"d": formatter.StringStyleDouble, "s": formatter.StringStyleSingle, "l": formatter.StringStyleLeave,
	}
	strs, ok := styles[opts.StringStyle]
	if !ok {
		return nil, &OptionError{Option: "string-style", Msg: fmt.Sprintf("unknown style %q; expected d (double), s (single) or l (leave)", opts.StringStyle)}
	}
	commentStyles := map[string]formatter.CommentStyle{
		"h": formatter.CommentStyleHash, "s": formatter.CommentStyleSlash, "l": formatter.CommentStyleLeave,
	}
	comments, ok := commentStyles[opts.CommentStyle]
	if !ok {
		return nil, &OptionError{Option: "comment-style", Msg: fmt.Sprintf("unknown style %q; expected h (hash), s (slash) or l (leave)", opts.CommentStyle)}
	}
	return language{formatter.Options{
		Indent:           opts.Indent,
		MaxBlankLines:    opts.MaxBlankLines,
		StringStyle:      strs,
		CommentStyle:     comments,
		PrettyFieldNames: opts.PrettyFieldNames,
		PadArrays:        opts.PadArrays,
		PadObjects:       opts.PadObjects,
		SortImports:      opts.SortImports,
		UseImplicitPlus:  opts.UseImplicitPlus,
	}}, nil
}

type language struct {
	options formatter.Options
}

func (language) Name() string { return "jsonnet" }

var names = formatting.NewNames("*.jsonnet", "*.libsonnet").Without(formatting.Hidden)

func (language) Names() []*formatting.Names { return []*formatting.Names{names} }

func (language) Match(p string, _ []byte) bool { return names.Match(p) }

func (language) Parse(path string, src []byte) error {
	_, _, err := parse(path, src)
	return err
}

func (l language) Format(path string, src []byte) ([]byte, error) {
	node, rest, err := parse(path, src)
	if err != nil {
		return nil, err
	}
	out, err := formatter.FormatNode(node, rest, l.options)
	if err != nil {
		return nil, fmt.Errorf("format %s: %w", path, err)
	}
	return []byte(out), nil
}

// parse returns the syntax tree of a file that is not too deep, and the
// comments that follow it.
func parse(path string, src []byte) (ast.Node, ast.Fodder, error) {
	if deep(src) {
		return nil, nil, &formatting.RefusedError{
			Path:     path,
			Language: language{}.Name(),
			Reason:   fmt.Sprintf("expressions may be nested more than %d levels deep", nesting.Max),
		}
	}
	if !utf8.Valid(src) { // the parser would put U+FFFD into strings
		return nil, nil, formatting.SyntaxErrorAt(path, src, invalid(src), "the text is not UTF-8")
	}
	node, rest, err := formatter.SnippetToRawAST(path, string(src))
	if err == nil {
		return node, rest, nil
	}
	e, ok := errors.AsType[interface {
		error
		Loc() ast.LocationRange
	}](err)
	if !ok {
		return nil, nil, err
	}
	place := e.Loc()
	msg := strings.TrimSpace(strings.TrimPrefix(e.Error(), place.String()))
	return nil, nil, formatting.SyntaxErrorAt(path, src, offset(src, place.Begin), msg)
}

// offset returns the offset of a place of the parser, whose columns are in
// bytes.
func offset(src []byte, place ast.Location) int {
	return position.New(src, position.LF).Nearest(position.Position(place), position.Columns{})
}

// invalid returns the offset of the first byte that is not UTF-8.
func invalid(src []byte) int {
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(src)
}
