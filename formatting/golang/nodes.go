package golang

import (
	"cmp"
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/trees"
)

// nodes returns what compares the syntax trees of Go. What gofmt -s and
// gofumpt write in another way is read in one way: parentheses, the order of
// imports, groups of declarations, var a = b, types that a literal may leave
// out, and how numbers are spelled.
func (l language) nodes() *trees.Comparer {
	if l.gofumpt.Extra.ClotheReturns {
		return clothed
	}
	return plain
}

var plain, clothed = nodes(false), nodes(true)

func nodes(clothe bool) *trees.Comparer {
	c := &trees.Comparer{
		Layout: []reflect.Type{reflect.TypeFor[token.Pos](), reflect.TypeFor[*ast.CommentGroup](), reflect.TypeFor[*ast.Object]()},
		Ignore: map[reflect.Type][]string{
			reflect.TypeFor[ast.EmptyStmt](): {"Implicit"},
		},
		Read: map[reflect.Type]func(any) any{
			reflect.TypeFor[*ast.File]():         readFile,
			reflect.TypeFor[[]ast.Stmt]():        readStmts,
			reflect.TypeFor[ast.Stmt]():          readStmt,
			reflect.TypeFor[ast.Expr]():          readExpr,
			reflect.TypeFor[*ast.TypeSpec]():     readType,
			reflect.TypeFor[*ast.FieldList]():    readFields,
			reflect.TypeFor[*ast.CompositeLit](): readLiteral,
			reflect.TypeFor[*ast.CallExpr]():     readCall,
			reflect.TypeFor[*ast.SliceExpr]():    readSlice,
			reflect.TypeFor[*ast.RangeStmt]():    readRange,
			reflect.TypeFor[*ast.BasicLit]():     readNumber,
		},
		Place: func(node any) (int, bool) {
			if c, ok := node.(constant); ok {
				node = c.Names[0]
			}
			if n, ok := node.(ast.Node); ok && !reflect.ValueOf(n).IsNil() && n.Pos().IsValid() {
				return int(n.Pos()), true
			}
			return 0, false
		},
	}
	if clothe {
		c.Read[reflect.TypeFor[*ast.ReturnStmt]()] = readReturn
	}
	return c
}

// readFile returns the imports, in order, and the declarations one by one.
func readFile(v any) any {
	file := v.(*ast.File)
	var imports []string
	var decls []any
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok {
			decls = append(decls, decl)
			continue
		}
		if group.Tok != token.IMPORT {
			decls = append(decls, specs(group)...)
			continue
		}
		for _, spec := range group.Specs {
			s := spec.(*ast.ImportSpec)
			name := ""
			if s.Name != nil {
				name = s.Name.Name
			}
			imports = append(imports, name+" "+s.Path.Value)
		}
	}
	slices.Sort(imports)
	return struct {
		Name    *ast.Ident
		Imports []string
		Decls   []any
	}{file.Name, slices.Compact(imports), decls}
}

// A constant is a part of a declaration of constants.
type constant struct {
	Names  []*ast.Ident
	Type   ast.Expr
	Values []ast.Expr // its own, or the repeated ones of a constant above
	Iota   int        // if the values depend on it
}

// specs returns the parts of a declaration, of which constants depend on the
// ones above.
func specs(group *ast.GenDecl) []any {
	out := make([]any, len(group.Specs))
	var last constant
	for i, spec := range group.Specs {
		out[i] = spec
		if group.Tok != token.CONST {
			continue
		}
		s := spec.(*ast.ValueSpec)
		c := constant{Names: s.Names, Type: s.Type, Values: s.Values}
		if c.Type == nil && len(c.Values) == 0 {
			c.Type, c.Values = last.Type, last.Values
		}
		last = c
		if slices.ContainsFunc(c.Values, countsUp) {
			c.Iota = i
		}
		out[i] = c
	}
	return out
}

// countsUp reports whether iota may be in an expression.
func countsUp(x ast.Expr) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == "iota"
		return !found
	})
	return found
}

// readStmts returns statements without the empty ones, and declarations one by
// one.
func readStmts(v any) any {
	var out []any
	for _, stmt := range v.([]ast.Stmt) {
		decl, ok := stmt.(*ast.DeclStmt)
		if group, isGroup := genDecl(decl); ok && isGroup && len(group.Specs) != 1 {
			for _, spec := range specs(group) {
				if s, ok := spec.(*ast.ValueSpec); ok {
					spec = assignment(s)
				}
				out = append(out, spec)
			}
			continue
		}
		if _, empty := stmt.(*ast.EmptyStmt); !empty {
			out = append(out, readStmt(stmt))
		}
	}
	return out
}

func genDecl(stmt *ast.DeclStmt) (*ast.GenDecl, bool) {
	if stmt == nil {
		return nil, false
	}
	group, ok := stmt.Decl.(*ast.GenDecl)
	return group, ok
}

// readStmt returns a declaration of one thing as that thing.
func readStmt(v any) any {
	decl, _ := v.(*ast.DeclStmt)
	group, ok := genDecl(decl)
	if !ok || len(group.Specs) != 1 {
		return v
	}
	spec := specs(group)[0]
	if s, ok := spec.(*ast.ValueSpec); ok {
		return assignment(s)
	}
	return spec
}

