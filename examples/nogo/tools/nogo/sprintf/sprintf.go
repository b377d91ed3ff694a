// Package sprintf is an analyzer that reports calls of fmt.Sprintf that format
// nothing, such as fmt.Sprintf("text"), and fixes them.
package sprintf

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Analyzer is what nogo runs.
var Analyzer = &analysis.Analyzer{
	Name: "sprintf",
	Doc:  "reports fmt.Sprintf of a text without verbs",
	Run:  run,
}

func run(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		ast.Inspect(file, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				check(pass, call)
			}
			return true
		})
	}
	return nil, nil
}

func check(pass *analysis.Pass, call *ast.CallExpr) {
	function, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) != 1 {
		return
	}
	called, ok := pass.TypesInfo.Uses[function.Sel].(*types.Func)
	if !ok || called.FullName() != "fmt.Sprintf" {
		return
	}
	text, ok := call.Args[0].(*ast.BasicLit)
	if !ok || text.Kind != token.STRING || strings.Contains(text.Value, "%") {
		return
	}
	pass.Report(analysis.Diagnostic{
		Pos:     call.Pos(),
		End:     call.End(),
		Message: "this formats nothing",
		SuggestedFixes: []analysis.SuggestedFix{{
			Message: "Use the text itself",
			TextEdits: []analysis.TextEdit{
				{Pos: call.Pos(), End: text.Pos()},
				{Pos: text.End(), End: call.End()},
			},
		}},
	})
}
