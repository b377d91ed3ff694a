//go:build linux

package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// A goFile is a parsed text.
type goFile struct {
	*source.GoTree
	text string
}

func parse(text string) (*goFile, error) {
	tree, err := source.Read(sourceName, []byte(text)).Go()
	return &goFile{tree, text}, err
}

// of returns the text of a node.
func (f *goFile) of(n ast.Node) string { return f.text[f.Offset(n.Pos()):f.Offset(n.End())] }

// function returns a function by its name, or nil.
func (f *goFile) function(name string) *ast.FuncDecl {
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Name.Name == name && d.Recv == nil {
			return d
		}
	}
	return nil
}

// withAnswer returns a source with the functions of the right answer. New ones
// are added at the end.
func withAnswer(source string, a answer) (string, error) {
	right, err := parse("package main\n" + a.Import + a.Declaration + a.Solution)
	if err != nil {
		return "", fmt.Errorf("the answer: %w", err)
	}
	for _, d := range right.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		f, err := parse(source)
		if err != nil {
			return "", err
		}
		start := len(source)
		end := start
		text := "\n" + right.of(d) + "\n"
		if d, ok := d.(*ast.FuncDecl); ok && f.function(d.Name.Name) != nil {
			old := f.function(d.Name.Name)
			start, end, text = f.Offset(old.Pos()), f.Offset(old.End()), right.of(d)
		}
		source = source[:start] + text + source[end:]
	}
	return withImports(source, importsOf(right)...)
}

// withStatements returns a source with statements at the start of a function.
func withStatements(source, function, statements string, imports ...string) (string, error) {
	f, err := parse(source)
	if err != nil {
		return "", err
	}
	d := f.function(function)
	if d == nil || d.Body == nil {
		return "", fmt.Errorf("there is no function %s", function)
	}
	at := f.Offset(d.Body.Lbrace) + 1
	return withImports(source[:at]+"\n"+statements+source[at:], imports...)
}

// withImports returns a source with imports of the packages that it uses: the
// given ones, and its own. Imports that fit stay as they are.
func withImports(source string, more ...string) (string, error) {
	f, err := parse(source)
	if err != nil {
		return "", err
	}
	used := map[string]bool{}
	ast.Inspect(f.File, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	have := importsOf(f)
	want := slices.DeleteFunc(slices.Concat(have, more), func(name string) bool { return !used[path.Base(name)] })
	slices.Sort(want)
	want = slices.Compact(want)
	if slices.Equal(slices.Sorted(slices.Values(have)), want) {
		return source, nil
	}
	start, end := f.Offset(f.Name.End()), f.Offset(f.Name.End())
	text := "\n\nimport (\n"
	for _, name := range want {
		text += "\t" + strconv.Quote(name) + "\n"
	}
	text += ")"
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			end = f.Offset(g.End())
		}
	}
	if len(want) == 0 {
		text = ""
	}
	return source[:start] + text + source[end:], nil
}

// importsOf returns the paths that a file imports.
func importsOf(f *goFile) []string {
	var paths []string
	for _, s := range f.Imports {
		paths = append(paths, strings.Trim(s.Path.Value, "\"`"))
	}
	return paths
}
