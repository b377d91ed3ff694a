package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"unicode"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/trees"
)

// Controls returns the carriage return. Go's scanner removes it from comments
// and raw strings, which could join two words or create a directive.
func (language) Controls() string { return "\r" }

// Compare compares the syntax trees, the build constraints, the lines that go
// generate reads, the directives with the declarations that they apply to,
// cgo's preambles, and the words of all comments.
func (l language) Compare(path string, before, after []byte) error {
	was, err := readSource(path, before)
	if err != nil {
		return err
	}
	is, err := readSource(path, after)
	if err != nil {
		return err
	}
	change := func(pos token.Pos, what string) error { return formatting.ChangeAt(before, was.offset(pos), what) }
	if was.constraints() != is.constraints() {
		return change(was.lastConstraint(), "the build constraints")
	}
	if !slices.Equal(generates(before), generates(after)) {
		return &formatting.ChangeError{What: "what go generate reads"}
	}
	if !slices.Equal(was.preambles(), is.preambles()) {
		return &formatting.ChangeError{What: "cgo's preamble"}
	}
	directives, remain := was.directives(), is.directives()
	for i, d := range directives {
		if i >= len(remain) || d.text != remain[i].text || d.about != remain[i].about {
			return change(d.pos, "a directive")
		}
	}
	if len(remain) > len(directives) {
		return &formatting.ChangeError{What: "a comment into a directive"}
	}
	if d := l.nodes().Compare(was.file, is.file); d != nil {
		return formatting.ChangeAt(before, was.offset(token.Pos(d.Offset)), "")
	}
	if was.words() != is.words() {
		return &formatting.ChangeError{What: "the text of a comment"}
	}
	return nil
}

// Digest covers what Compare compares.
func (l language) Digest(path string, src []byte) (*trees.Digest, error) {
	s, err := readSource(path, src)
	if err != nil {
		return nil, err
	}
	d := trees.NewDigest()
	d.Text(s.constraints())
	d.Texts(generates(src))
	d.Texts(s.preambles())
	directives := s.directives()
	d.Number(len(directives))
	for _, directive := range directives {
		d.Text(directive.text)
		d.Text(directive.about)
	}
	d.Tree(l.nodes(), s.file)
	d.Text(s.words())
	return d, nil
}

// A sourceFile is a file that parses.
type sourceFile struct {
	text  []byte
	fset  *token.FileSet
	file  *ast.File
	decls []declared
}

func readSource(path string, text []byte) (*sourceFile, error) {
	s := &sourceFile{text: text, fset: token.NewFileSet()}
	var err error
	s.file, err = parser.ParseFile(s.fset, "", text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, syntaxError(path, text, err)
	}
	s.decls = declarations(s.file)
	return s, nil
}

// lastConstraint returns the place of the last comment in the form of a build
// constraint. Comments without effect are below the others.
func (s *sourceFile) lastConstraint() token.Pos {
	pos := s.file.Package
	for _, group := range s.file.Comments {
		for _, c := range group.List {
			if constrains(c) {
				pos = c.Pos()
			}
		}
	}
	return pos
}

// offset returns the offset of a position, in bytes.
func (s *sourceFile) offset(pos token.Pos) int { return s.fset.PositionFor(pos, false).Offset }

// words returns the words of all comments, sorted, since the printer reformats
// lists, headings and links, and moves directives.
func (s *sourceFile) words() string {
	var words []string
	for _, group := range s.file.Comments {
		for _, c := range group.List {
			if constrains(c) {
				continue // the printer keeps the two kinds in step
			}
			words = append(words, strings.FieldsFunc(c.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })...)
		}
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}
