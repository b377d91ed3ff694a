package source

import (
	"go/ast"
	"go/constant"
	"go/token"
)

// isConstant reports whether an expression is made of literals alone.
func isConstant(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		return x.Name == "true" || x.Name == "false" || x.Name == "nil"
	case *ast.ParenExpr:
		return isConstant(x.X)
	case *ast.UnaryExpr:
		return isConstant(x.X)
	case *ast.BinaryExpr:
		return isConstant(x.X) && isConstant(x.Y)
	}
	return false
}

// goConstant returns the value of a condition that can be evaluated without
// types.
func goConstant(x ast.Expr) (value, ok bool) {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name == "true", x.Name == "true" || x.Name == "false"
	case *ast.ParenExpr:
		return goConstant(x.X)
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			value, ok = goConstant(x.X)
			return !value, ok
		}
	case *ast.BinaryExpr:
		return goBinary(x)
	}
	return false, false
}

func goBinary(x *ast.BinaryExpr) (value, ok bool) {
	left, leftOK := goConstant(x.X)
	right, rightOK := goConstant(x.Y)
	switch x.Op {
	case token.LAND:
		return left && right, leftOK && rightOK || leftOK && !left || rightOK && !right
	case token.LOR:
		return left || right, leftOK && rightOK || leftOK && left || rightOK && right
	}
	a, aOK := x.X.(*ast.BasicLit)
	b, bOK := x.Y.(*ast.BasicLit)
	if aOK && bOK {
		va, vb := constant.MakeFromLiteral(a.Value, a.Kind, 0), constant.MakeFromLiteral(b.Value, b.Kind, 0)
		if va.Kind() == vb.Kind() && va.Kind() != constant.Unknown {
			switch x.Op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
				return constant.Compare(va, x.Op, vb), true
			}
		}
	}
	if ax, ok := x.X.(*ast.Ident); ok {
		if ay, ok := x.Y.(*ast.Ident); ok && ax.Name == ay.Name {
			switch x.Op {
			case token.EQL, token.LEQ, token.GEQ:
				return true, true
			case token.NEQ, token.LSS, token.GTR:
				return false, true
			}
		}
	}
	return false, false
}
