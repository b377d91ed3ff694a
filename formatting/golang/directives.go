package golang

import (
	"bytes"
	"go/ast"
	"go/build/constraint"
	"go/token"
	"sort"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// constraints returns the build constraint that the go command sees, or "". It
// is in the comments above the package clause: of lines with //go:build the
// first counts, else all with // +build do, if a blank line follows.
func (s *sourceFile) constraints() string {
	header := s.text[:s.offset(s.file.Package)]
	header = header[:bytes.LastIndexByte(header, '\n')+1] // no blank line: the one of the clause
	end := 0                                              // of the lines that // +build may be on
	var build string
	inBlock := false
	for at := 0; at < len(header); {
		next := min(lineEnd(header, at)+1, len(header))
		line := strings.TrimSpace(string(header[at:next]))
		at = next
		switch {
		case inBlock:
			_, rest, ended := strings.Cut(line, "*/")
			inBlock = !ended || strings.Contains(rest, "/*")
		case line == "":
			end = at
		case strings.HasPrefix(line, "/*"):
			inBlock = !strings.Contains(line, "*/")
		case constraint.IsGoBuild(line) && build == "":
			build = line
		}
	}
	lines := []string{build}
	if build == "" {
		lines = strings.Split(string(header[:end]), "\n")
	}
	var all constraint.Expr
	for _, line := range lines {
		expr, err := constraint.Parse(strings.TrimSpace(line))
		switch {
		case err != nil:
		case all == nil:
			all = expr
		default:
			all = &constraint.AndExpr{X: all, Y: expr}
		}
	}
	if all == nil {
		return build // which is none, or does not parse
	}
	return all.String()
}

// constrains reports whether a comment is a build constraint, if it is where
// the go command looks for one.
func constrains(c *ast.Comment) bool {
	return constraint.IsGoBuild(c.Text) || constraint.IsPlusBuild(c.Text)
}

// generates returns the lines that go generate reads, anywhere in the file.
func generates(text []byte) []string {
	if !bytes.Contains(text, []byte("//go:generate")) {
		return nil
	}
	var out []string
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(line, []byte("//go:generate ")) || bytes.HasPrefix(line, []byte("//go:generate\t")) {
			out = append(out, string(bytes.TrimSpace(line)))
		}
	}
	return out
}

// A directive is a comment for tools.
type directive struct {
	text  string
	about string // the declaration that it is above or in
	pos   token.Pos
}

// isDirective matches //go:embed and similar directives, //line, //export and
// //extern.
var isDirective = lazyregexp.New(`^(//([a-z0-9]+:[a-z0-9]|line |export |extern )|/\*line )`)

// directives returns the directives of a file, except for build constraints.
func (s *sourceFile) directives() []directive {
	var all []directive
	for _, group := range s.file.Comments {
		for _, c := range group.List {
			if !isDirective().MatchString(c.Text) || constrains(c) {
				continue
			}
			d := directive{text: c.Text, pos: c.Pos(), about: s.about(c)}
			if strings.HasPrefix(c.Text, "//line ") && s.fset.PositionFor(c.Pos(), false).Column != 1 {
				d.text = " " + d.text // it is none
			}
			all = append(all, d)
		}
	}
	return all
}

// about returns the name of the first declaration that ends after a comment.
func (s *sourceFile) about(c *ast.Comment) string {
	i := sort.Search(len(s.decls), func(i int) bool { return s.decls[i].end > c.Pos() })
	if i == len(s.decls) {
		return ""
	}
	return s.decls[i].name
}

// A declared is a declaration at the top: a function, or a name of several.
type declared struct {
	name string
	end  token.Pos
}

func declarations(file *ast.File) []declared {
	all := []declared{{"package", file.Name.End()}}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			all = append(all, declared{d.Name.Name, d.End()})
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				name := "import"
				switch s := spec.(type) {
				case *ast.ValueSpec:
					name = s.Names[0].Name
				case *ast.TypeSpec:
					name = s.Name.Name
				}
				all = append(all, declared{name, spec.End()})
			}
		}
	}
	return all
}

// preambles returns the lines of C above each import "C". Whitespace around
// them has no meaning, except at the start of a line that continues the line
// above it.
func (s *sourceFile) preambles() []string {
	var all []string
	for _, decl := range s.file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.IMPORT {
			continue
		}
		for _, spec := range group.Specs {
			imported := spec.(*ast.ImportSpec)
			if imported.Path.Value != `"C"` && imported.Path.Value != "`C`" {
				continue
			}
			doc := imported.Doc
			if doc == nil && len(group.Specs) == 1 {
				doc = group.Doc
			}
			all = append(all, preamble(doc))
		}
	}
	return all
}

func preamble(doc *ast.CommentGroup) string {
	if doc == nil {
		return ""
	}
	var out strings.Builder
	for _, c := range doc.List {
		text := strings.TrimPrefix(c.Text, "//")
		if block, ok := strings.CutPrefix(c.Text, "/*"); ok {
			text = strings.TrimSuffix(block, "*/")
		}
		goesOn := false
		for line := range strings.Lines(text + "\n") {
			line = strings.TrimRight(line, " \t\n")
			if !goesOn {
				line = strings.TrimLeft(line, " \t")
			}
			goesOn = strings.HasSuffix(line, `\`)
			if line != "" {
				out.WriteString(line + "\n")
			}
		}
	}
	return out.String()
}
