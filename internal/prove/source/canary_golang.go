package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// goFunction returns the function of a test, or nil.
func (f *File) goFunction(t *Test) (*GoTree, *ast.FuncDecl) {
	tree, err := f.Go()
	if err != nil {
		return nil, nil
	}
	for _, d := range tree.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == t.Name && fn.Body != nil {
			return tree, fn
		}
	}
	return nil, nil
}

// goFailure fails a test by its handle, when it ends.
func (f *File) goFailure(t *Test) ([]Edit, string) {
	tree, fn := f.goFunction(t)
	switch {
	case fn == nil:
		return nil, "its file does not parse"
	case t.Kind == Example:
		return nil, "an example without output"
	case len(fn.Type.Params.List) != 1 || len(fn.Type.Params.List[0].Names) != 1:
		return nil, "its handle has no name"
	}
	handle := fn.Type.Params.List[0].Names[0]
	name := handle.Name
	var edits []Edit
	if name == "_" {
		name = "autofixT"
		edits = append(edits, Edit{tree.Offset(handle.Pos()), tree.Offset(handle.End()), name})
	}
	at := tree.Offset(fn.Body.Lbrace) + 1
	return append(edits, Edit{at, at, " defer " + name + ".Error(" + strconv.Quote(CanaryMessage) + ");"}), ""
}

// goOutputEdits adds to the expected output of an example.
func (f *File) goOutputEdits(t *Test) []Edit {
	tree, fn := f.goFunction(t)
	if fn == nil {
		return nil
	}
	for _, group := range tree.Comments {
		last := group.List[len(group.List)-1]
		if group.Pos() < fn.Pos() || group.End() > fn.End() || !isGoOutput(group) || !strings.HasPrefix(last.Text, "//") {
			continue
		}
		at := tree.Offset(group.End())
		return []Edit{{at, at, "\n// canary"}}
	}
	return nil
}

// A goValue collects the comparisons that make a test fail.
type goValue struct {
	*goReader
	tree  *GoTree
	edits []Edit
	named map[string]int // the names that comparisons have, and how often
}

// goValues changes the literals in conditions under which a test fails, and in
// arguments of assertions of equality.
func (f *File) goValues(t *Test) []Edit {
	tree, fn := f.goFunction(t)
	if fn == nil {
		return nil
	}
	v := &goValue{goReader: &goReader{handles: map[string]bool{}}, tree: tree, named: map[string]int{}}
	ast.Inspect(fn, func(n ast.Node) bool {
		if p, ok := n.(*ast.FuncType); ok {
			v.params(p)
		}
		return true
	})
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			if v.fails(n.Body) {
				v.unequal(n.Cond)
			}
		case *ast.CallExpr:
			if name := calledName(n); equality(name) && v.given(n) {
				v.operands(n)
			}
		}
		return true
	})
	v.names(fn.Body)
	return v.edits
}

// fails reports whether a block fails the test by one of its statements.
func (v *goValue) fails(b *ast.BlockStmt) bool {
	for _, s := range b.List {
		if x, ok := s.(*ast.ExprStmt); ok && goFails[v.method(x.X)] {
			return true
		}
	}
	return false
}

// unequal finds the comparisons that each make a condition true if they do not
// hold.
func (v *goValue) unequal(x ast.Expr) {
	switch x := ast.Unparen(x).(type) {
	case *ast.BinaryExpr:
		switch x.Op {
		case token.LOR:
			v.unequal(x.X)
			v.unequal(x.Y)
		case token.NEQ:
			v.compare(x.X, x.Y)
		}
	case *ast.UnaryExpr:
		if x.Op != token.NOT {
			return
		}
		switch inner := ast.Unparen(x.X).(type) {
		case *ast.BinaryExpr:
			if inner.Op == token.EQL {
				v.compare(inner.X, inner.Y)
			}
		case *ast.CallExpr:
			if equality(calledName(inner)) {
				v.operands(inner)
			}
		}
	}
}

// equality reports whether the name of a function says that it asserts or finds
// that values are equal.
func equality(name string) bool {
	other := slices.ContainsFunc([]string{"Not", "Un", "JSON", "YAML"}, func(part string) bool { return strings.Contains(name, part) })
	return !other && (strings.Contains(name, "Equal") || name == "Exactly")
}

// calledName returns the last part of the name of a function.
func calledName(c *ast.CallExpr) string {
	switch fun := c.Fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return fun.Sel.Name
	}
	return ""
}

