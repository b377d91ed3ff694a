package cue

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/third_party/cue/cue/ast"
	"github.com/rules-autofix/rules_autofix/internal/third_party/cue/cue/literal"
	"github.com/rules-autofix/rules_autofix/internal/third_party/cue/cue/token"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/trees"
)

// Controls returns the carriage return, which the scanner treats as whitespace
// or removes.
func (language) Controls() string { return "\r" }

// Compare compares the syntax trees, with the values of strings, and the
// comments. It ignores the order of imports.
func (l language) Compare(path string, before, after []byte) error {
	was, err := l.parse(path, before)
	if err != nil {
		return err
	}
	is, err := l.parse(path, after)
	if err != nil {
		return err
	}
	if d := l.nodes().Compare(was, is); d != nil {
		return formatting.ChangeAt(before, d.Offset, "")
	}
	comments, remain := commentsOf(was), commentsOf(is)
	for i, c := range comments {
		if i >= len(remain) || c.text != remain[i].text || c.above != remain[i].above {
			return formatting.ChangeAt(before, c.offset, "a comment")
		}
	}
	if len(remain) > len(comments) {
		return &formatting.ChangeError{What: "a value into a comment"}
	}
	return nil
}

// Digest covers what Compare compares.
func (l language) Digest(path string, src []byte) (*trees.Digest, error) {
	file, err := l.parse(path, src)
	if err != nil {
		return nil, err
	}
	d := trees.NewDigest()
	d.Tree(l.nodes(), file)
	comments := commentsOf(file)
	d.Number(len(comments))
	for _, c := range comments {
		d.Text(c.text)
		d.Number(c.above)
	}
	return d, nil
}

func (l language) nodes() *trees.Comparer {
	if len(l.printing) > 0 {
		return simplified
	}
	return plain
}

var plain, simplified = nodes(false), nodes(true)

// nodes returns the comparer of CUE syntax trees.
func nodes(simplify bool) *trees.Comparer {
	c := &trees.Comparer{
		Layout: []reflect.Type{reflect.TypeFor[token.Pos]()},
		Ignore: map[reflect.Type][]string{
			reflect.TypeFor[ast.File]():  {"Filename", "Imports", "Unresolved", "LanguageVersion"},
			reflect.TypeFor[ast.Ident](): {"Scope", "Node"},
		},
		Read: map[reflect.Type]func(any) any{
			reflect.TypeFor[*ast.ImportDecl](): func(v any) any {
				var specs []string
				for _, s := range v.(*ast.ImportDecl).Specs {
					name := ""
					if s.Name != nil {
						name = s.Name.Name
					}
					specs = append(specs, name+" "+s.Path.Value)
				}
				slices.Sort(specs)
				return slices.Compact(specs)
			},
			reflect.TypeFor[*ast.BasicLit](): func(v any) any {
				lit := v.(*ast.BasicLit)
				if lit == nil || lit.Kind != token.STRING {
					return v
				}
				value, err := literal.Unquote(lit.Value)
				if err != nil {
					return v
				}
				// '...' is bytes.
				return lit.Kind.String() + strings.TrimLeft(lit.Value, "#")[:1] + value
			},
			reflect.TypeFor[*ast.Interpolation](): func(v any) any { return unindented(v.(*ast.Interpolation)) },
		},
		Place: func(node any) (int, bool) {
			if n, ok := node.(ast.Node); ok && !reflect.ValueOf(n).IsNil() && n.Pos().IsValid() {
				return n.Pos().Offset(), true
			}
			return 0, false
		},
	}
	if simplify {
		c.Read[reflect.TypeFor[ast.Label]()] = func(v any) any {
			switch label := v.(type) {
			case *ast.Ident:
				return label.Name
			case *ast.BasicLit:
				if name, err := literal.Unquote(label.Value); err == nil && label.Kind == token.STRING {
					return name
				}
			}
			return v
		}
	}
	return c
}

// unindented returns the parts of an interpolation without the indentation of
// its lines, which is the indentation of the closing quotes. Text is a string.
func unindented(x *ast.Interpolation) any {
	indent := ""
	if _, last := x.Quotes(); last != nil {
		if _, line, ok := cutLast(last.Value, "\n"); ok {
			indent = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		}
	}
	parts := make([]any, len(x.Elts))
	for i, part := range x.Elts {
		parts[i] = part
		if lit, ok := part.(*ast.BasicLit); ok && i%2 == 0 {
			parts[i] = strings.ReplaceAll(lit.Value, "\n"+indent, "\n")
		}
	}
	return parts
}

// cutLast cuts a text at the last occurrence of a separator.
func cutLast(text, separator string) (before, after string, ok bool) {
	i := strings.LastIndex(text, separator)
	if i < 0 {
		return "", "", false
	}
	return text[:i], text[i+len(separator):], true
}

// A comment is a line of a comment.
type comment struct {
	text   string
	above  int // how many names, values and brackets are before it
	offset int
}

// commentsOf returns the comments of a file, in order, and the comments of
// imports, which are sorted, before the others.
func commentsOf(file *ast.File) []comment {
	var imports, others []comment
	gather := func(all *[]comment) func(ast.Node) bool {
		return func(n ast.Node) bool {
			for _, group := range ast.Comments(n) {
				for _, c := range group.List {
					*all = append(*all, comment{text: strings.TrimSpace(c.Text), offset: c.Pos().Offset()})
				}
			}
			return true
		}
	}
	var top []ast.Node
	for _, d := range file.Decls {
		top = append(top, d)
	}
	gather(&others)(file)
	for _, d := range top {
		if _, ok := d.(*ast.ImportDecl); ok {
			ast.Walk(d, gather(&imports), nil)
		} else {
			ast.Walk(d, gather(&others), nil)
		}
	}
	slices.SortFunc(imports, func(a, b comment) int { return cmp.Compare(a.text, b.text) })
	slices.SortStableFunc(others, func(a, b comment) int { return cmp.Compare(a.offset, b.offset) })
	all, at := append(imports, others...), tokensOf(file)
	for i := len(imports); i < len(all); i++ {
		all[i].above, _ = slices.BinarySearch(at, all[i].offset)
	}
	return all
}

// tokensOf returns the offsets of names, values and brackets, in order.
func tokensOf(file *ast.File) []int {
	var at []int
	ast.Walk(file, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.Ident, *ast.BasicLit, *ast.BottomLit:
			at = append(at, n.Pos().Offset())
		case *ast.ListLit:
			at = append(at, x.Lbrack.Offset(), x.Rbrack.Offset())
		case *ast.StructLit:
			if x.Lbrace.IsValid() {
				at = append(at, x.Lbrace.Offset(), x.Rbrace.Offset())
			}
		}
		return true
	}, nil)
	slices.Sort(at)
	return at
}
