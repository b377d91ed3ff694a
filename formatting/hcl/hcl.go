// Package hcl formats HCL. Files of Terraform and OpenTofu have the format of
// terraform fmt and tofu fmt. Other files have the format of HCL's own
// formatter, which packer fmt, nomad fmt and terragrunt hcl fmt use.
//
// Neither formatter has options, or comments that turn it off.
package hcl

import (
	"fmt"
	"slices"
	"strings"

	hcl "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/nesting"
)

// New returns the language.
func New() formatting.Language { return language{} }

type language struct{}

func (language) Name() string { return "hcl" }

// names exclude .terraform.lock.hcl, which Terraform writes itself and
// terraform fmt skips, and other hidden files. JSON variants (*.tf.json) are
// not in HCL's native syntax.
var names = formatting.NewNames(slices.Concat([]string{"*.hcl", "*.nomad"}, globs(terraform))...).
	Without(formatting.Hidden).Without(formatting.WrittenNames()...)

func (language) Names() []*formatting.Names { return []*formatting.Names{names} }

func (language) Match(p string, _ []byte) bool { return names.Match(p) }

// terraform lists the suffixes of the files that terraform fmt or tofu fmt
// formats.
var terraform = []string{".tf", ".tfvars", ".tftest.hcl", ".tfmock.hcl", ".tfquery.hcl", ".tofu", ".tofutest.hcl"}

func globs(suffixes []string) []string {
	var all []string
	for _, suffix := range suffixes {
		all = append(all, "*"+suffix)
	}
	return all
}

// OfTerraform reports whether terraform fmt or tofu fmt formats a file of this
// name.
func OfTerraform(path string) bool {
	return slices.ContainsFunc(terraform, func(suffix string) bool { return strings.HasSuffix(path, suffix) })
}

func (language) Parse(path string, src []byte) error {
	_, err := parse(path, src)
	return err
}

func (language) Format(path string, src []byte) ([]byte, error) {
	body, err := parse(path, src)
	if err != nil {
		return nil, err
	}
	if OfTerraform(path) {
		src = modernize(src, body)
	}
	return hclwrite.Format(src), nil
}

// parse returns the syntax tree of a file that is not too deep.
func parse(path string, src []byte) (*hclsyntax.Body, error) {
	if deep(src) {
		return nil, &formatting.RefusedError{
			Path:     path,
			Language: language{}.Name(),
			Reason:   fmt.Sprintf("expressions or blocks may be nested more than %d levels deep", nesting.Max),
		}
	}
	file, diags := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			return nil, syntaxError(path, src, d)
		}
	}
	return file.Body.(*hclsyntax.Body), nil
}

func syntaxError(path string, src []byte, d *hcl.Diagnostic) error {
	offset := 0
	if d.Subject != nil {
		offset = d.Subject.Start.Byte
	}
	return formatting.SyntaxErrorAt(path, src, offset, d.Summary+": "+d.Detail)
}

// deep reports whether the syntax tree of src may be deeper than nesting.Max.
func deep(src []byte) bool {
	if len(src) <= nesting.Free {
		return false
	}
	var c nesting.Counter
	var inLines []bool // for each open bracket, whether a newline ends an expression in it
	tokens, _ := hclsyntax.LexConfig(src, "", hcl.InitialPos)
	for _, token := range tokens {
		switch token.Type {
		case hclsyntax.TokenOParen, hclsyntax.TokenOBrack, hclsyntax.TokenOBrace, hclsyntax.TokenOQuote,
			hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			c.Open()
			inLines = append(inLines, token.Type == hclsyntax.TokenOBrace)
		case hclsyntax.TokenCParen, hclsyntax.TokenCBrack, hclsyntax.TokenCBrace, hclsyntax.TokenCQuote,
			hclsyntax.TokenCHeredoc, hclsyntax.TokenTemplateSeqEnd:
			c.Close()
			inLines = inLines[:max(0, len(inLines)-1)]
		case hclsyntax.TokenNewline:
			if len(inLines) == 0 || inLines[len(inLines)-1] {
				c.Next()
			}
		case hclsyntax.TokenComma:
			c.Next()
		case hclsyntax.TokenComment:
		default:
			c.Term()
		}
		if c.Depth() > nesting.Max {
			return true
		}
	}
	return false
}
