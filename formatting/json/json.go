// Package json formats JSON and JSON with comments (JSONC).
//
// It keeps the bytes of strings and numbers, the order of members, duplicate
// members, comments and a byte order mark. One blank line stays between members
// that have any. The layout is as follows:
//
//   - An object or array on one line stays on one line if it fits into the line
//     width: { "a": [1, 2] }. Any other has each member or element on its own
//     line. So the source decides, except that long lines are broken. The output
//     of JSON.stringify, json.dumps and jq with the same indentation is
//     canonical.
//   - In an array of numbers that spans lines, numbers that share a line stay
//     together as far as they fit: the rows of a matrix stay rows.
//   - With Options.KeepLines, no line is broken because of its length. An array
//     opens and closes on the lines of its first and last element if it did so
//     before and these elements have their own lines. Spaces within brackets,
//     around colons and after commas are as in most places of the file.
//   - Without it, package.json and composer.json have only empty containers on
//     one line, as the package managers that rewrite them do.
//   - Comments keep their place: at the end of a line, on their own lines, or
//     before a value.
//   - A trailing comma is removed or kept according to Options.TrailingCommas.
package json

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/tailscale/hujson"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/clip"
)

// Options are the settings of the formatter. The zero value has the defaults.
type Options struct {
	Indent         string   // one level of indentation: 1 to 16 spaces, or a tab; empty: two spaces
	KeepIndent     bool     // a file's own indentation takes precedence over Indent
	KeepLines      bool     // containers keep their lines and spaces; LineWidth is ignored
	LineWidth      int      // columns up to which a container stays on one line; 0: 80. A tab counts as two
	TrailingCommas string   // in files with comments: never, or maintain to leave them unchanged; empty: never
	JSONC          []string // globs of files that have comments, in addition to those known by name; without a slash, of base names
}

const (
	defaultIndent    = "  "
	defaultLineWidth = 80
	maxIndent        = 16
	maxLineWidth     = 10_000
)

// An OptionError is an option that New does not accept.
type OptionError = formatting.OptionError

// New returns the language. The error is an *OptionError.
func New(opts Options) (formatting.Language, error) {
	if opts.Indent == "" {
		opts.Indent = defaultIndent
	}
	if opts.Indent != "\t" && (strings.Trim(opts.Indent, " ") != "" || len(opts.Indent) > maxIndent) {
		return nil, &OptionError{Option: "indent", Msg: fmt.Sprintf("%q is neither a tab nor 1 to %d spaces", opts.Indent, maxIndent)}
	}
	if opts.LineWidth == 0 {
		opts.LineWidth = defaultLineWidth
	}
	if opts.LineWidth < 1 || opts.LineWidth > maxLineWidth {
		return nil, &OptionError{Option: "line-width", Msg: fmt.Sprintf("%d is not between 1 and %d", opts.LineWidth, maxLineWidth)}
	}
	switch opts.TrailingCommas {
	case "", "never", "maintain":
	default:
		return nil, &OptionError{Option: "trailing-commas", Msg: fmt.Sprintf("%q is neither never nor maintain", opts.TrailingCommas)}
	}
	for _, glob := range opts.JSONC {
		if !doublestar.ValidatePattern(glob) {
			return nil, &OptionError{Option: "jsonc", Msg: fmt.Sprintf("%q is not a glob", glob)}
		}
	}
	return language{opts}, nil
}

type language struct {
	options Options
}

func (language) Name() string { return "json" }

func (language) Names() []*formatting.Names { return []*formatting.Names{names} }

func (l language) Match(path string, _ []byte) bool { return l.dialect(path) != other }

func (l language) Parse(path string, src []byte) error {
	_, err := l.tree(path, src)
	return err
}

func (l language) Format(path string, src []byte) ([]byte, error) {
	root, err := l.tree(path, src)
	if err != nil || root == nil {
		return nil, err
	}
	p := printer{
		style:      l.styleOf(src),
		width:      l.options.LineWidth,
		keepLines:  l.options.KeepLines,
		keepCommas: l.options.TrailingCommas == "maintain",
		expand:     l.dialect(path) == stringified && !l.options.KeepLines,
	}
	if p.keepLines {
		p.width = math.MaxInt / 16
		p.several = make(map[any]bool)
		p.spansLines(root.Value)
	}
	if bytes.HasPrefix(src, []byte(bom)) {
		p.write(bom)
	}
	p.file(root)
	if len(p.out) > formatting.MaxSize {
		return nil, l.refused(path, "its formatted text would exceed the limit of %d bytes", formatting.MaxSize)
	}
	return p.out, nil
}

// Value returns the tokens and comments of a file as a comparable value.
func (language) Value(_ string, src []byte) (any, error) {
	return contentOf(bytes.TrimPrefix(src, []byte(bom))), nil
}

// bom is the byte order mark, which JSON does not allow but some editors write.
const bom = "\ufeff"

// tree parses a file by the dialect of its name. The tree is nil for an empty
// file if the dialect allows one.
func (l language) tree(path string, src []byte) (*hujson.Value, error) {
	text := bytes.TrimPrefix(src, []byte(bom))
	skipped := len(src) - len(text)
	dialect := l.dialect(path)
	if dialect == withComments && len(bytes.TrimLeft(text, whitespace)) == 0 {
		return nil, nil
	}
	found := survey(text)
	if found.depth > maxDepth {
		return nil, l.refused(path, "values are nested more than %d levels deep", maxDepth)
	}
	if dialect == withComments && !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text[:len(text):len(text)], '\n') // without which the parser sees no end of a line comment
	}
	root, err := hujson.Parse(text)
	at, msg := len(text), ""
	if err != nil {
		at, msg = mistake(text, err)
	}
	if dialect != withComments {
		if i := found.comment; i >= 0 && i <= at {
			at, msg = i, "comments are not part of JSON: name the file .jsonc, or list it as one"
		}
		if i := found.trailingComma; i >= 0 && i <= at {
			at, msg = i, "a comma before a closing bracket is not part of JSON"
		}
	}
	if msg != "" {
		return nil, formatting.SyntaxErrorAt(path, src, skipped+at, msg)
	}
	return &root, nil
}

// mistake returns the offset at which the parser stopped, and its message.
func mistake(text []byte, err error) (offset int, msg string) {
	var line, column int
	if n, _ := fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &column); n == 2 {
		offset = position.New(text, position.LF).Nearest(position.Position{Line: line, Column: column}, position.Columns{})
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return len(text), "the file ends too early"
	}
	if cause := errors.Unwrap(err); cause != nil {
		err = cause
	}
	const longest = 100
	return offset, clip.Bytes(err.Error(), longest) // it may quote a long literal
}

func (l language) refused(path, reason string, args ...any) error {
	return &formatting.RefusedError{Path: path, Language: l.Name(), Reason: fmt.Sprintf(reason, args...)}
}
