package source

import (
	"crypto/sha256"
	"encoding/hex"
	"go/ast"
	"go/types"
	"strings"
)

// goFails are methods of testing.TB, and the functions of assertion libraries
// that end or fail a test.
var goFails = map[string]bool{
	"Error": true, "Errorf": true, "Fatal": true, "Fatalf": true, "Fail": true, "FailNow": true,
}

var goSkips = map[string]bool{"Skip": true, "Skipf": true, "SkipNow": true}

// A goReader counts the assertions and skips of a body.
type goReader struct {
	handles map[string]bool // names of *testing.T and the like
	asserts int
	skips   int
}

// goBody fills in the assertions and skips of a function.
func goBody(t *Test, fn *ast.FuncDecl) {
	r := &goReader{handles: map[string]bool{}}
	ast.Inspect(fn, func(n ast.Node) bool {
		if p, ok := n.(*ast.FuncType); ok {
			r.params(p)
		}
		return true
	})
	t.Skipped, _ = r.block(fn.Body.List)
	t.Asserts, t.Skips = r.asserts, r.skips
}

// params keeps the names of parameters that are handles of a test.
func (r *goReader) params(p *ast.FuncType) {
	if p.Params == nil {
		return
	}
	for _, field := range p.Params.List {
		typ := types.ExprString(field.Type)
		switch typ[strings.LastIndexAny(typ, ".*")+1:] {
		case "T", "B", "F", "TB":
			for _, name := range field.Names {
				r.handles[name.Name] = true
			}
		}
	}
}

// block counts the statements of a list up to one that leaves it. It returns
// the call that always skips, or "", and whether the list is always left.
func (r *goReader) block(list []ast.Stmt) (skip string, left bool) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ReturnStmt:
			r.count(s)
			return "", true
		case *ast.BlockStmt:
			skip, left = r.block(s.List)
		case *ast.ExprStmt:
			skip, left = r.leaves(s.X)
			if !left {
				r.count(s)
			}
		case *ast.IfStmt:
			if value, ok := goConstant(s.Cond); ok && s.Init == nil {
				skip, left = r.branch(s, value)
			} else {
				r.count(s)
			}
		default:
			r.count(s)
		}
		if left {
			return skip, true
		}
	}
	return "", false
}

// branch counts the branch of an if whose condition is constant.
func (r *goReader) branch(s *ast.IfStmt, value bool) (skip string, left bool) {
	if value {
		return r.block(s.Body.List)
	}
	if s.Else == nil {
		return "", false
	}
	return r.block([]ast.Stmt{s.Else})
}

// leaves reports whether an expression ends the test without failing it.
func (r *goReader) leaves(x ast.Expr) (skip string, left bool) {
	if name := r.method(x); goSkips[name] {
		r.skips++
		if r.asserts > 0 {
			return "", true
		}
		return "t." + name, true
	}
	if c, ok := x.(*ast.CallExpr); ok {
		switch types.ExprString(c.Fun) {
		case "runtime.Goexit", "os.Exit", "syscall.Exit":
			return "", true
		}
	}
	return "", false
}

// count counts the calls of a statement that can fail or skip the test.
func (r *goReader) count(s ast.Node) {
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			if value, ok := goConstant(n.Cond); ok && n.Init == nil && !value {
				if n.Else != nil {
					r.count(n.Else)
				}
				return false
			}
		case *ast.FuncLit:
			r.block(n.Body.List)
			return false
		case *ast.CallExpr:
			r.call(n)
		}
		return true
	})
}

// call counts one call. A function that is given the handle of the test may
// fail it, unless it is a method of the handle itself or compares constants.
func (r *goReader) call(c *ast.CallExpr) {
	name := r.method(c)
	switch {
	case goSkips[name]:
		r.skips++
	case goFails[name]:
		r.asserts++
	case name != "":
		return
	case isName(c.Fun, "panic"):
		r.asserts++
	default:
		for i, a := range c.Args {
			if id, ok := a.(*ast.Ident); ok && r.handles[id.Name] {
				if !constantArgs(c, i) {
					r.asserts++
				}
				return
			}
		}
		if s, ok := c.Fun.(*ast.SelectorExpr); ok && len(c.Args) > 0 && assertionName(s.Sel.Name) &&
			!constantArgs(c, -1) {
			r.asserts++
		}
	}
}

// method returns the name of the method of a handle that an expression calls,
// or "".
func (r *goReader) method(x ast.Expr) string {
	c, ok := x.(*ast.CallExpr)
	if !ok {
		return ""
	}
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if id, ok := s.X.(*ast.Ident); ok && r.handles[id.Name] {
		return s.Sel.Name
	}
	if call, ok := s.X.(*ast.CallExpr); ok && goSkips[s.Sel.Name] {
		// such as suite.T().Skip()
		if inner, ok := call.Fun.(*ast.SelectorExpr); ok && inner.Sel.Name == "T" {
			return s.Sel.Name
		}
	}
	return ""
}

// assertionName knows the usual names of assertions, such as testify's, that
// are methods of an object, or of a package of the tree.
func assertionName(name string) bool {
	lower := strings.ToLower(name)
	for _, p := range []string{"assert", "require", "expect", "must", "should", "check", "verify"} {
		if strings.HasPrefix(lower, p) {
			return true
		}
	}
	return false
}

// constantArgs reports whether all arguments but the handle are constants, or
// twice the same, so that the assertion cannot fail.
func constantArgs(c *ast.CallExpr, handle int) bool {
	var args []string
	constants := true
	for i, a := range c.Args {
		if i == handle {
			continue
		}
		args = append(args, types.ExprString(a))
		constants = constants && isConstant(a)
	}
	if len(args) == 0 {
		return false
	}
	return assertionCall(c) && (constants || len(args) >= 2 && args[0] == args[1])
}

// assertionCall reports whether a call is to assert or require of testify.
// Another function may fail on constants too.
func assertionCall(c *ast.CallExpr) bool {
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	id, ok := s.X.(*ast.Ident)
	return ok && (id.Name == "assert" || id.Name == "require")
}

func isName(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == name
}

// joinDigest mixes a text into a digest.
func joinDigest(digest, text string) string {
	h := sha256.Sum256([]byte(digest + "\x00" + text))
	return hex.EncodeToString(h[:16])
}
