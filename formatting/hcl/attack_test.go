package hcl_test

import (
	"bytes"
	"fmt"
	"testing"

	hclapi "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/rules-autofix/rules_autofix/formatting/hcl"
	"github.com/rules-autofix/rules_autofix/internal/testing/attack"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

var attacks = []formattest.Case{
	{Name: "a here-document", Src: "b {\na=<<-E\n    x\n  ${y}\n  E\n}\n", Want: "b {\n  a = <<-E\n    x\n  ${y}\n  E\n}\n"},
	{Name: "a template over lines", Src: "a=<<E\n%{ if x ~}\n y\n%{ endif ~}\nE\n", Want: "a = <<E\n%{if x~}\n y\n%{endif~}\nE\n"},
	{Name: "an interpolation", Path: "a.tf", Src: "a=\"${b}\"\n", Want: "a = b\n"},
	{Name: "one over lines", Path: "a.tf", Src: "a=\"${b\n+c}\"\n", Want: "a = (b\n+ c)\n"},
	{Name: "a type of old", Path: "a.tf", Src: "variable x {\ntype=\"list\"\n}\n", Want: "variable \"x\" {\n  type = list(string)\n}\n"},
	{Name: "control characters in strings", Path: "a.hcl", Src: "a=\"\f\v\x01\" # \f\n", Want: "a = \"\f\v\x01\" # \f\n"},
	{Name: "escapes", Path: "a.hcl", Src: "a=\"\\u00e9$${b}%%{c}\"\n", Want: "a = \"\\u00e9$${b}%%{c}\"\n"},
}

func TestAttacks(t *testing.T) { attack.Run(t, hcl.New(), "a.hcl", attacks) }

var templates = []string{
	"a=\"a@b\"\n", "a=1 # c@d\n", "// c@d\na=1\n", "/* c@d */a=1\n", "a=<<E\na@b\nE\n", "a=<<-E\n  a@b\n  E\n", "a=@1\n", "a=\"${x@}\"\n",
	"a=\"${x}@\"\n", "@a=1\n", "a  =  1@\n", "b x@ {}\n", "b x \"y@z\" {}\n",
}

func TestControls(t *testing.T) {
	attack.Controls(t, hcl.New(), "a.hcl", templates, sameTokens)
	attack.Controls(t, hcl.New(), "a.tf", templates, nil)
}

// sameTokens compares tokens: without Terraform's modernizing, formatting has
// only whitespace to change.
func sameTokens(before, after []byte) error {
	was, _ := hclsyntax.LexConfig(bytes.TrimPrefix(before, []byte("\ufeff")), "", hclapi.InitialPos)
	is, _ := hclsyntax.LexConfig(after, "", hclapi.InitialPos)
	for i, token := range was {
		if i >= len(is) || token.Type != is[i].Type || !bytes.Equal(token.Bytes, is[i].Bytes) {
			return fmt.Errorf("token %d, %q, differs", i, token.Bytes)
		}
	}
	return nil
}

func FuzzSaysTheSame(f *testing.F) { attack.Fuzz(f, hcl.New(), "a.hcl", attacks, sameTokens) }

func FuzzTerraformSaysTheSame(f *testing.F) { attack.Fuzz(f, hcl.New(), "a.tf", attacks, nil) }
