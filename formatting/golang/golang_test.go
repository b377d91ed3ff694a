package golang_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	gofumpt "mvdan.cc/gofumpt/format"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/golang"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

func language(t testing.TB, opts golang.Options) formatting.Language {
	t.Helper()
	return formattest.New(t, golang.New, opts)
}

func TestFormat(t *testing.T) {
	const imports = "package p\n\nimport (\n\t\"b\"\n\t\"a\"\n)\n"
	const sorted = "package p\n\nimport (\n\t\"a\"\n\t\"b\"\n)\n"
	tests := []formattest.Case{
		{Name: "as gofmt", Src: "package p\nfunc f( ){}\n", Want: "package p\n\nfunc f() {}\n"},
		{Name: "and no more", Src: "package p\n\nfunc f() {\n\n\tvar x = 1\n\t_ = x\n}\n", Want: "package p\n\nfunc f() {\n\n\tvar x = 1\n\t_ = x\n}\n"},
		{Name: "as gofumpt, if asked for", Language: language(t, golang.Options{Style: "gofumpt"}), Src: "package p\n\nfunc f() {\n\n\tvar x = 1\n\t_ = x\n}\n", Want: "package p\n\nfunc f() {\n\tx := 1\n\t_ = x\n}\n"},
		{Name: "imports are sorted", Language: language(t, golang.Options{Style: "gofumpt"}), Src: imports, Want: sorted},
		{Name: "and what follows is formatted", Language: language(t, golang.Options{Style: "gofumpt"}), Src: imports + "\nvar  x int\n", Want: sorted + "\nvar x int\n"},
		{Name: "blank lines after imports become one", Language: language(t, golang.Options{Style: "gofumpt"}), Src: imports + "\n\n\nvar x int\n", Want: sorted + "\nvar x int\n"},
		{Name: "a blank line comes after imports", Language: language(t, golang.Options{Style: "gofumpt"}), Src: imports + "var x int\n", Want: sorted + "\nvar x int\n"},
		{Name: "a comment stays with the imports", Language: language(t, golang.Options{Style: "gofumpt"}), Src: imports + "// c\n\nvar  x int\n", Want: sorted + "\n// c\n\nvar x int\n"},
		{Name: "a comment at the end", Language: language(t, golang.Options{Style: "gofumpt"}), Src: imports + "\n//c\n", Want: sorted + "\n// c\n"},
		{Name: "blank lines at the end", Language: language(t, golang.Options{Style: "gofumpt"}), Src: imports + "\n\n", Want: sorted},
		{
			Name:     "an import of the user's own module is not taken for the standard library's",
			Language: language(t, golang.Options{Style: "gofumpt", ModulePath: "m"}),
			Src:      "package p\n\nimport (\n\t\"m/x\"\n\n\t\"os\"\n)\n",
			Want:     "package p\n\nimport (\n\t\"os\"\n\n\t\"m/x\"\n)\n",
		},
		{Name: "octal literals as of go1.13", Language: language(t, golang.Options{Style: "gofumpt", LangVersion: "go1.13"}), Src: "package p\n\nvar x = 0644\n", Want: "package p\n\nvar x = 0o644\n"},
		{Name: "octal literals without a version", Language: language(t, golang.Options{Style: "gofumpt"}), Src: "package p\n\nvar x = 0644\n", Want: "package p\n\nvar x = 0644\n"},
		{
			Name:     "extra rules",
			Language: language(t, golang.Options{Style: "gofumpt", ExtraRules: []string{"group_params"}}),
			Src:      "package p\n\nfunc f(a int, b int) {}\n",
			Want:     "package p\n\nfunc f(a, b int) {}\n",
		},
		{Name: "a byte order mark goes", Language: language(t, golang.Options{Style: "gofumpt"}), Src: "\ufeffpackage p\n", Want: "package p\n"},
		{Name: "raw strings keep what they hold", Language: language(t, golang.Options{Style: "gofumpt"}), Src: "package p\n\nvar x = `a  \n\tb`\n", Want: "package p\n\nvar x = `a  \n\tb`\n"},
	}
	formattest.Format(t, language(t, golang.Options{}), "a/x.go", tests)
}

