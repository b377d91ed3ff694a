package jsonnet

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/google/go-jsonnet/ast"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/trees"
)

// Controls returns the carriage return, which the lexer treats as whitespace.
func (language) Controls() string { return "\r" }

// Compare compares the syntax trees, with the values of strings, and the lines
// of comments.
func (language) Compare(path string, before, after []byte) error {
	was, tail, err := parse(path, before)
	if err != nil {
		return err
	}
	is, end, err := parse(path, after)
	if err != nil {
		return err
	}
	if d := nodes.Compare(wrapped{was}, wrapped{is}); d != nil {
		return &formatting.ChangeError{Line: d.Offset}
	}
	if !slices.Equal(commentsOf(was, tail), commentsOf(is, end)) {
		return &formatting.ChangeError{What: "the text of a comment"}
	}
	return nil
}

// Digest covers what Compare compares.
func (language) Digest(path string, src []byte) (*trees.Digest, error) {
	node, tail, err := parse(path, src)
	if err != nil {
		return nil, err
	}
	d := trees.NewDigest()
	d.Tree(nodes, wrapped{node})
	d.Texts(commentsOf(node, tail))
	return d, nil
}

// commentsOf returns the words of comments, sorted, because imports are sorted.
func commentsOf(node ast.Node, tail ast.Fodder) []string {
	var all []string
	add := func(f ast.Fodder) {
		for _, e := range f {
			for _, line := range e.Comment {
				text := strings.TrimSpace(line)
				if rest, ok := strings.CutPrefix(text, "#"); ok {
					text = rest
				} else {
					text = strings.TrimPrefix(text, "//")
				}
				all = append(all, strings.Fields(text)...)
			}
		}
	}
	trees.Each(nodes, node, add)
	add(tail)
	slices.Sort(all)
	return all
}

// nodes compares nodes. Forms that jsonnetfmt replaces with each other are read
// as the same.
var nodes = &trees.Comparer{
	Layout: []reflect.Type{reflect.TypeFor[ast.Fodder](), reflect.TypeFor[ast.LocationRange]()},
	Ignore: map[reflect.Type][]string{
		nil: {"TrailingComma", "BlockIndent", "BlockTermIndent", "Ctx", "FreeVars"},
	},
	Read: map[reflect.Type]func(any) any{
		reflect.TypeFor[ast.Node]():           readNode,
		reflect.TypeFor[*ast.Index]():         readIndex,
		reflect.TypeFor[*ast.SuperIndex]():    readSuper,
		reflect.TypeFor[ast.ObjectField]():    readField,
		reflect.TypeFor[*ast.LiteralString](): func(v any) any { return valueOf(v.(*ast.LiteralString)) },
		reflect.TypeFor[*ast.Local]():         readLocal,
	},
	Place: func(node any) (int, bool) {
		if n, ok := node.(ast.Node); ok && !reflect.ValueOf(n).IsNil() && n.Loc() != nil && n.Loc().Begin.IsSet() {
			return n.Loc().Begin.Line, true
		}
		return 0, false
	},
}

// readNode returns an expression without its parentheses, and a {} as a + {}.
func readNode(v any) any {
	for {
		switch n := v.(type) {
		case *ast.Parens:
			v = n.Inner
		case *ast.ApplyBrace:
			return &ast.Binary{Left: n.Left, Op: ast.BopPlus, Right: n.Right}
		default:
			return v
		}
	}
}

// readIndex returns a["b"] as a.b.
func readIndex(v any) any {
	n := v.(*ast.Index)
	return struct{ Target, Index any }{wrapped{n.Target}, key(n.Index, n.Id)}
}

func readSuper(v any) any {
	n := v.(*ast.SuperIndex)
	return key(n.Index, n.Id)
}

// A wrapped is a node in a field of the type by which nodes are read.
type wrapped struct{ Node ast.Node }

// key returns the name of a field, or the expression that gives it.
func key(n ast.Node, id *ast.Identifier) any {
	if id != nil {
		return string(*id)
	}
	if s, ok := readNode(n).(*ast.LiteralString); ok {
		return valueOf(s)
	}
	return wrapped{n}
}

func readField(v any) any {
	f := v.(ast.ObjectField)
	name := key(f.Expr1, f.Id)
	if f.Kind == ast.ObjectLocal || f.Kind == ast.ObjectAssert {
		return f
	}
	return struct {
		Name         any
		Method       *ast.Function
		Expr2, Expr3 ast.Node
		Hide         ast.ObjectFieldHide
		Plus         bool
	}{name, f.Method, f.Expr2, f.Expr3, f.Hide, f.SuperSugar}
}

// readLocal returns consecutive imports sorted by name: none can refer to
// another.
func readLocal(v any) any {
	local := v.(*ast.Local)
	var binds []ast.LocalBind
	var body ast.Node = local
	for {
		next, ok := body.(*ast.Local)
		if !ok || !slices.ContainsFunc(next.Binds, isImport) || slices.ContainsFunc(next.Binds, func(b ast.LocalBind) bool { return !isImport(b) }) {
			break
		}
		binds = append(binds, next.Binds...)
		body = next.Body
	}
	if len(binds) == 0 {
		return v
	}
	slices.SortStableFunc(binds, func(a, b ast.LocalBind) int { return cmp.Compare(a.Variable, b.Variable) })
	return struct {
		Binds []ast.LocalBind
		Body  ast.Node
	}{binds, body}
}

func isImport(b ast.LocalBind) bool {
	_, ok := b.Body.(*ast.Import)
	return ok && b.Fun == nil
}

// valueOf returns the value of a string, or its raw text if it has an invalid
// escape.
func valueOf(s *ast.LiteralString) string {
	if s.Kind != ast.StringSingle && s.Kind != ast.StringDouble {
		return s.Value
	}
	// JSON has the same escapes except \', and allows no control characters.
	var text strings.Builder
	for i := 0; i < len(s.Value); i++ {
		switch c := s.Value[i]; {
		case c == '\\' && i+1 < len(s.Value):
			i++
			if s.Value[i] != '\'' {
				text.WriteByte(c)
			}
			text.WriteByte(s.Value[i])
		case c == '"' || c < ' ':
			fmt.Fprintf(&text, "\\u%04x", c)
		default:
			text.WriteByte(c)
		}
	}
	var value string
	if json.Unmarshal([]byte(`"`+text.String()+`"`), &value) != nil {
		return "\x00" + s.Value
	}
	return value
}
