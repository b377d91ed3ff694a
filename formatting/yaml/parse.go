package yaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
	upstream "go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/formatting"
)

type node = upstream.Node

// maxDepth limits the nesting depth of collections, since the parser is
// recursive.
const maxDepth = 10_000

// parse parses all documents of src, and shows visit the tree of each, and
// before each a node of the kind StreamNode with its directives. The error is a
// *formatting.SyntaxError or a *formatting.RefusedError.
func parse(path string, src []byte, visit func(*node)) error {
	if bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff")) {
		return refusal(path, "encoded in UTF-16; only UTF-8 is supported")
	}
	var limit limits
	loader, err := upstream.NewLoader(bytes.NewReader(as11(src)), upstream.WithStreamNodes(), upstream.WithPlugin(&limit))
	if err != nil {
		return err
	}
	for {
		var n node
		err := loader.Load(&n)
		switch {
		case err == nil:
			visit(&n)
			continue
		case errors.Is(err, io.EOF):
			return nil
		case limit.exceeded:
			return refusal(path, fmt.Sprintf("collections are nested more than %d levels deep", maxDepth))
		}
		syntax := syntaxError(path, src, err)
		if loneDash().Match(src[syntax.Offset:]) {
			return refusal(path, fmt.Sprintf("the parser does not accept - as a value in a flow collection (line %d), which others do", syntax.Line))
		}
		if line := templateLine(path, src, syntax.Line); line > 0 {
			return refusal(path, fmt.Sprintf("a template, not YAML (line %d); the parser stops at line %d, column %d: %s",
				line, syntax.Line, syntax.Column, syntax.Msg))
		}
		return syntax
	}
}

// limits is a plugin of the parser.
type limits struct{ exceeded bool }

func (l *limits) CheckDepth(depth int, _ *upstream.DepthContext) error {
	if depth > maxDepth {
		l.exceeded = true
		return errors.New("nested too deeply")
	}
	return nil
}

// CheckAlias allows all aliases, which are not expanded.
func (*limits) CheckAlias(int, int) error { return nil }

var directive = lazyregexp.New(`(?m)^%YAML[ \t]+1\.[2-9]\b`)

// as11 returns src with YAML 1.2 directives changed to 1.1. The parser reads
// both versions, but rejects the directive for 1.2. Offsets stay.
func as11(src []byte) []byte {
	if !directive().Match(src) {
		return src
	}
	return directive().ReplaceAllFunc(src, func(d []byte) []byte {
		return append(bytes.Clone(d[:len(d)-1]), '1')
	})
}

// syntaxError converts an error of the parser.
func syntaxError(path string, src []byte, err error) *formatting.SyntaxError {
	load, ok := errors.AsType[*upstream.LoadError](err)
	switch {
	case !ok:
		return formatting.SyntaxErrorAt(path, src, 0, err.Error())
	case load.Mark.Line > 0:
		return formatting.SyntaxErrorAt(path, src, offset(src, load.Mark.Line, load.Mark.Column), load.Message)
	}
	return formatting.SyntaxErrorAt(path, src, badCharacter(src), load.Message)
}

// offset returns the place of the parser's line and column, which counts
// characters, in bytes. A place after the text is its end.
func offset(src []byte, line, column int) int {
	return position.New(src, position.LF).Nearest(position.Position{Line: line, Column: column}, columns)
}

// placeOf returns the offset of a node.
func placeOf(index *position.Text, n *node) int {
	return index.Nearest(position.Position{Line: n.Line, Column: n.Column}, columns)
}

// columns are the columns of the parser.
var columns = position.Columns{Unit: position.Runes, NoMark: true}

// badCharacter returns the offset of the first character that YAML does not
// allow, or 0.
func badCharacter(src []byte) int {
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		switch {
		case r == utf8.RuneError && size == 1, r < ' ' && r != '\t' && r != '\n' && r != '\r', r == 0xfffe, r == 0xffff:
			return i
		}
		i += size
	}
	return 0
}

// marks matches the delimiters of Go and Helm templates, Jinja, ERB, Bazel's
// expand_template and autoconf.
const marks = `\{\{|\{%|\{#|<%|%\{|@[A-Za-z_][\w.-]*@`

var (
	// templated matches a delimiter in the place of a value, or at the start of
	// a line.
	templated = lazyregexp.New(`(?m)^[ \t]*(?:-[ \t]+)*(?:[^\s"'#:]+:[ \t]+)?(?:` + marks + `)`)
	// marked matches any delimiter of a template.
	marked = lazyregexp.New(marks)
	// quoted matches a quoted scalar with whole expressions, which is YAML.
	quoted = lazyregexp.New(`"[^"{}]*(?:\{\{[^"{}]*\}\}[^"{}]*)+"|'[^'{}]*(?:\{\{[^'{}]*\}\}[^'{}]*)+'`)
	// loneDash matches the value -, which libyaml accepts in a flow collection.
	loneDash = lazyregexp.New(`^-[ \t]*[],}]`)
)

// actions has the globs of the files of GitHub Actions and its likes. Their
// expressions, ${{ }}, are part of values: the files are YAML with them.
var actions = []string{"**/.github/workflows/*", "**/.gitea/workflows/*", "**/.forgejo/workflows/*", "**/action.yml", "**/action.yaml"}

// templateLine returns the first line that shows that src, which does not parse
// at the given line, is a template of YAML, such as one of a Helm chart. It
// returns 0 if there is none.
func templateLine(path string, src []byte, line int) int {
	start := offset(src, line, 1)
	end := lineEnd(src, start)
	if slices.ContainsFunc(actions, func(glob string) bool { return doublestar.MatchUnvalidated(glob, path) }) {
		src = bytes.ReplaceAll(src, []byte("${{"), []byte("$.."))
	}
	if at := templated().FindIndex(src); at != nil {
		return position.At(src, at[1]).Line
	}
	if marked().Match(quoted().ReplaceAll(src[start:end], nil)) {
		return line
	}
	return 0
}
