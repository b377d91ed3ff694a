package mutants_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/mutants"
)

func TestEquivalent(t *testing.T) {
	for _, row := range []struct{ name, path, text, want string }{
		{
			"locals and results", "a.go",
			"package a\n\nfunc F(in []int) int {\n\tsum := 0\n\tfor i, v := range in {\n\t\tsum += v * i\n\t}\n\treturn sum +\n\t\t1\n}\n",
			"package a\n\nfunc F(in []int) int {\n\tsumRenamed := 0\n\tfor iRenamed, vRenamed := range in {\n\t\tsumRenamed += vRenamed * iRenamed\n\t}\n\t{ var autofixExtracted int = sumRenamed +\n\t\t1; return autofixExtracted }\n}\n",
		},
		{
			"names that mean something else", "a.go",
			"package a\n\nfunc (t T) F(a int) (b string, err error) {\n\ta := 1\n\tx := p{x: a}\n\ty := x.y\nloop:\n\tfor {\n\t\tloop := 1\n\t\t_ = loop\n\t\tbreak loop\n\t}\n\treturn y.x, nil\n}\n",
			"package a\n\nfunc (t T) F(a int) (b string, err error) {\n\ta := 1\n\tx := p{x: a}\n\tyRenamed := x.y\nloop:\n\tfor {\n\t\tloop := 1\n\t\t_ = loop\n\t\tbreak loop\n\t}\n\treturn yRenamed.x, nil\n}\n",
		},
		{
			"a function in a function", "a.go",
			"package a\n\nfunc F() func() (int, error) {\n\treturn func() (int, error) {\n\t\treturn 1, nil\n\t}\n}\n",
			"package a\n\nfunc F() func() (int, error) {\n\t{ var autofixExtracted func() (int, error) = func() (int, error) {\n\t\treturn 1, nil\n\t}; return autofixExtracted }\n}\n",
		},
		{"a named result", "a.go", "package a\n\nfunc F() (err error) {\n\treturn nil\n}\n", "package a\n\nfunc F() (err error) {\n\t{ var autofixExtracted error = nil; return autofixExtracted }\n}\n"},
		{"a name that is taken", "a.go", "package a\n\nvar xRenamed, autofixExtracted int\n\nfunc F() int {\n\tx := 1\n\treturn x\n}\n", ""},
		{"nothing to change", "a.go", "package a\n\nfunc F() {\n\tg()\n}\n", ""},
		{"it does not parse", "a.go", "package a\n\nfunc F() int {\n\treturn 1\n", ""},
		{"a test", "a_test.go", "package a\n\nfunc F() int {\n\treturn 1\n}\n", ""},
		{"another language", "a.py", "def f():\n    return 1\n", ""},
	} {
		got := string(mutants.Equivalent(mutants.Source{Path: row.path, Text: []byte(row.text), Lines: []int{4, 7}}))
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", row.name, diff)
		}
	}
	const two = "package a\n\nfunc F() int {\n\treturn 1\n}\n\nfunc G() int {\n\treturn 2\n}\n"
	want := "package a\n\nfunc F() int {\n\treturn 1\n}\n\nfunc G() int {\n\t{ var autofixExtracted int = 2; return autofixExtracted }\n}\n"
	if diff := cmp.Diff(want, string(mutants.Equivalent(mutants.Source{Path: "a.go", Text: []byte(two), Lines: []int{8}}))); diff != "" {
		t.Errorf("another function: -want +got:\n%s", diff)
	}
}