// given reports whether a call can fail the test: it has the handle, or its
// receiver is an object of assertions.
func (v *goValue) given(c *ast.CallExpr) bool {
	for _, a := range c.Args {
		if id, ok := a.(*ast.Ident); ok && v.handles[id.Name] {
			return true
		}
	}
	s, ok := c.Fun.(*ast.SelectorExpr)
	return ok && (assertionName(types.ExprString(s.X)) || isName(s.X, "is"))
}

// operands compares the arguments of a call, or its receiver and its argument.
func (v *goValue) operands(c *ast.CallExpr) {
	var operands []ast.Expr
	for _, a := range c.Args {
		if id, ok := a.(*ast.Ident); ok && v.handles[id.Name] {
			continue
		}
		operands = append(operands, a)
	}
	if s, ok := c.Fun.(*ast.SelectorExpr); ok && len(operands) == 1 {
		operands = append(operands, s.X)
	}
	if len(operands) >= 2 {
		v.compare(operands[0], operands[1])
	}
}

// compare changes the literal of a comparison with something else.
func (v *goValue) compare(a, b ast.Expr) {
	switch first, second := goLiteral(a), goLiteral(b); {
	case first != nil && second == nil:
		v.change(first)
	case first == nil && second != nil:
		v.change(second)
	case first == nil && second == nil:
		for _, x := range []ast.Expr{a, b} {
			if name := goNameOf(x); name != "" {
				v.named[name]++
			}
		}
	}
}

// change replaces a literal by another one that the same types can have.
func (v *goValue) change(x ast.Expr) {
	was, is := "", ""
	switch x := x.(type) {
	case *ast.Ident:
		was, is = x.Name, constantWords[x.Name]
	case *ast.BasicLit:
		was = x.Value
		switch x.Kind {
		case token.INT, token.FLOAT:
			is, _ = otherNumber(strings.ReplaceAll(was, "_", ""))
		case token.STRING:
			is = otherString(was)
		case token.CHAR:
			if is = "'a'"; was == is {
				is = "'b'"
			}
		}
	}
	if is != "" {
		v.edits = append(v.edits, Edit{v.tree.Offset(x.Pos()), v.tree.Offset(x.End()), is})
	}
}

// names changes the literals that compared names have in a test, as a variable
// or as a field in each row of a table, if the names are used for nothing else.
func (v *goValue) names(body *ast.BlockStmt) {
	uses, defined := map[string]int{}, map[string][]ast.Expr{}
	define := func(name, value ast.Expr) {
		if literal, id := goLiteral(value), goNameOf(name); literal != nil && v.named[id] > 0 {
			defined[id] = append(defined[id], literal)
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return !goFails[v.method(n)] // messages
		case *ast.Field:
			return false
		case *ast.KeyValueExpr:
			define(n.Key, n.Value)
			if _, ok := n.Key.(*ast.Ident); ok {
				uses[goNameOf(n.Key)]-- // a field
			}
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				for i := range n.Lhs {
					if define(n.Lhs[i], n.Rhs[i]); n.Tok == token.DEFINE {
						uses[goNameOf(n.Lhs[i])]--
					}
				}
			}
		case *ast.ValueSpec:
			for i := range n.Names {
				if uses[n.Names[i].Name]--; i < len(n.Values) {
					define(n.Names[i], n.Values[i])
				}
			}
		case *ast.Ident:
			uses[n.Name]++
		}
		return true
	})
	for name, n := range v.named {
		if uses[name] != n {
			continue // it is an input, too
		}
		for _, x := range defined[name] {
			v.change(x)
		}
	}
}

// goNameOf returns the name of a variable or of a field, or "".
func goNameOf(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}

// goLiteral returns the first value in a literal, or nil.
func goLiteral(x ast.Expr) ast.Expr {
	switch x := ast.Unparen(x).(type) {
	case *ast.BasicLit:
		return x
	case *ast.Ident:
		if x.Name == "true" || x.Name == "false" {
			return x
		}
	case *ast.UnaryExpr:
		if x.Op == token.SUB || x.Op == token.AND {
			return goLiteral(x.X)
		}
	case *ast.CompositeLit:
		var first ast.Expr
		for _, e := range x.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e = kv.Value
			}
			literal := goLiteral(e)
			if literal == nil && !isName(e, "nil") {
				return nil
			}
			if first == nil {
				first = literal
			}
		}
		return first
	case *ast.CallExpr:
		if len(x.Args) == 1 && goConversion(x.Fun) {
			return goLiteral(x.Args[0])
		}
	}
	return nil
}

// goConversion reports whether a call converts, as in []byte("a") and int64(1).
func goConversion(fun ast.Expr) bool {
	switch fun := fun.(type) {
	case *ast.ArrayType:
		return true
	case *ast.Ident:
		_, ok := types.Universe.Lookup(fun.Name).(*types.TypeName)
		return ok
	}
	return false
}
