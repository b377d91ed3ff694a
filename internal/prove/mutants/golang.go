package mutants

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// golang is Go, by its own parser.
type golang struct{}

func (golang) sound(name string, _, after []byte) bool {
	_, err := source.Read(name, after).Go()
	return err == nil
}

func (golang) edits(f *source.File) []edit {
	tree, err := f.Go()
	if err != nil {
		return nil
	}
	g := &goEdits{tree: tree, text: f.Text}
	for _, d := range tree.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			g.function(fn.Type, fn.Body)
		}
	}
	return g.list
}

// A goEdits collects edits.
type goEdits struct {
	tree *source.GoTree
	text []byte
	list []edit
}

func (g *goEdits) source(n ast.Node) string {
	return string(g.text[g.tree.Offset(n.Pos()):g.tree.Offset(n.End())])
}

func (g *goEdits) add(n ast.Node, is string, r rank, what string) {
	g.list = append(g.list, edit{g.tree.Offset(n.Pos()), g.tree.Offset(n.End()), is, g.tree.Line(n.Pos()), r, what})
}

func (g *goEdits) operator(pos token.Pos, was, is string, r rank) {
	g.list = append(g.list, replace(g.tree.Offset(pos), was, is, g.tree.Line(pos), r))
}

// function walks one function. The literals in it have their own results.
func (g *goEdits) function(typ *ast.FuncType, body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			g.function(n.Type, n.Body)
			return false
		case *ast.ReturnStmt:
			g.returns(typ, n)
		case *ast.CallExpr:
			if quiet(n) {
				return false
			}
		case *ast.BlockStmt:
			g.statements(n.List)
		case *ast.CaseClause:
			g.statements(n.Body)
		case *ast.CommClause:
			g.statements(n.Body)
		case *ast.IfStmt:
			g.condition(n)
		case *ast.ForStmt, *ast.RangeStmt:
		case ast.Expr:
			g.expression(n)
		}
		return true
	})
}

// condition negates conditions other than comparisons, which expression
// negates.
func (g *goEdits) condition(n *ast.IfStmt) {
	cond := n.Cond
	if b, ok := cond.(*ast.BinaryExpr); ok && opposites[b.Op.String()] != "" {
		return
	}
	if u, ok := cond.(*ast.UnaryExpr); ok && u.Op == token.NOT {
		g.add(u, g.source(u.X), negation, "! was removed")
		return
	}
	g.add(cond, "!("+g.source(cond)+")", negation, "the condition was negated")
}

func (g *goEdits) expression(n ast.Expr) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		op := n.Op.String()
		if is := opposites[op]; is != "" {
			g.operator(n.OpPos, op, is, negation)
		}
		if is := neighbors[op]; is != "" {
			g.operator(n.OpPos, op, is, boundary)
		}
		if is := logics[op]; is != "" {
			g.operator(n.OpPos, op, is, logic)
		}
		if is := sums[op]; is != "" && !isString(n.X) && !isString(n.Y) {
			g.operator(n.OpPos, op, is, arithmetic)
		}
	case *ast.Ident:
		if is := truths[n.Name]; is != "" {
			g.operator(n.Pos(), n.Name, is, boolean)
		}
	case *ast.BasicLit:
		if v, err := strconv.ParseInt(n.Value, 10, 32); err == nil && n.Kind == token.INT {
			g.operator(n.Pos(), n.Value, strconv.FormatInt(v+1, 10), number)
		}
	}
}

func isString(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.BasicLit:
		return x.Kind == token.STRING
	case *ast.BinaryExpr:
		return isString(x.X) || isString(x.Y)
	}
	return false
}

// statements drops statements that stand alone. A declaration is kept: later
// statements would not build.
func (g *goEdits) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if c, ok := s.X.(*ast.CallExpr); ok && !quiet(c) {
				g.add(s, "", statement, "the call of "+brief(types.ExprString(c.Fun))+" was dropped")
			}
		case *ast.IncDecStmt:
			was := s.Tok.String()
			is := map[string]string{"++": "--", "--": "++"}[was]
			g.operator(s.TokPos, was, is, arithmetic)
		case *ast.AssignStmt:
			switch s.Tok {
			case token.DEFINE:
			case token.ADD_ASSIGN, token.SUB_ASSIGN:
				if !isString(s.Rhs[0]) {
					g.operator(s.TokPos, s.Tok.String(), sums[s.Tok.String()], arithmetic)
				}
				g.add(s, "", statement, "the assignment to "+brief(types.ExprString(s.Lhs[0]))+" was dropped")
			default:
				if !isBlank(s.Lhs) {
					g.add(s, "", statement, "the assignment to "+brief(types.ExprString(s.Lhs[0]))+" was dropped")
				}
			}
		case *ast.SendStmt:
			g.add(s, "", statement, "the send was dropped")
		}
	}
}

func isBlank(list []ast.Expr) bool {
	for _, x := range list {
		if id, ok := x.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}

// returns makes zeros of the values that a function returns, if the type shows
// which value is zero.
func (g *goEdits) returns(typ *ast.FuncType, n *ast.ReturnStmt) {
	if typ.Results == nil || len(n.Results) == 0 {
		return
	}
	var kinds []ast.Expr
	for _, f := range typ.Results.List {
		for range max(1, len(f.Names)) {
			kinds = append(kinds, f.Type)
		}
	}
	if len(kinds) != len(n.Results) {
		return
	}
	for i, x := range n.Results {
		zero := zeroOf(kinds[i])
		if zero == "" || g.source(x) == zero || truths[g.source(x)] != "" {
			continue
		}
		g.add(x, zero, result, brief(g.source(x))+" became "+zero)
	}
}

// zeroOf returns the zero of a type, or "" if its name does not show it.
func zeroOf(typ ast.Expr) string {
	switch t := typ.(type) {
	case *ast.StarExpr, *ast.MapType, *ast.FuncType, *ast.ChanType, *ast.InterfaceType:
		return "nil"
	case *ast.ArrayType:
		if t.Len == nil {
			return "nil"
		}
	case *ast.Ident:
		switch t.Name {
		case "error", "any":
			return "nil"
		case "bool":
			return "false"
		case "string":
			return `""`
		case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "byte",
			"rune", "float32", "float64":
			return "0"
		}
	}
	return ""
}

// quiet reports whether a call says something to a person rather than does
// something: logs, messages of errors. It and its arguments stay.
func quiet(c *ast.CallExpr) bool {
	name := types.ExprString(c.Fun)
	if name == "make" || name == "panic" || name == "print" || name == "println" {
		return true
	}
	return isLog(name)
}

// logs are names of loggers, and of functions that print, in any part of a
// name.
var logs = map[string]bool{
	"log": true, "logger": true, "logging": true, "slog": true, "klog": true, "glog": true, "zap": true, "logrus": true,
	"console": true, "logf": true, "logln": true, "debug": true, "trace": true, "metrics": true, "warnings": true,
	"print": true, "println": true, "printf": true, "pprint": true, "fprintf": true, "fprintln": true, "fprint": true,
	"errorf": true,
}

// isLog reports whether the name of a function says that it logs or prints, or
// makes the message of an error.
func isLog(name string) bool {
	lower := strings.ToLower(name)
	if lower == "errors.new" {
		return true
	}
	for _, part := range strings.FieldsFunc(lower, func(r rune) bool { return r == '.' }) {
		if logs[strings.TrimLeft(part, "_")] {
			return true
		}
	}
	return false
}

// brief bounds a piece of source in a description.
func brief(source string) string {
	source, _, _ = strings.Cut(source, "\n")
	return clip.Bytes(source, 40)
}
