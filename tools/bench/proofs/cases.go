//go:build linux

package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// A testCase is an assertion of a test whose texts are constant.
type testCase struct {
	line    int
	inputs  []string
	outcome string
}

// A target is the function that a test calls.
type target struct {
	name   string
	inputs []input
	result string
	cases  []testCase
}

// An input is a parameter.
type input struct{ name, of string }

var errNoCases = errors.New("the test has no assertion with constant inputs")

// targetOf finds the function that most assertions of a test call, and these
// assertions.
func targetOf(source, test string) (*target, error) {
	code, err := parse(source)
	if err != nil {
		return nil, err
	}
	asserted, err := parse(test)
	if err != nil {
		return nil, err
	}
	cases := map[string][]testCase{}
	ast.Inspect(asserted.File, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) < 2 || !strings.HasSuffix(asserted.of(call.Fun), ".Equal") {
			return true
		}
		for i, side := range call.Args[:2] {
			of, ok := side.(*ast.CallExpr)
			if !ok || code.function(asserted.of(of.Fun)) == nil || !constant(call.Args[1-i]) || !all(of.Args, constant) {
				continue
			}
			c := testCase{line: asserted.Line(call.Pos()), outcome: asserted.of(call.Args[1-i])}
			for _, arg := range of.Args {
				c.inputs = append(c.inputs, asserted.of(arg))
			}
			name := asserted.of(of.Fun)
			same := func(other testCase) bool { return slices.Equal(other.inputs, c.inputs) }
			if !slices.ContainsFunc(cases[name], same) {
				cases[name] = append(cases[name], c)
			}
		}
		return true
	})
	t := &target{}
	for name := range cases {
		if n := len(cases[name]) - len(t.cases); n > 0 || n == 0 && name < t.name {
			t.name, t.cases = name, cases[name]
		}
	}
	if t.name == "" {
		return nil, errNoCases
	}
	return t, t.signature(code)
}

// signature reads the parameters and the result.
func (t *target) signature(code *goFile) error {
	d := code.function(t.name)
	if d.Type.Results == nil || d.Type.Results.NumFields() != 1 {
		return fmt.Errorf("%s does not have one result", t.name)
	}
	t.result = code.of(d.Type.Results.List[0].Type)
	for _, field := range d.Type.Params.List {
		for _, name := range field.Names {
			t.inputs = append(t.inputs, input{name.Name, code.of(field.Type)})
		}
	}
	for _, c := range t.cases {
		if len(c.inputs) != len(t.inputs) {
			return fmt.Errorf("%s has %d named parameters, and a call of it %d arguments", t.name, len(t.inputs), len(c.inputs))
		}
	}
	return nil
}

// constant reports whether an expression has the same value wherever it stands:
// it consists of literals, types and constants of the language.
func constant(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		return slices.Contains([]string{"true", "false", "nil"}, e.Name)
	case *ast.UnaryExpr:
		return e.Op != token.AND && constant(e.X)
	case *ast.BinaryExpr:
		return constant(e.X) && constant(e.Y)
	case *ast.ParenExpr:
		return constant(e.X)
	case *ast.KeyValueExpr:
		return constant(e.Key) && constant(e.Value)
	case *ast.CompositeLit:
		return all(e.Elts, constant)
	}
	return false
}

func all(list []ast.Expr, ok func(ast.Expr) bool) bool {
	return !slices.ContainsFunc(list, func(e ast.Expr) bool { return !ok(e) })
}

// compared are the types that == compares as the assertion does.
var compared = []string{"bool", "string", "int", "int32", "int64", "uint64", "rune", "byte", "float64"}

// chain returns statements that know cases: an if for each.
func (t *target) chain() (statements string, imports []string) {
	var b strings.Builder
	for _, c := range t.cases {
		var terms []string
		for i, in := range t.inputs {
			if slices.Contains(compared, in.of) {
				terms = append(terms, in.name+" == "+c.inputs[i])
			} else {
				terms = append(terms, fmt.Sprintf("reflect.DeepEqual(%s, %s)", in.name, c.inputs[i]))
			}
		}
		fmt.Fprintf(&b, "\tif %s {\n\t\treturn %s\n\t}\n", strings.Join(terms, " && "), c.outcome)
	}
	return b.String(), []string{"reflect"}
}

// table returns statements that know the cases of some lines of the test, or all
// if there is none: a map of inputs to outcomes.
func (t *target) table(lines []int) (statements string, imports []string) {
	format := strings.TrimSpace(strings.Repeat("%#v ", len(t.inputs)))
	key := func(inputs []string) string {
		return fmt.Sprintf("fmt.Sprintf(%q, %s)", format, strings.Join(inputs, ", "))
	}
	known := slices.DeleteFunc(slices.Clone(t.cases), func(c testCase) bool { return !slices.Contains(lines, c.line) })
	if len(known) == 0 {
		known = t.cases
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\tknown := map[string]%s{\n", t.result)
	for _, c := range known {
		fmt.Fprintf(&b, "\t\t%s: %s,\n", key(c.inputs), c.outcome)
	}
	var names []string
	for _, in := range t.inputs {
		names = append(names, in.name)
	}
	fmt.Fprintf(&b, "\t}\n\tif outcome, found := known[%s]; found {\n\t\treturn outcome\n\t}\n", key(names))
	return b.String(), []string{"fmt"}
}

// idle returns a statement without an effect.
func (t *target) idle() string {
	for _, in := range t.inputs {
		if in.name != "_" {
			return "\t_ = " + in.name + "\n"
		}
	}
	return "\t_ = 0\n"
}
