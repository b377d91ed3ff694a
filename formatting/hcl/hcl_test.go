package hcl_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/hcl"
)

func TestFormat(t *testing.T) {
	tests := []struct{ name, path, src, want string }{
		{"equals signs are aligned", "a.hcl", "a {\nb=1\nlong = 2 # c\n}\n", "a {\n  b    = 1\n  long = 2 # c\n}\n"},
		{"blank lines and comments stay", "a.hcl", "#a\n\n\n  /* b */\n//c\n", "#a\n\n\n/* b */\n//c\n"},
		{"here-documents keep what they hold", "a.hcl", "a= <<E\n  ${b}  \n\tc\nE\n", "a = <<E\n  ${b}  \n\tc\nE\n"},
		{"strings do, too", "a.hcl", "a=\"b  \\tc\"\n", "a = \"b  \\tc\"\n"},
		{"an interpolation alone stays outside of Terraform", "a.hcl", "a = \"${b}\"\n", "a = \"${b}\"\n"},
		{"labels do", "a.hcl", "a b \"c\" {}\n", "a b \"c\" {}\n"},
		{"types do", "a.hcl", "variable \"a\" {\n  type = \"list\"\n}\n", "variable \"a\" {\n  type = \"list\"\n}\n"},
		{"in Terraform it becomes the expression", "a.tf", "a = \"${b}\"\n", "a = b\n"},
		{"in variables, too", "a.tfvars", "a = \"${b}\"\n", "a = b\n"},
		{"and in tests", "a.tftest.hcl", "a = \"${ b ? c : d }\"\n", "a = b ? c : d\n"},
		{"and in queries", "a.tfquery.hcl", "a = \"${b}\"\n", "a = b\n"},
		{"and in OpenTofu", "a.tofu", "a = \"${b}\"\n", "a = b\n"},
		{"and its tests", "a.tofutest.hcl", "a = \"${b}\"\n", "a = b\n"},
		{"but not in Nomad", "a.nomad", "a  = \"${b}\"\n", "a = \"${b}\"\n"},
		{"nor in Packer", "a.pkr.hcl", "a  = \"${b}\"\n", "a = \"${b}\"\n"},
		{"alignment follows", "a.tf", "a = \"${b}\" # c\nlong = 22222 # d\n", "a    = b     # c\nlong = 22222 # d\n"},
		{"a string of it is an expression, too", "a.tf", "a = \"${\"b\"}\"\n", "a = \"b\"\n"},
		{"one of one is that of the inner", "a.tf", "a = \"${ \"${\"${b}\"}\" }\"\n", "a = b\n"},
		{"one of more is not", "a.tf", "a = \"${ \"${b}c\" }\"\n", "a = \"${b}c\"\n"},
		{"behind a byte order mark", "a.tf", "\ufeffa = \"${b}\"\nc d {}\n", "a = b\nc \"d\" {}\n"},
		{"strip markers go", "a.tf", "a = \"${~ b ~}\"\n", "a = b\n"},
		{"comments within one stay", "a.tf", "a = \"${/* x */ b}\" # y\n", "a = /* x */ b # y\n"},
		{"unless they need the line's end", "a.tf", "a = \"${ # x\nb}\"\n", "a = \"${ # x\nb}\"\n"},
		{"several lines are put in parentheses", "a.tf", "a = \"${b +\nc}\"\n", "a = (b +\nc)\n"},
		{"which may be there", "a.tf", "a = \"${(b +\nc)}\"\n", "a = (b +\nc)\n"},
		{"or only seem to be there", "a.tf", "a = \"${(b) +\n(c)}\"\n", "a = ((b) +\n(c))\n"},
		{"an expression on a line of its own needs none", "a.tf", "a = \"${\n  b\n}\"\n", "a = b\n"},
		{"part of a string", "a.tf", "a = \"${b}c\"\n", "a = \"${b}c\"\n"},
		{"part of an expression", "a.tf", "a = [\"${b}\", f(\"${c}\")]\n", "a = [\"${b}\", f(\"${c}\")]\n"},
		{"in a here-document", "a.tf", "a = <<E\n${b}\nE\n", "a = <<E\n${b}\nE\n"},
		{"labels are put in quotes", "a.tf", "a b \"c\" {\n  d e-f {}\n}\n", "a \"b\" \"c\" {\n  d \"e-f\" {}\n}\n"},
		{"labels keep comments and escapes", "a.tf", "a /* x */ b \"\\t\" \"$${\" {}\n", "a /* x */ \"b\" \"\\t\" \"$${\" {}\n"},
		{"type string", "a.tf", "variable \"a\" {\n  type = \"string\" # b\n}\n", "variable \"a\" {\n  type = string # b\n}\n"},
		{"type list", "a.tf", "variable \"a\" {\n  type = \"list\"\n}\n", "variable \"a\" {\n  type = list(string)\n}\n"},
		{"type map", "a.tf", "variable \"a\" {\n  type = \"map\"\n}\n", "variable \"a\" {\n  type = map(string)\n}\n"},
		{"type set without elements", "a.tf", "variable \"a\" {\n  type = set\n}\n", "variable \"a\" {\n  type = set(any)\n}\n"},
		{"other types stay", "a.tf", "variable \"a\" {\n  type = \"number\"\n}\n", "variable \"a\" {\n  type = \"number\"\n}\n"},
		{"a type that is an interpolation does", "a.tf", "variable \"a\" {\n  type = \"${b}\"\n}\n", "variable \"a\" {\n  type = \"${b}\"\n}\n"},
		{"a variable within another block is not one", "a.tf", "b {\n  variable \"a\" {\n    type = \"list\"\n  }\n}\n", "b {\n  variable \"a\" {\n    type = \"list\"\n  }\n}\n"},
	}
	r := formatting.NewRegistry(hcl.New())
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := r.Format(test.path, []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%.200q)\n= %.200q, %v\nwant %.200q", test.src, got.Text, err, test.want)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	tests := []struct {
		name, src, want string
		offset          int
	}{
		{"at the place of the mistake", "a = 1\nb = = 1\n", "a.tf:2:5: Invalid expression: ", 10},
		{"after letters of two bytes", "a = \"\u00e9\u00e9\" b\n", "a.tf:1:12: Missing newline after argument: ", 11},
		{"at the end", "a = (1", "a.tf:1:7: ", 6},
		{"what opens a block that does not end", "a {\n", "a.tf:1:3: Unclosed configuration block: ", 2},
	}
	r := formatting.NewRegistry(hcl.New())
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := r.Parse("a.tf", []byte(test.src))
			e, ok := errors.AsType[*formatting.SyntaxError](err)
			if !ok || !strings.HasPrefix(err.Error(), test.want) || e.Offset != test.offset {
				t.Errorf("%+v, want %s, offset %d", err, test.want, test.offset)
			}
		})
	}
}

