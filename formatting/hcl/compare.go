package hcl

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"
	"slices"

	hcl "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/trees"
)

// Controls returns no characters: HCL's lexer treats only spaces and tabs as
// whitespace.
func (language) Controls() string { return "" }

// Compare compares the syntax trees, with the values that strings and
// here-documents have, and the comments in their order.
func (language) Compare(path string, before, after []byte) error {
	was, err := parse(path, before)
	if err != nil {
		return err
	}
	is, err := parse(path, after)
	if err != nil {
		return err
	}
	if OfTerraform(path) {
		renewTypes(before, was)
	}
	if d := nodes.Compare(was, is); d != nil {
		return formatting.ChangeAt(before, d.Offset, "")
	}
	comments, remain := comments(before), comments(after)
	for i, c := range comments {
		if i >= len(remain) || !bytes.Equal(c.Bytes, remain[i].Bytes) {
			return formatting.ChangeAt(before, c.Range.Start.Byte, "a comment")
		}
	}
	if len(remain) > len(comments) {
		return &formatting.ChangeError{What: "an expression into a comment"}
	}
	return nil
}

// Digest covers what Compare compares, with the types of variables as terraform
// fmt writes them.
func (language) Digest(path string, src []byte) (*trees.Digest, error) {
	body, err := parse(path, src)
	if err != nil {
		return nil, err
	}
	if OfTerraform(path) {
		renewTypes(src, body)
	}
	d := trees.NewDigest()
	d.Tree(nodes, body)
	comments := comments(src)
	d.Number(len(comments))
	for _, c := range comments {
		d.Text(string(c.Bytes))
	}
	return d, nil
}

// comments returns the tokens of comments, without trailing whitespace and line
// endings.
func comments(src []byte) []hclsyntax.Token {
	tokens, _ := hclsyntax.LexConfig(src, "", hcl.InitialPos)
	tokens = slices.DeleteFunc(tokens, func(t hclsyntax.Token) bool { return t.Type != hclsyntax.TokenComment })
	for i := range tokens {
		tokens[i].Bytes = bytes.TrimSpace(tokens[i].Bytes)
	}
	return tokens
}

// nodes compares bodies. An expression that is nothing but one interpolation,
// or in parentheses, is the one within.
var nodes = &trees.Comparer{
	Layout: []reflect.Type{reflect.TypeFor[hcl.Range](), reflect.TypeFor[[]hcl.Range]()},
	Read: map[reflect.Type]func(any) any{
		reflect.TypeFor[*hclsyntax.Body](): func(v any) any {
			body := v.(*hclsyntax.Body)
			attributes := make([]*hclsyntax.Attribute, 0, len(body.Attributes))
			for _, a := range body.Attributes {
				attributes = append(attributes, a)
			}
			slices.SortFunc(attributes, func(a, b *hclsyntax.Attribute) int {
				return cmp.Compare(a.SrcRange.Start.Byte, b.SrcRange.Start.Byte)
			})
			return struct {
				Attributes []*hclsyntax.Attribute
				Blocks     []*hclsyntax.Block
			}{attributes, body.Blocks}
		},
		reflect.TypeFor[hclsyntax.Expression](): func(v any) any {
			for {
				switch x := v.(type) {
				case *hclsyntax.TemplateWrapExpr:
					v = x.Wrapped
				case *hclsyntax.ParenthesesExpr:
					v = x.Expression
				default:
					return v
				}
			}
		},
		reflect.TypeFor[*hclsyntax.LiteralValueExpr](): func(v any) any { return literal(v.(*hclsyntax.LiteralValueExpr).Val) },
		reflect.TypeFor[cty.Value]():                   func(v any) any { return literal(v.(cty.Value)) },
		reflect.TypeFor[*hclsyntax.Operation]():        func(v any) any { return slices.Index(operations, v.(*hclsyntax.Operation)) },
	},
	Place: func(node any) (int, bool) {
		if n, ok := node.(hclsyntax.Node); ok {
			return n.Range().Start.Byte, true
		}
		return 0, false
	},
}

// operations are the operators, which have functions for fields.
var operations = []*hclsyntax.Operation{
	hclsyntax.OpLogicalOr, hclsyntax.OpLogicalAnd, hclsyntax.OpLogicalNot,
	hclsyntax.OpEqual, hclsyntax.OpNotEqual,
	hclsyntax.OpGreaterThan, hclsyntax.OpGreaterThanOrEqual, hclsyntax.OpLessThan, hclsyntax.OpLessThanOrEqual,
	hclsyntax.OpAdd, hclsyntax.OpSubtract, hclsyntax.OpMultiply, hclsyntax.OpDivide, hclsyntax.OpModulo, hclsyntax.OpNegate,
}

// literal returns a text that only an equal value has. Numbers are hexadecimal:
// decimals take a tenth of a millisecond each.
func literal(value cty.Value) string {
	if !value.IsNull() && value.Type().FriendlyName() == "number" {
		return value.AsBigFloat().Text('p', 0)
	}
	return fmt.Sprintf("%#v", value)
}

// renewTypes replaces types of variables as terraform fmt does.
func renewTypes(src []byte, body *hclsyntax.Body) {
	for _, block := range body.Blocks {
		if block.Type != "variable" || block.Body.Attributes["type"] == nil {
			continue
		}
		attribute := block.Body.Attributes["type"]
		if text, ok := newType(src, attribute.Expr); ok {
			attribute.Expr, _ = hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
		}
	}
}
