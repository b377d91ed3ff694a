package imports

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// Settle returns the text of a file that a plan changes from before to after,
// without the imports that before uses and after does not, and with each
// import that the plan adds once. It returns after if there is nothing to
// settle, if one of the texts does not parse, or if the path is no Go file.
//
// The use of a package is a name that the file does not declare, so the names
// of packages are guessed from their paths, as goimports does. A guess that is
// wrong finds no use in before, and keeps its import. Imports for an effect
// (_), into the file's scope (.) and of C stay, and so does one whose comment is
// a directive of the compiler.
func Settle(name string, before, after []byte) []byte {
	if !knows(name) {
		return after
	}
	old, err := parse(before)
	if err != nil {
		return after
	}
	file, err := parse(after)
	if err != nil {
		return after
	}
	used, still := old.uses(), file.uses()
	had, has := map[imported]int{}, map[imported]int{}
	for _, spec := range old.Imports {
		had[importedBy(spec)]++
	}
	drop := map[*ast.ImportSpec]bool{}
	for _, spec := range file.Imports {
		i := importedBy(spec)
		has[i]++
		if i.path == "C" {
			continue
		}
		unused := had[i] > 0 && used[i.name] && !still[i.name] // never of _ and ., which no text uses
		drop[spec] = unused || has[i] > max(1, had[i])
	}
	maps.DeleteFunc(drop, func(_ *ast.ImportSpec, drops bool) bool { return !drops })
	if len(drop) == 0 {
		return after
	}
	settled := file.without(drop)
	if _, err := parse(settled); err != nil {
		return after
	}
	return settled
}

// An imported is a package and its name in a file.
type imported struct{ name, path string }

func importedBy(spec *ast.ImportSpec) imported {
	importPath, _ := strconv.Unquote(spec.Path.Value) // it parsed
	if spec.Name != nil {
		return imported{spec.Name.Name, importPath}
	}
	return imported{assumedName(importPath), importPath}
}

var (
	major     = lazyregexp.New(`^v[0-9]+$`)
	separator = lazyregexp.New(`[^\pL\pN_]`)
)

// assumedName returns the name that the package of a path has by convention:
// yaml of gopkg.in/yaml.v3, sqlite3 of go-sqlite3, rand of math/rand/v2.
func assumedName(importPath string) string {
	base := path.Base(importPath)
	if dir := path.Dir(importPath); dir != "." && major().MatchString(base) {
		base = path.Base(dir)
	}
	base = strings.TrimPrefix(base, "go-")
	if at := separator().FindStringIndex(base); at != nil {
		base = base[:at[0]]
	}
	return base
}

type file struct {
	*ast.File
	set  *token.FileSet
	text []byte
}

func parse(text []byte) (*file, error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "", text, parser.ParseComments)
	return &file{f, set, text}, err
}

// uses returns the names that the file uses and does not declare.
func (f *file) uses() map[string]bool {
	names := map[string]bool{}
	for _, ident := range f.Unresolved {
		names[ident.Name] = true
	}
	return names
}

// A span is a range of bytes.
type span struct{ start, end int }

// without returns the text without some imports and their comments.
func (f *file) without(drop map[*ast.ImportSpec]bool) []byte {
	var spans []span
	for _, d := range f.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT {
			break
		}
		spans = append(spans, f.cuts(decl, drop)...)
	}
	var out []byte
	at := 0
	for _, s := range spans {
		out = append(out, f.text[at:s.start]...)
		at = s.end
	}
	return append(out, f.text[at:]...)
}

// cuts returns the lines of a declaration to cut.
func (f *file) cuts(decl *ast.GenDecl, drop map[*ast.ImportSpec]bool) (spans []span) {
	for _, s := range decl.Specs {
		spec := s.(*ast.ImportSpec)
		if !drop[spec] {
			continue
		}
		if !decl.Lparen.IsValid() {
			spec.Doc = decl.Doc
		}
		if s, ok := f.linesOf(decl, spec); ok {
			spans = append(spans, s)
		}
	}
	if decl.Lparen.IsValid() && len(spans) == len(decl.Specs) {
		if s, ok := f.lines(decl.Pos(), decl.End()); ok && !f.comments(decl) {
			return []span{s}
		}
	}
	return spans
}

// comments reports whether a declaration has comments of no import.
func (f *file) comments(decl *ast.GenDecl) bool {
	var own []*ast.CommentGroup
	for _, s := range decl.Specs {
		spec := s.(*ast.ImportSpec)
		own = append(own, spec.Doc, spec.Comment)
	}
	return slices.ContainsFunc(f.Comments, func(c *ast.CommentGroup) bool {
		return decl.Pos() < c.Pos() && c.End() <= decl.End() && !slices.Contains(own, c)
	})
}

// linesOf returns the lines of an import with its comments.
func (f *file) linesOf(decl *ast.GenDecl, spec *ast.ImportSpec) (span, bool) {
	start, end := spec.Pos(), spec.End()
	if !decl.Lparen.IsValid() {
		start = decl.Pos()
	}
	for _, group := range []*ast.CommentGroup{spec.Doc, spec.Comment} {
		if group == nil {
			continue
		}
		if slices.ContainsFunc(group.List, func(c *ast.Comment) bool { return directive().MatchString(c.Text) }) {
			return span{}, false
		}
		start, end = min(start, group.Pos()), max(end, group.End())
	}
	return f.lines(start, end)
}

// directive matches a comment that the compiler or the go command reads.
var directive = lazyregexp.New(`^(//go:|//line |/\*line |// \+build|//export )`)

// lines returns the whole lines from start to end. It is false if they have
// something else. Of two empty lines around them, or one next to a parenthesis,
// one goes too.
func (f *file) lines(start, end token.Pos) (span, bool) {
	in := f.set.File(start)
	from, to := in.Offset(start), in.Offset(end)
	first, last := lineStart(f.text, from), lineEnd(f.text, to)
	if len(bytes.TrimSpace(f.text[first:from])) > 0 || len(bytes.Trim(f.text[to:last], "; \t\r\n")) > 0 {
		return span{}, false
	}
	before, after := lineStart(f.text, max(0, first-1)), lineEnd(f.text, last)
	above, below := bytes.TrimSpace(f.text[before:first]), bytes.TrimSpace(f.text[last:after])
	switch {
	case len(below) == 0 && (len(above) == 0 || bytes.HasSuffix(above, []byte("("))):
		last = after
	case len(above) == 0 && bytes.HasPrefix(below, []byte(")")):
		first = before
	}
	return span{first, last}, true
}

// lineStart returns the start of the line with an offset.
func lineStart(text []byte, at int) int { return bytes.LastIndexByte(text[:at], '\n') + 1 }

// lineEnd returns the end of the line with an offset, after its line end.
func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}
