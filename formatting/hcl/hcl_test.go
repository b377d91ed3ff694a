package hcl_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/hcl"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

func TestFormat(t *testing.T) {
	tests := []formattest.Case{
		{Name: "equals signs are aligned", Path: "a.hcl", Src: "a {\nb=1\nlong = 2 # c\n}\n", Want: "a {\n  b    = 1\n  long = 2 # c\n}\n"},
		{Name: "blank lines and comments stay", Path: "a.hcl", Src: "#a\n\n\n  /* b */\n//c\n", Want: "#a\n\n\n/* b */\n//c\n"},
		{Name: "here-documents keep what they hold", Path: "a.hcl", Src: "a= <<E\n  ${b}  \n\tc\nE\n", Want: "a = <<E\n  ${b}  \n\tc\nE\n"},
		{Name: "strings do, too", Path: "a.hcl", Src: "a=\"b  \\tc\"\n", Want: "a = \"b  \\tc\"\n"},
		{Name: "an interpolation alone stays outside of Terraform", Path: "a.hcl", Src: "a = \"${b}\"\n", Want: "a = \"${b}\"\n"},
		{Name: "labels do", Path: "a.hcl", Src: "a b \"c\" {}\n", Want: "a b \"c\" {}\n"},
		{Name: "types do", Path: "a.hcl", Src: "variable \"a\" {\n  type = \"list\"\n}\n", Want: "variable \"a\" {\n  type = \"list\"\n}\n"},
		{Name: "in Terraform it becomes the expression", Path: "a.tf", Src: "a = \"${b}\"\n", Want: "a = b\n"},
		{Name: "in variables, too", Path: "a.tfvars", Src: "a = \"${b}\"\n", Want: "a = b\n"},
		{Name: "and in tests", Path: "a.tftest.hcl", Src: "a = \"${ b ? c : d }\"\n", Want: "a = b ? c : d\n"},
		{Name: "and in queries", Path: "a.tfquery.hcl", Src: "a = \"${b}\"\n", Want: "a = b\n"},
		{Name: "and in OpenTofu", Path: "a.tofu", Src: "a = \"${b}\"\n", Want: "a = b\n"},
		{Name: "and its tests", Path: "a.tofutest.hcl", Src: "a = \"${b}\"\n", Want: "a = b\n"},
		{Name: "but not in Nomad", Path: "a.nomad", Src: "a  = \"${b}\"\n", Want: "a = \"${b}\"\n"},
		{Name: "nor in Packer", Path: "a.pkr.hcl", Src: "a  = \"${b}\"\n", Want: "a = \"${b}\"\n"},
		{Name: "alignment follows", Path: "a.tf", Src: "a = \"${b}\" # c\nlong = 22222 # d\n", Want: "a    = b     # c\nlong = 22222 # d\n"},
		{Name: "a string of it is an expression, too", Path: "a.tf", Src: "a = \"${\"b\"}\"\n", Want: "a = \"b\"\n"},
		{Name: "one of one is that of the inner", Path: "a.tf", Src: "a = \"${ \"${\"${b}\"}\" }\"\n", Want: "a = b\n"},
		{Name: "one of more is not", Path: "a.tf", Src: "a = \"${ \"${b}c\" }\"\n", Want: "a = \"${b}c\"\n"},
		{Name: "behind a byte order mark", Path: "a.tf", Src: "\ufeffa = \"${b}\"\nc d {}\n", Want: "a = b\nc \"d\" {}\n"},
		{Name: "strip markers go", Path: "a.tf", Src: "a = \"${~ b ~}\"\n", Want: "a = b\n"},
		{Name: "comments within one stay", Path: "a.tf", Src: "a = \"${/* x */ b}\" # y\n", Want: "a = /* x */ b # y\n"},
		{Name: "unless they need the line's end", Path: "a.tf", Src: "a = \"${ # x\nb}\"\n", Want: "a = \"${ # x\nb}\"\n"},
		{Name: "several lines are put in parentheses", Path: "a.tf", Src: "a = \"${b +\nc}\"\n", Want: "a = (b +\nc)\n"},
		{Name: "which may be there", Path: "a.tf", Src: "a = \"${(b +\nc)}\"\n", Want: "a = (b +\nc)\n"},
		{Name: "or only seem to be there", Path: "a.tf", Src: "a = \"${(b) +\n(c)}\"\n", Want: "a = ((b) +\n(c))\n"},
		{Name: "an expression on a line of its own needs none", Path: "a.tf", Src: "a = \"${\n  b\n}\"\n", Want: "a = b\n"},
		{Name: "part of a string", Path: "a.tf", Src: "a = \"${b}c\"\n", Want: "a = \"${b}c\"\n"},
		{Name: "part of an expression", Path: "a.tf", Src: "a = [\"${b}\", f(\"${c}\")]\n", Want: "a = [\"${b}\", f(\"${c}\")]\n"},
		{Name: "in a here-document", Path: "a.tf", Src: "a = <<E\n${b}\nE\n", Want: "a = <<E\n${b}\nE\n"},
		{Name: "labels are put in quotes", Path: "a.tf", Src: "a b \"c\" {\n  d e-f {}\n}\n", Want: "a \"b\" \"c\" {\n  d \"e-f\" {}\n}\n"},
		{Name: "labels keep comments and escapes", Path: "a.tf", Src: "a /* x */ b \"\\t\" \"$${\" {}\n", Want: "a /* x */ \"b\" \"\\t\" \"$${\" {}\n"},
		{Name: "type string", Path: "a.tf", Src: "variable \"a\" {\n  type = \"string\" # b\n}\n", Want: "variable \"a\" {\n  type = string # b\n}\n"},
		{Name: "type list", Path: "a.tf", Src: "variable \"a\" {\n  type = \"list\"\n}\n", Want: "variable \"a\" {\n  type = list(string)\n}\n"},
		{Name: "type map", Path: "a.tf", Src: "variable \"a\" {\n  type = \"map\"\n}\n", Want: "variable \"a\" {\n  type = map(string)\n}\n"},
		{Name: "type set without elements", Path: "a.tf", Src: "variable \"a\" {\n  type = set\n}\n", Want: "variable \"a\" {\n  type = set(any)\n}\n"},
		{Name: "other types stay", Path: "a.tf", Src: "variable \"a\" {\n  type = \"number\"\n}\n", Want: "variable \"a\" {\n  type = \"number\"\n}\n"},
		{Name: "a type that is an interpolation does", Path: "a.tf", Src: "variable \"a\" {\n  type = \"${b}\"\n}\n", Want: "variable \"a\" {\n  type = \"${b}\"\n}\n"},
		{Name: "a variable within another block is not one", Path: "a.tf", Src: "b {\n  variable \"a\" {\n    type = \"list\"\n  }\n}\n", Want: "b {\n  variable \"a\" {\n    type = \"list\"\n  }\n}\n"},
	}
	formattest.Format(t, hcl.New(), "a.tf", tests)
}

