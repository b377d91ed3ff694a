package hcl

import (
	"bytes"
	"slices"

	hcl "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// modernize rewrites what terraform fmt does, beyond layout: expressions that
// are nothing but one interpolation, types of variables as they were written
// for Terraform 0.11, and labels of blocks without quotes. All mean the same
// before and after.
//
// It differs from terraform fmt if that would lose something: comments between
// labels, labels with escape sequences, and comments to the end of the line
// within an interpolation; those stay unchanged. The spelling of labels in
// quotes stays too. And where terraform fmt needs to run twice, for one
// interpolation within another, this does it at once.
func modernize(src []byte, body *hclsyntax.Body) []byte {
	m := modernizer{src: src}
	m.body(body, top)
	if len(m.edits) == 0 {
		return src
	}
	slices.SortFunc(m.edits, func(a, b edit) int { return a.start - b.start })
	var out []byte
	done := 0
	for _, e := range m.edits {
		out = append(append(out, src[done:e.start]...), e.text...)
		done = e.end
	}
	return append(out, src[done:]...)
}

// An edit replaces the bytes from start up to end.
type edit struct {
	start, end int
	text       []byte
}

type modernizer struct {
	src   []byte
	edits []edit // they do not overlap
}

func (m *modernizer) replace(r hcl.Range, text []byte) {
	m.edits = append(m.edits, edit{r.Start.Byte, r.End.Byte, text})
}

// The place of a body in the file.
type place int

const (
	top        place = iota // the file itself
	ofVariable              // of a variable at the top
	elsewhere
)

func (m *modernizer) body(body *hclsyntax.Body, at place) {
	for _, attribute := range body.Attributes {
		if at == ofVariable && attribute.Name == "type" {
			m.variableType(attribute.Expr)
		} else if wrap, ok := attribute.Expr.(*hclsyntax.TemplateWrapExpr); ok {
			m.interpolation(wrap)
		}
	}
	for _, inner := range body.Blocks {
		for _, label := range inner.LabelRanges {
			if text := label.SliceBytes(m.src); len(text) > 0 && text[0] != '"' {
				m.replace(label, slices.Concat([]byte(`"`), text, []byte(`"`)))
			}
		}
		if at == top && inner.Type == "variable" {
			m.body(inner.Body, ofVariable)
		} else {
			m.body(inner.Body, elsewhere)
		}
	}
}

// interpolation replaces a template that is only one interpolation with its
// expression.
func (m *modernizer) interpolation(wrap *hclsyntax.TemplateWrapExpr) {
	outer, text := wrap.SrcRange, m.inside(wrap)
	for inner, ok := wrap.Wrapped.(*hclsyntax.TemplateWrapExpr); ok && len(text) == len(inner.SrcRange.SliceBytes(m.src)); {
		wrap, text = inner, m.inside(inner)
		inner, ok = wrap.Wrapped.(*hclsyntax.TemplateWrapExpr)
	}
	tokens, _ := hclsyntax.LexExpression(text, "", hcl.InitialPos)
	for _, token := range tokens {
		if token.Type == hclsyntax.TokenOHeredoc || token.Type == hclsyntax.TokenComment && bytes.HasSuffix(token.Bytes, []byte("\n")) {
			return
		}
	}
	if _, ok := wrap.Wrapped.(*hclsyntax.ParenthesesExpr); !ok && bytes.ContainsRune(text, '\n') {
		text = slices.Concat([]byte("("), text, []byte(")")) // a newline ended the expression, otherwise
	}
	m.replace(outer, text)
}

// inside returns the text between "${ and }", without strip markers and
// whitespace.
func (m *modernizer) inside(wrap *hclsyntax.TemplateWrapExpr) []byte {
	text := wrap.SrcRange.SliceBytes(m.src)
	text = text[len(`"${`) : len(text)-len(`}"`)]
	return bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimPrefix(text, []byte("~")), []byte("~")))
}

// quotedTypes and bareTypes map old types to their current form.
var (
	quotedTypes = map[string]string{`"string"`: "string", `"list"`: "list(string)", `"map"`: "map(string)"}
	bareTypes   = map[string]string{"list": "list(any)", "map": "map(any)", "set": "set(any)"}
)

func (m *modernizer) variableType(expr hclsyntax.Expression) {
	if text, ok := newType(m.src, expr); ok {
		m.replace(expr.Range(), []byte(text))
	}
}

// newType returns the current form of an old type, if the expression is one.
func newType(src []byte, expr hclsyntax.Expression) (text string, ok bool) {
	var types map[string]string
	switch expr.(type) {
	case *hclsyntax.TemplateExpr:
		types = quotedTypes
	case *hclsyntax.ScopeTraversalExpr:
		types = bareTypes
	}
	text, ok = types[string(expr.Range().SliceBytes(src))]
	return text, ok
}