func TestSyntaxErrors(t *testing.T) {
	tests := []formattest.Case{
		{Name: "at the place of the mistake", Src: "package p\n\nfunc f( {\n}\n", Want: "x.go:3:9: expected ')', found '{'"},
		{Name: "below an import block", Src: "package p\n\nimport (\n\t\"a\"\n)\n\nvar x = = 1\n", Want: "x.go:7:9: expected operand, found '='"},
		{Name: "in an import block", Src: "package p\n\nimport (\n\ta b\n)\n\nvar x int\n", Want: "x.go:4:4: import path must be a string"},
		{Name: "at the end", Src: "package p\n\nvar x = (", Want: "x.go:3:10: expected operand, found 'EOF'"},
		{Name: "of an empty file", Src: "", Want: "x.go:1:1: expected 'package', found 'EOF'"},
		{Name: "of text that is not UTF-8", Src: "package p\n\n// \xff\n", Want: "x.go:3:4: illegal UTF-8 encoding"},
		{Name: "of a label", Src: "package p\n\nvar a  = \"(\" // [\n\nfunc f() {}\n\nlabel:\n", Want: "x.go:7:1: expected declaration, found label"},
		{Name: "of what only a command takes", Src: "x := 1\n", Want: "x.go:1:1: expected 'package', found x"},
	}
	for _, style := range []string{"gofumpt", "gofmt"} {
		t.Run(style, func(t *testing.T) {
			formattest.SyntaxErrors(t, language(t, golang.Options{Style: style}), "x.go", tests)
		})
	}
}

func TestMatch(t *testing.T) {
	formattest.Match(t, language(t, golang.Options{Style: "gofumpt"}), map[string]bool{
		"x.go": true, "a/x_test.go": true, "x.gox": false, "go": false, "a/.x.go": false, ".go": false, "x.GO": false,
	})
}

func TestOptionErrors(t *testing.T) {
	formattest.OptionErrors(t, golang.New, map[string]golang.Options{
		`lang-version: "1.26" is not a Go version such as "go1.26"`:                               {Style: "gofumpt", LangVersion: "1.26"},
		`extra-rules: unknown rule "x": there are group_params, clothe_returns, balance_calls`:    {Style: "gofumpt", ExtraRules: []string{"group_params", "x"}},
		`extra-rules: unknown rule "true": there are group_params, clothe_returns, balance_calls`: {Style: "gofumpt", ExtraRules: []string{"true"}},
	})
}

// Formatting a file in two parts gives what gofumpt's library gives for the whole, however the file was spoiled.
func TestFormatEqualsLibrary(t *testing.T) {
	sample, err := os.ReadFile("testdata/sample.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	l := language(t, golang.Options{Style: "gofumpt", LangVersion: "go1.26", ModulePath: "example.com/m"})
	for _, spoiling := range [][]string{
		nil,
		{"\n\n", "\n\n\n"},
		{"\n\n", "\n"},
		{"{\n", "{\n\n"},
		{"\n}", "\n\n}"},
		{"\t", "  "},
		{")\n\n", ") // c\n\n", ")\n", ");\n"},
		{"\n//", "\n\t//"},
		{"\"fmt\"", "\"zip\"", "\"example.com/m/x\"", "\"bytes\""},
		{"// A floating", "//go:build linux\n\n// A floating"},
		{"import \"C\"\n\n", ""},
	} {
		text := []byte(strings.NewReplacer(spoiling...).Replace(string(sample)))
		want, err := gofumpt.Source(text, gofumpt.Options{LangVersion: "go1.26", ModulePath: "example.com/m"})
		if err != nil {
			t.Fatalf("%q: %v", spoiling, err)
		}
		got, err := l.Format("x.go", text)
		if diff := cmp.Diff(string(want), string(got)); err != nil || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", spoiling, err, diff)
		}
	}
}

// The guard holds on any input: it returns an error, or text that it returns again.
func FuzzFormat(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	for _, seed := range []string{
		"package p\n", "package p\n\nimport (\n\t\"b\"\n\t\"a\"\n)\n\nfunc f(a int, b int) {\n\n}\n",
		"package p\r\n\r\nvar x = `a\r\nb`\r\n", "\ufeffpackage p", "package p\n\nvar (\n\ta = 1 // c\n\tbb = 2 /* d */\n)",
	} {
		f.Add([]byte(seed))
	}
	l := language(f, golang.Options{Style: "gofumpt", LangVersion: "go1.26"})
	f.Fuzz(func(t *testing.T, src []byte) {
		formattest.Fuzz(t, l, "x.go", src)
	})
}