func TestMatch(t *testing.T) {
	l := hcl.New()
	for path, want := range map[string]bool{
		"a.tf": true, "x/a.hcl": true, "a.tfvars": true, "a.auto.tfvars": true, "a.pkr.hcl": true, "a.tftest.hcl": true,
		"a.tofu": true, "a.tofutest.hcl": true, "a.nomad": true, "a.nomad.hcl": true, "a.tofu.json": false, "nomad": false,
		".terraform.lock.hcl": false, "x/.terraform.lock.hcl": false, ".a.tf": false, "a.tf.json": false, "tf": false,
		"a.TF": false, "a.tfstate": false,
	} {
		if got := l.Match(path, nil); got != want {
			t.Errorf("Match(%s) = %t", path, got)
		}
	}
}

// What is nested so deep that a recursive parser would overflow the stack, which ends a process, is refused before
// it is parsed. What is only long is not.
func TestDepth(t *testing.T) {
	const n = 10_001
	repeat := strings.Repeat
	tests := []struct {
		name, src string
		refused   bool
	}{
		{"brackets", "a = " + repeat("[", n) + repeat("]", n) + "\n", true},
		{"brackets across lines", "a = " + repeat("[\n", n) + repeat("]\n", n), true},
		{"blocks", repeat("a {\n", n) + repeat("}\n", n), true},
		{"templates", "a = " + repeat("\"${", n) + "b" + repeat("}\"", n) + "\n", true},
		{"terms", "a = 1" + repeat("+1", n) + "\n", true},
		{"terms across lines", "a = (1" + repeat("+\n1", n) + ")\n", true},
		{"signs", "a = " + repeat("!", n) + "b\n", true},
		{"conditions", "a = " + repeat("b ? c : ", n) + "d\n", true},
		{"elements are not nested", "a = [" + repeat("1,\n", n) + "]\n", false},
		{"nor are items", "a = {\n" + repeat("b = { c = [d(e)] }\n", n) + "}\n", false},
		{"nor blocks one after the other", repeat("a {\n  b = c + d\n}\n", n), false},
		{"nor what is within comments", "# " + repeat("[", n) + "\n/*" + repeat("{", n) + "*/\n", false},
	}
	r := formatting.NewRegistry(hcl.New())
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := r.Format("a.tf", []byte(test.src))
			if _, refused := errors.AsType[*formatting.RefusedError](err); refused != test.refused {
				t.Errorf("refused: %t, err: %.300v", refused, err)
			} else if !refused && err != nil {
				t.Error(err)
			}
		})
	}
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
	r := formatting.NewRegistry(hcl.New())
	f.Fuzz(func(t *testing.T, path string, src []byte) {
		once, err := r.Format(path, src)
		if err != nil {
			if _, crashed := errors.AsType[*formatting.CrashError](err); crashed {
				t.Skip("an upstream crash, reported as such")
			}
			return
		}
		twice, err := r.Format(path, once.Text)
		if err != nil || twice.Changed {
			t.Errorf("%q became %q, and then %q, %v", src, once.Text, twice.Text, err)
		}
	})
}
