package source

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A GoTree is a file of Go.
type GoTree struct {
	*ast.File
	file *token.File
}

// Offset returns the byte of a position, and Line the line, whatever //line
// says.
func (t *GoTree) Offset(p token.Pos) int { return t.file.Offset(p) }
func (t *GoTree) Line(p token.Pos) int   { return t.file.PositionFor(p, false).Line }

// Go returns the tree of a source, which lacks what follows a mistake in it if
// there is an error. The tree is nil if nothing can be read.
func (f *File) Go() (*GoTree, error) {
	if f.goTree == nil && f.err == nil {
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, f.Path, f.Text, parser.ParseComments|parser.SkipObjectResolution)
		if f.err = err; tree != nil {
			f.goTree = &GoTree{tree, set.File(tree.FileStart)}
		}
	}
	return f.goTree, f.err
}

// readGo reads the functions that `go test` calls.
func (f *File) readGo() {
	if !strings.HasSuffix(f.Path, "_test.go") {
		return
	}
	tree, err := f.Go()
	if err != nil && f.Unreadable == "" {
		f.Unreadable = "does not parse: " + firstLine(err.Error())
	}
	if tree == nil {
		return
	}
	f.Constraint = goConstraint(tree.File)
	all := f.Tokens()
	rest := make([]Token, 0, len(all))
	from := 0
	for _, d := range tree.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil {
			continue
		}
		kind, ok := goKind(fn)
		if !ok {
			continue
		}
		t := Test{Kind: kind, Name: fn.Name.Name, Line: tree.Line(fn.Pos()), Last: tree.Line(fn.End())}
		first := indexAt(all, from, tree.Offset(fn.Pos()))
		last := indexAt(all, first, tree.Offset(fn.End()))
		t.Digest = digest(f.Text, all[first:last], false)
		if fn.Body != nil && kind != Hook {
			goBody(&t, fn)
		}
		if kind == Example {
			t.Asserts = goOutput(&t, tree.File, fn)
		}
		if f.Constraint != "" && goNever(f.Constraint) {
			t.Skipped = "build constraint " + f.Constraint
		}
		f.add(t)
		rest = append(rest, all[from:first]...)
		from = last
	}
	f.Rest = digest(f.Text, append(rest, all[from:]...), false)
}

// indexAt returns the index of the first token at an offset or behind it.
func indexAt(all []Token, from, offset int) int {
	for from < len(all) && all[from].Start < offset {
		from++
	}
	return from
}

// goKind returns the kind of a function of a test file for `go test`.
func goKind(fn *ast.FuncDecl) (Kind, bool) {
	name := fn.Name.Name
	if name == "init" {
		return Hook, true
	}
	if fn.Type.TypeParams != nil && len(fn.Type.TypeParams.List) > 0 {
		return "", false
	}
	takes := func(what string) bool {
		if fn.Type.Params == nil || len(fn.Type.Params.List) != 1 || len(fn.Type.Params.List[0].Names) > 1 {
			return false
		}
		pointer, ok := fn.Type.Params.List[0].Type.(*ast.StarExpr)
		if !ok {
			return false
		}
		switch x := pointer.X.(type) {
		case *ast.SelectorExpr:
			return x.Sel.Name == what
		case *ast.Ident:
			return x.Name == what
		}
		return false
	}
	if name == "TestMain" && takes("M") {
		return Hook, true
	}
	switch {
	case goPrefixed(name, "Test") && takes("T"):
		return Function, true
	case goPrefixed(name, "Benchmark") && takes("B"):
		return Benchmark, true
	case goPrefixed(name, "Fuzz") && takes("F"):
		return Fuzz, true
	case goPrefixed(name, "Example") && (fn.Type.Params == nil || len(fn.Type.Params.List) == 0):
		return Example, true
	}
	return "", false
}

// goPrefixed reports whether a name starts as `go test` wants it: the prefix is
// not followed by a lower case letter.
func goPrefixed(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	if !ok {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !unicode.IsLower(r)
}

// goConstraint returns the build constraint of a file, or "".
func goConstraint(tree *ast.File) string {
	for _, group := range tree.Comments {
		if group.Pos() > tree.Package {
			break
		}
		for _, c := range group.List {
			if constraint.IsGoBuild(c.Text) {
				return strings.TrimSpace(strings.TrimPrefix(c.Text, "//go:build"))
			}
		}
	}
	return ""
}

// goNever reports whether no usual build satisfies a constraint: neither one
// without tags nor one with every tag except "ignore".
func goNever(line string) bool {
	expr, err := constraint.Parse("//go:build " + line)
	if err != nil {
		return false
	}
	return !expr.Eval(func(string) bool { return false }) && !expr.Eval(func(tag string) bool { return tag != "ignore" })
}

// goOutput counts the expected output of an example, and adds it to the digest.
func goOutput(t *Test, tree *ast.File, fn *ast.FuncDecl) int {
	for _, group := range tree.Comments {
		if group.Pos() < fn.Pos() || group.End() > fn.End() {
			continue
		}
		if isGoOutput(group) {
			t.Digest = joinDigest(t.Digest, group.Text())
			return 1
		}
	}
	return 0
}

// isGoOutput reports whether a comment is the expected output of an example.
func isGoOutput(group *ast.CommentGroup) bool {
	text := strings.ToLower(strings.TrimSpace(group.Text()))
	return strings.HasPrefix(text, "output:") || strings.HasPrefix(text, "unordered output:")
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
