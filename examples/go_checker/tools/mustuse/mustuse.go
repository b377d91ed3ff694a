// Package mustuse is an analyzer that reports calls whose result nobody uses,
// of functions that have no effect but their result, and removes them. Such a
// function has a line "Pure." in its comment, and may be in another package than
// the call.
package mustuse

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Analyzer reports and removes the calls. autofix_go_checker runs it.
var Analyzer = &analysis.Analyzer{
	Name:      "mustuse",
	Doc:       "reports unused results of pure functions",
	Run:       run,
	FactTypes: []analysis.Fact{new(isPure)},
}

// isPure is the fact that a function is pure. It is known wherever the function
// is called.
type isPure struct{}

func (*isPure) AFact() {}

func (*isPure) String() string { return "pure" }

func run(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && strings.Contains(f.Doc.Text(), "Pure.\n") {
				pass.ExportObjectFact(pass.TypesInfo.Defs[f.Name], new(isPure))
			}
		}
	}
	for _, file := range pass.Files {
		ast.Inspect(file, func(node ast.Node) bool {
			if statement, ok := node.(*ast.ExprStmt); ok {
				check(pass, statement)
			}
			return true
		})
	}
	return nil, nil
}

func check(pass *analysis.Pass, statement *ast.ExprStmt) {
	call, ok := statement.X.(*ast.CallExpr)
	if !ok || len(call.Args) > 0 && !plain(call.Args) {
		return
	}
	called := callee(pass, call)
	if called == nil || !pass.ImportObjectFact(called, new(isPure)) {
		return
	}
	pass.Report(analysis.Diagnostic{
		Pos:     call.Pos(),
		End:     call.End(),
		Message: "nobody uses the result of " + called.Name() + ", which has no other effect",
		SuggestedFixes: []analysis.SuggestedFix{
			{
				Message:   "Remove the call",
				TextEdits: []analysis.TextEdit{{Pos: statement.Pos(), End: statement.End()}},
			},
			{
				Message:   "Say that it is unused",
				TextEdits: []analysis.TextEdit{{Pos: statement.Pos(), NewText: []byte("_ = ")}},
			},
		},
	})
}

// callee returns the function that is called, or nil.
func callee(pass *analysis.Pass, call *ast.CallExpr) *types.Func {
	var name *ast.Ident
	switch function := call.Fun.(type) {
	case *ast.Ident:
		name = function
	case *ast.SelectorExpr:
		name = function.Sel
	}
	called, _ := pass.TypesInfo.Uses[name].(*types.Func)
	return called
}

// plain reports whether arguments have no effect themselves.
func plain(args []ast.Expr) bool {
	for _, arg := range args {
		switch arg.(type) {
		case *ast.BasicLit, *ast.Ident:
		default:
			return false
		}
	}
	return true
}
