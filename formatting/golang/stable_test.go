package golang_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/golang"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

// texts are files of which one change may lead to another.
var texts = []string{
	"package p\n\nimport \"a\"\n\nvar x  int\n\n// f is.\nfunc f() {\n\tg()\n}\n\nfunc g( ) {}\n",
	"package p\nfunc f() {\n\n\tg()\n}\nfunc g() {\n\tf()\n}\n\n\n\n// end\n",
	"package p\n\nvar raw = `\n\nfunc no() {\n\n`\n\nvar  y = '\\''\n\n/*\n\nfunc no( )\n*/\n\ntype T struct{ a  int }\n",
	"package p\n\nfunc f() {}\n\n//line x.go:1\nfunc  g() {}\n",
	"package  p\n\nimport (\n\t\"os\"\n\t\"a.b/c\"\n)\n\nfunc f() {}\n\nconst c  = 1\n",
	"package p\n\nfunc f() {}\n\nfunc  g() {}",
	"package p\n\n" + body("a()", "b( )", "c()", "d()", "e()", "f()"),
	"package p\n\n" + body("a()", "b()", "err := c()", "if err != nil {\n\t\treturn\n\t}", "e()", "f()", "g()"),
	"package p\n\n" + body("a()", "x := `\n\n\ty\n\n`", "c()", "{\n\n\t\td()\n\n\t}", "e()", "f()", "g()"),
	"package p\n\n" + body("a()", "b() // b", "cc()   // c", "d()", "e()", "L:\n\tfor {\n\t}", "var z = 1", "h()", "i()"),
	"package p\n\n" + body("a()", "b( )", "c()", "d()") + "\n" + body("a()", "c()", "b()", "d( )", "e()"),
	"package p\n\n" + body("a()", "var f = func() struct{  int } {\n\n\t\treturn 1\n\t}", "c()", "d()", "e()", "// f", "g()"),
	"package p\n\nfunc h(\n\n\ta int,\n\n\tb int,\n\n\tc  int,\n\n\td int,\n\n) {\n\tx()\n}\n",
	"package p\n\nvar x = 1\nvar yy = 2 // y\nfunc f() {\n}\n// g is.\nfunc g( ) {\n\tf()\n}\nfunc a() {}\nfunc bb()  {}\nfunc h() {\n}\nvar z = 3\n",
	"package p\n\nvar x = []T{{\n\ta: 1,\n}, {\n\tb: 2 ,\n\tccc: 3,\n}, {\n\ta: 4,\n}, {5},\n\t{6}, {\n\n\t\t7,\n\t}}\n",
	"package p\n\nvar x = []T{\n\t{\n\t\t1,\n\t},\n\t{\n\t\t2,\n\t},\n\ta: {\n\t\t3 ,\n\t},\n\tbb: 4, // b\n\tc: 5, // c\n\t{\n\t\t6,\n\t},\n}\n",
	"package p\n\nfunc f() {\n\tswitch x {\n\tcase 1:\n\t\ta()\n\t// b\n\tcase 2:\n\t\tb( )\n\tcase 3,\n\t\t4:\n\t\tc()\n\n\tcase 5: // c\n\t\td() // d\n\tdefault:\n\t}\n}\n",
	"package p\n\nfunc f() {\n\tif a {\n\t\tb()\n\t}\n\tc := d()\n\tfor {\n\t\te( )\n\t}\n\tx, err := g(func() {\n\t\th()\n\t})\n\n\tif err != nil {\n\t\treturn\n\t}\n\tvar i = 1\n}\n",
	"package p\n\nfunc h() struct {\n\ta int\n\n\tb  int\n\n\tc int\n\n\td int\n} {\n\tx()\n}\n",
}

// body returns a function of paragraphs.
func body(paragraphs ...string) string {
	return "func init() {\n\t" + strings.Join(paragraphs, "\n\n\t") + "\n}\n"
}

// The formatted text is formatted to itself, in each style.
func TestStable(t *testing.T) {
	for _, style := range []string{"gofumpt", "gofmt"} {
		formattest.Stable(t, language(t, golang.Options{Style: style, LangVersion: "go1.26"}), "a.go", texts)
	}
}

// A build constraint that the formatter moves is refused.
func TestConstraintThatMoves(t *testing.T) {
	formattest.Refuses(t, language(t, golang.Options{Style: "gofumpt"}), "a.go", []formattest.Case{{
		Name: "a build constraint after imports",
		Src:  "package p\n\nimport \"b\"\n\n//go:build x\n\nfunc f( ) {}\n\nfunc g() {}\n",
		Want: "would change the build constraints at line 5",
	}})
}
