package localize

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// A symbol is a declaration.
type symbol struct {
	name       string
	start, end int // lines, from 1; end is the last line
}

// The bounds of the search for symbols.
const (
	maxSearched = 1000     // files
	maxSearch   = 16 << 20 // bytes in all
	maxFile     = 1 << 20  // bytes of a file
)

// symbols raises the files that declare what failing tests and stack traces
// name.
func (f *finder) symbols(ctx context.Context) {
	names := namesIn(f.words)
	if len(names) == 0 {
		return
	}
	type hit struct {
		file string
		at   symbol
	}
	hits := map[string][]hit{} // by name
	left := maxSearch
	for n, file := range f.searched() {
		if ctx.Err() != nil || n == maxSearched || left <= 0 {
			f.notes = append(f.notes, fmt.Sprintf("symbols were looked for in %d files only", n))
			break
		}
		text := f.read(file)
		left -= len(text)
		seen := map[string]bool{}
		for _, s := range symbolsOf(file, text) {
			if _, wanted := names[s.name]; wanted && !seen[s.name] {
				seen[s.name] = true
				hits[s.name] = append(hits[s.name], hit{file, s})
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(hits)) {
		found := hits[name]
		if len(found) > maxMeanings {
			continue
		}
		for _, h := range found {
			score := symbolScore * names[name] / float64(len(found))
			f.found.raise(h.file, "symbol", score, "declares "+name).point(h.at.start, name, score/10)
		}
	}
}

// searched returns the sources that are not tests, the ones near a suspected
// file first.
func (f *finder) searched() []string {
	near := map[string]bool{}
	for file := range f.found {
		near[path.Dir(file)] = true
	}
	var first, rest []string
	for _, file := range f.in.Files {
		switch {
		case !isSource(file) && !isBuildFile(file) || f.in.IsTest(file):
		case near[path.Dir(file)]:
			first = append(first, file)
		default:
			rest = append(rest, file)
		}
	}
	return append(first, rest...)
}

// read returns a file, or nothing if it cannot be read or is too large.
func (f *finder) read(file string) []byte {
	text, err := f.in.Read(file)
	if err != nil || len(text) > maxFile {
		return nil
	}
	return text
}

func isBuildFile(file string) bool {
	base := path.Base(file)
	return base == "BUILD" || base == "BUILD.bazel" || base == "MODULE.bazel" || base == "WORKSPACE"
}

// symbolsOf returns the declarations of a file: by the parsers of Go and
// Starlark, and by the look of lines elsewhere.
func symbolsOf(file string, text []byte) []symbol {
	switch {
	case path.Ext(file) == ".go":
		return goSymbols(text)
	case path.Ext(file) == ".bzl", isBuildFile(file):
		return starlarkSymbols(file, text)
	}
	return textSymbols(string(text))
}

func goSymbols(text []byte) []symbol {
	set := token.NewFileSet()
	// Code that does not parse has the declarations up to the mistake.
	parsed, _ := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if parsed == nil {
		return nil
	}
	var out []symbol
	add := func(name string, node ast.Node) {
		out = append(out, symbol{name, set.Position(node.Pos()).Line, set.Position(node.End()).Line})
	}
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(d.Name.Name, d)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					add(spec.Name.Name, spec)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						add(name.Name, spec)
					}
				}
			}
		}
	}
	return out
}

func starlarkSymbols(file string, text []byte) (out []symbol) {
	defer func() {
		if recover() != nil { // a parser that is not meant for hostile files
			out = textSymbols(string(text))
		}
	}()
	parse := build.ParseBzl
	if isBuildFile(file) {
		parse = build.ParseBuild
	}
	parsed, err := parse(file, text)
	if err != nil {
		return textSymbols(string(text))
	}
	for _, statement := range parsed.Stmt {
		start, end := statement.Span()
		name := ""
		switch s := statement.(type) {
		case *build.DefStmt:
			name = s.Name
		case *build.AssignExpr:
			if ident, ok := s.LHS.(*build.Ident); ok {
				name = ident.Name
			}
		case *build.CallExpr:
			name = (&build.Rule{Call: s}).Name()
		}
		if name != "" {
			out = append(out, symbol{name, start.Line, end.Line})
		}
	}
	return out
}

var declaration = lazyregexp.New(`^(\s*)(?:export\s+)?(?:default\s+)?(?:pub(?:\([a-z]+\))?\s+)?(?:public\s+|private\s+|protected\s+|static\s+|final\s+|abstract\s+|async\s+|unsafe\s+)*` +
	`(?:def|class|function\*?|fn|func|struct|enum|trait|interface|type|const|let|var|impl|module|object)\s+([A-Za-z_$][\w$]*)`)

// method is a method of Java, C++ or a class of JavaScript, by its look.
var method = lazyregexp.New(`^(\s*)(?:[\w<>\[\],:&*~]+\s+){0,5}?(?:[\w~]+::)*([A-Za-z_$][\w$]*)\s*\([^;]*\{\s*$`)

var keyword = map[string]bool{"if": true, "for": true, "while": true, "switch": true, "catch": true, "return": true, "else": true, "match": true}

// maxSymbols bounds the declarations of a file that are read by their look.
const maxSymbols = 5000

// textSymbols returns declarations by the look of their lines. Each ends where
// the next one starts that is not further indented.
func textSymbols(text string) []symbol {
	var out []symbol
	var indents []int
	var open []int // indexes in out
	n := 0
	for line := range strings.Lines(text) {
		n++
		if len(line) > maxLine {
			continue
		}
		m := declaration().FindStringSubmatch(line)
		if m == nil {
			m = method().FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		}
		if m == nil || keyword[m[2]] {
			continue
		}
		for len(open) > 0 && indents[open[len(open)-1]] >= len(m[1]) {
			out[open[len(open)-1]].end = n - 1
			open = open[:len(open)-1]
		}
		open = append(open, len(out))
		out = append(out, symbol{m[2], n, 0})
		indents = append(indents, len(m[1]))
		if len(out) == maxSymbols {
			break
		}
	}
	for _, at := range open {
		out[at].end = n
	}
	return out
}

// enclosing names the declarations that the lines of places are in.
func (f *finder) enclosing(places []evidence.Place) {
	for i := range places {
		p := &places[i]
		if p.Line == 0 || p.Symbol != "" {
			continue
		}
		size := 0
		for _, s := range symbolsOf(p.Path, f.read(p.Path)) {
			if s.start <= p.Line && p.Line <= s.end && (size == 0 || s.end-s.start < size) {
				p.Symbol, size = s.name, s.end-s.start+1
			}
		}
	}
}
