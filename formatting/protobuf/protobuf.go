// Package protobuf formats .proto files conservatively: it changes only
// indentation, whitespace between tokens, trailing whitespace, and consecutive
// blank lines.
//
// Line breaks, comments, quotes and the order of things stay. So a formatted
// file has the tokens and comments of the original, on the same lines, which
// Value proves: it means the same, and documentation stays with its
// subject.
//
// A file is read as tokens and brackets, not by a grammar: every edition of the
// language has the same ones. Lines between the comments "// clang-format off"
// and "// clang-format on" are left as they are.
package protobuf

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/trees"
)

// Options are the choices that .proto files differ in.
type Options struct {
	Indent int // spaces per level of blocks, 1 to 8; 0: 2
}

// New returns the language, which is a formatting.DataLanguage. The error is a
// *formatting.OptionError.
func New(opts Options) (formatting.Language, error) {
	if opts.Indent == 0 {
		opts.Indent = 2
	}
	if opts.Indent < 1 || opts.Indent > 8 {
		return nil, &formatting.OptionError{Option: "indent", Msg: fmt.Sprintf("%d is not between 1 and 8", opts.Indent)}
	}
	return language{opts}, nil
}

type language struct {
	options Options
}

var _ formatting.DataLanguage = language{}

func (language) Name() string { return "protobuf" }

var names = formatting.NewNames("*.proto").Without(formatting.Hidden)

func (language) Names() []*formatting.Names { return []*formatting.Names{names} }

func (language) Match(p string, _ []byte) bool { return names.Match(p) }

// bom is the byte order mark, which the compiler skips, and which stays.
const bom = "\ufeff"

func (l language) Parse(path string, src []byte) error {
	_, err := l.read(path, src)
	return err
}

func (l language) Format(path string, src []byte) ([]byte, error) {
	tokens, err := l.read(path, src)
	if err != nil {
		return nil, err
	}
	p := printer{src: src, indent: l.options.Indent}
	if bytes.HasPrefix(src, []byte(bom)) {
		p.out = append(p.out, bom...)
	}
	for i := range tokens {
		p.put(tokens[:i], tokens[i])
	}
	if len(tokens) > 0 {
		p.out = append(p.out, '\n')
	}
	return p.out, nil
}

// A datum is a token or comment: its text, without the whitespace around the
// lines of a comment, and how many line ends are between the one before and it,
// of which more than two are as two.
type datum struct {
	Text  string
	Lines int
}

// Value returns the tokens and comments.
func (l language) Value(path string, src []byte) (any, error) {
	tokens, err := l.read(path, src)
	if err != nil {
		return nil, err
	}
	data := make([]datum, len(tokens))
	for i, t := range tokens {
		text := string(t.text(src))
		if t.kind == lineComment || t.kind == blockComment {
			lines := strings.Split(text, "\n")
			for i := range lines {
				lines[i] = strings.Trim(lines[i], whitespace)
			}
			text = strings.Join(lines, "\n")
		}
		data[i] = datum{text, min(t.lines, 2)}
		if i == 0 {
			data[i].Lines = 0
		}
	}
	return data, nil
}

// Digest covers the Value.
func (l language) Digest(path string, src []byte) (*trees.Digest, error) {
	value, err := l.Value(path, src)
	if err != nil {
		return nil, err
	}
	d := trees.NewDigest()
	d.Tree(&trees.Comparer{}, value)
	return d, nil
}

// maxDepth limits the nesting depth of blocks. The compiler accepts 32 levels,
// and deep indentation must not produce huge files.
const maxDepth = 1000

// read returns the tokens of a file whose brackets match.
func (l language) read(path string, src []byte) ([]token, error) {
	s := scanner{path: path, src: src, pos: len(src) - len(bytes.TrimPrefix(src, []byte(bom)))}
	var open []token
	var tokens []token
	for {
		t, err := s.next()
		if err != nil {
			return nil, err
		}
		switch t.kind {
		case end:
			if last := len(open) - 1; last >= 0 {
				return nil, formatting.SyntaxErrorAt(path, src, open[last].start, fmt.Sprintf("%c is not closed", src[open[last].start]))
			}
			return tokens, nil
		case '(', '[', '{':
			if open = append(open, t); len(open) > maxDepth {
				return nil, &formatting.RefusedError{
					Path: path, Language: l.Name(), Reason: fmt.Sprintf("brackets are nested more than %d levels deep", maxDepth),
				}
			}
		case ')', ']', '}':
			last := len(open) - 1
			if last < 0 || closing[open[last].kind] != t.kind {
				return nil, formatting.SyntaxErrorAt(path, src, t.start, fmt.Sprintf("%c has no opening bracket", rune(t.kind)))
			}
			open = open[:last]
		}
		tokens = append(tokens, t)
	}
}

// closing maps opening brackets to closing ones.
var closing = map[kind]kind{'(': ')', '[': ']', '{': '}'}