// assignment returns var a = b as a := b.
func assignment(s *ast.ValueSpec) any {
	if s.Type != nil || len(s.Values) == 0 {
		return s
	}
	a := &ast.AssignStmt{Tok: token.ASSIGN, Rhs: s.Values}
	for _, name := range s.Names {
		a.Lhs = append(a.Lhs, name)
		if name.Name != "_" {
			a.Tok = token.DEFINE
		}
	}
	return a
}

func readExpr(v any) any {
	if x, ok := v.(*ast.ParenExpr); ok {
		return ast.Unparen(x)
	}
	return v
}

// readType returns a declaration of a type, of which a position says whether
// it is an alias.
func readType(v any) any {
	s := v.(*ast.TypeSpec)
	return struct {
		Name   *ast.Ident
		Params *ast.FieldList
		Alias  bool
		Type   ast.Expr
	}{s.Name, s.TypeParams, s.Assign.IsValid(), s.Type}
}

// A field is a parameter, or a field of a struct.
type field struct {
	Name *ast.Ident
	Type ast.Expr
	Tag  *ast.BasicLit
}

func readFields(v any) any {
	list := v.(*ast.FieldList)
	if list == nil {
		return []field(nil)
	}
	var out []field
	for _, f := range list.List {
		for _, name := range f.Names {
			out = append(out, field{name, f.Type, f.Tag})
		}
		if len(f.Names) == 0 {
			out = append(out, field{nil, f.Type, f.Tag})
		}
	}
	return out
}

// readLiteral returns a literal with the types of its elements.
func readLiteral(v any) any {
	lit := v.(*ast.CompositeLit)
	var key, elem ast.Expr
	switch t := lit.Type.(type) {
	case *ast.ArrayType:
		elem = t.Elt
	case *ast.MapType:
		key, elem = t.Key, t.Value
	default:
		return v
	}
	full := &ast.CompositeLit{Type: lit.Type, Elts: slices.Clone(lit.Elts)}
	for i, e := range full.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			full.Elts[i] = &ast.KeyValueExpr{Key: typed(pair.Key, key), Value: typed(pair.Value, elem)}
		} else {
			full.Elts[i] = typed(e, elem)
		}
	}
	return full
}

// typed returns an element of a literal, with the type that it has if it does
// not say it.
func typed(x, t ast.Expr) ast.Expr {
	lit, ok := x.(*ast.CompositeLit)
	if !ok || lit.Type != nil || t == nil {
		return x
	}
	if pointer, ok := t.(*ast.StarExpr); ok {
		return &ast.UnaryExpr{Op: token.AND, X: &ast.CompositeLit{Type: pointer.X, Elts: lit.Elts}}
	}
	return &ast.CompositeLit{Type: t, Elts: lit.Elts}
}

// readCall returns a call, of which a position says whether it ends in "...".
func readCall(v any) any {
	call := v.(*ast.CallExpr)
	return struct {
		Fun    ast.Expr
		Args   []ast.Expr
		Spread bool
	}{call.Fun, call.Args, call.Ellipsis.IsValid()}
}

// readSlice returns s[a:len(s)] as s[a:].
func readSlice(v any) any {
	s := v.(*ast.SliceExpr)
	call, ok := s.High.(*ast.CallExpr)
	if !ok || s.Slice3 || len(call.Args) != 1 || call.Ellipsis.IsValid() {
		return v
	}
	name, ok := s.X.(*ast.Ident)
	fun, isName := call.Fun.(*ast.Ident)
	arg, argIsName := call.Args[0].(*ast.Ident)
	if !ok || !isName || !argIsName || fun.Name != "len" || arg.Name != name.Name {
		return v
	}
	short := *s
	short.High = nil
	return &short
}

// readRange returns a range without the names that are "_".
func readRange(v any) any {
	r := *v.(*ast.RangeStmt)
	blank := func(x ast.Expr) bool {
		id, ok := x.(*ast.Ident)
		return ok && id.Name == "_"
	}
	if blank(r.Value) {
		r.Value = nil
	}
	if r.Value == nil && blank(r.Key) {
		r.Key = nil
	}
	if r.Key == nil {
		r.Tok = token.ILLEGAL
	}
	return &r
}

// readNumber returns a number in one of the spellings that it may have.
func readNumber(v any) any {
	lit := v.(*ast.BasicLit)
	if lit == nil || lit.Kind == token.STRING || lit.Kind == token.CHAR {
		return v
	}
	text := strings.ToLower(lit.Value)
	switch {
	case lit.Kind == token.INT && len(text) > 1 && text[0] == '0' && '0' <= text[1] && text[1] <= '7':
		text = "0o" + text[1:]
	case lit.Kind == token.IMAG && !strings.ContainsAny(text, "xbo"):
		text = cmp.Or(strings.TrimLeft(text, "0_"), "0")
	}
	return &ast.BasicLit{Kind: lit.Kind, Value: text}
}

// readReturn treats a return of names like a naked return.
func readReturn(v any) any {
	r := v.(*ast.ReturnStmt)
	if slices.ContainsFunc(r.Results, func(x ast.Expr) bool { _, ok := x.(*ast.Ident); return !ok }) {
		return r
	}
	return &ast.ReturnStmt{}
}
