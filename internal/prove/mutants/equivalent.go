package mutants

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// Equivalent returns a source that behaves the same, with other names of locals
// and with returned expressions in variables, in the functions that have one of
// the lines. A test that fails with it depends on how the source is written. The
// result is nil for languages other than Go, and if there is nothing to change.
func Equivalent(s Source) []byte {
	if source.LanguageOf(s.Path) != source.Go || source.IsTestFile(s.Path) {
		return nil
	}
	f := source.Read(s.Path, s.Text)
	tree, err := f.Go()
	if err != nil {
		return nil
	}
	e := &equivalence{tree: tree, text: s.Text, taken: f.Names()}
	for _, d := range tree.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		first, last := tree.Line(fn.Pos()), tree.Line(fn.End())
		if slices.ContainsFunc(s.Lines, func(line int) bool { return first <= line && line <= last }) {
			e.rename(fn)
			e.extract(fn.Type, fn.Body)
		}
	}
	if len(e.edits) == 0 {
		return nil
	}
	return source.Apply(s.Text, e.edits)
}

// An equivalence collects edits that keep behavior.
type equivalence struct {
	tree  *source.GoTree
	text  []byte
	taken map[string]bool // names of the file
	edits []source.Edit
}

// rename renames the variables that a function declares in its body. A name
// that also means something else in the function stays. If it means something
// else elsewhere in the package, the result may not build, but never behaves
// differently.
func (e *equivalence) rename(fn *ast.FuncDecl) {
	declared, other := map[string]bool{}, map[string]bool{}
	fixed := map[*ast.Ident]bool{} // fields, labels
	declare := func(x ast.Expr) {
		if id, ok := x.(*ast.Ident); ok && id.Name != "_" {
			declared[id.Name] = true
		}
	}
	keep := func(list *ast.FieldList) {
		if list == nil {
			return
		}
		for _, field := range list.List {
			for _, name := range field.Names {
				other[name.Name] = true
			}
		}
	}
	keep(fn.Recv)
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncType:
			keep(n.Params)
			keep(n.Results)
		case *ast.StructType:
			keep(n.Fields)
		case *ast.InterfaceType:
			keep(n.Methods)
		case *ast.SelectorExpr:
			fixed[n.Sel] = true
		case *ast.LabeledStmt:
			other[n.Label.Name] = true
		case *ast.TypeSpec:
			other[n.Name.Name] = true
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok {
				other[id.Name] = true // maybe a field
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, x := range n.Lhs {
					declare(x)
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				declare(n.Key)
				declare(n.Value)
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				declare(name)
			}
		}
		return true
	})
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || fixed[id] || !declared[id.Name] || other[id.Name] || e.taken[id.Name+renamed] {
			return true
		}
		e.edits = append(e.edits, source.Edit{Start: e.tree.Offset(id.End()), End: e.tree.Offset(id.End()), Text: renamed})
		return true
	})
}

// The ends of new names.
const (
	renamed   = "Renamed"
	extracted = "autofixExtracted"
)

// extract puts each returned expression into a variable of the type of the
// result, where a function has one.
func (e *equivalence) extract(typ *ast.FuncType, body *ast.BlockStmt) {
	result := ""
	if typ.Results != nil && len(typ.Results.List) == 1 && len(typ.Results.List[0].Names) <= 1 {
		t := typ.Results.List[0].Type
		result = string(e.text[e.tree.Offset(t.Pos()):e.tree.Offset(t.End())])
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			e.extract(n.Type, n.Body)
			return false
		case *ast.ReturnStmt:
			if result != "" && len(n.Results) == 1 && !e.taken[extracted] {
				start, end := e.tree.Offset(n.Pos()), e.tree.Offset(n.End())
				e.edits = append(e.edits,
					source.Edit{Start: start, End: start + len("return"), Text: "{ var " + extracted + " " + result + " ="},
					source.Edit{Start: end, End: end, Text: "; return " + extracted + " }"},
				)
			}
		}
		return true
	})
}