func TestSyntaxErrors(t *testing.T) {
	tests := []formattest.Case{
		{Name: "at the place of the mistake", Src: "a = 1\nb = = 1\n", Want: "a.tf:2:5: Invalid expression: ..."},
		{Name: "after letters of two bytes", Src: "a = \"\u00e9\u00e9\" b\n", Want: "a.tf:1:12: Missing newline after argument: ..."},
		{Name: "at the end", Src: "a = (1", Want: "a.tf:1:7: ..."},
		{Name: "what opens a block that does not end", Src: "a {\n", Want: "a.tf:1:3: Unclosed configuration block: ..."},
	}
	formattest.SyntaxErrors(t, hcl.New(), "a.tf", tests)
}

func TestMatch(t *testing.T) {
	formattest.Match(t, hcl.New(), map[string]bool{
		"a.tf": true, "x/a.hcl": true, "a.tfvars": true, "a.auto.tfvars": true, "a.pkr.hcl": true, "a.tftest.hcl": true,
		"a.tofu": true, "a.tofutest.hcl": true, "a.nomad": true, "a.nomad.hcl": true, "a.tofu.json": false, "nomad": false,
		".terraform.lock.hcl": false, "x/.terraform.lock.hcl": false, ".a.tf": false, "a.tf.json": false, "tf": false,
		"a.TF": false, "a.tfstate": false,
	})
}

// A text that nests so deep that a recursive parser would overflow the stack,
// which ends the process, is refused before it is parsed. A text that is only
// long is not.
func TestDepth(t *testing.T) {
	const n = 10_001
	repeat := strings.Repeat
	const deep = "nested more than 10000 levels deep"
	tests := []formattest.Case{
		{Name: "brackets", Src: "a = " + repeat("[", n) + repeat("]", n) + "\n", Want: deep},
		{Name: "brackets across lines", Src: "a = " + repeat("[\n", n) + repeat("]\n", n), Want: deep},
		{Name: "blocks", Src: repeat("a {\n", n) + repeat("}\n", n), Want: deep},
		{Name: "templates", Src: "a = " + repeat("\"${", n) + "b" + repeat("}\"", n) + "\n", Want: deep},
		{Name: "terms", Src: "a = 1" + repeat("+1", n) + "\n", Want: deep},
		{Name: "terms across lines", Src: "a = (1" + repeat("+\n1", n) + ")\n", Want: deep},
		{Name: "signs", Src: "a = " + repeat("!", n) + "b\n", Want: deep},
		{Name: "conditions", Src: "a = " + repeat("b ? c : ", n) + "d\n", Want: deep},
		{Name: "elements are not nested", Src: "a = [" + repeat("1,\n", n) + "]\n"},
		{Name: "nor are items", Src: "a = {\n" + repeat("b = { c = [d(e)] }\n", n) + "}\n"},
		{Name: "nor blocks one after the other", Src: repeat("a {\n  b = c + d\n}\n", n)},
		{Name: "nor what is within comments", Src: "# " + repeat("[", n) + "\n/*" + repeat("{", n) + "*/\n"},
	}
	formattest.Refuses(t, hcl.New(), "a.tf", tests)
}

// The guard holds on any input: it returns an error, or text that it returns again.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{
		"", "a=1", "a b \"c\" {\nd = \"${e}\" # f\n}", "a = <<-E\n  b ${c}\n  E\n", "a = { b = c, \"d\" : e }\r\n",
		"variable x {\n  type = \"list\"\n}\n", "a = [for b in c : b... if d]", "a = \"%{ if b }c%{ endif }\" + d.*.e[0]",
		"a = \"${\nb +\nc}\"\n", "a = \"${~ b /* c */ ~}\"\n",
	} {
		f.Add("a.tf", []byte(seed))
		f.Add("a.hcl", []byte(seed))
	}
	l := hcl.New()
	f.Fuzz(func(t *testing.T, path string, src []byte) {
		formattest.Fuzz(t, l, path, src)
	})
}
