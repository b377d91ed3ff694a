package golang_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	gofumpt "mvdan.cc/gofumpt/format"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/golang"
)

func language(t testing.TB, opts golang.Options) formatting.Language {
	t.Helper()
	l, err := golang.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestFormat(t *testing.T) {
	const imports = "package p\n\nimport (\n\t\"b\"\n\t\"a\"\n)\n"
	const sorted = "package p\n\nimport (\n\t\"a\"\n\t\"b\"\n)\n"
	tests := []struct {
		name      string
		opts      golang.Options
		src, want string
	}{
		{"as gofmt", golang.Options{}, "package p\nfunc f( ){}\n", "package p\n\nfunc f() {}\n"},
		{"and no more", golang.Options{}, "package p\n\nfunc f() {\n\n\tvar x = 1\n\t_ = x\n}\n", "package p\n\nfunc f() {\n\n\tvar x = 1\n\t_ = x\n}\n"},
		{"as gofumpt, if asked for", golang.Options{Style: "gofumpt"}, "package p\n\nfunc f() {\n\n\tvar x = 1\n\t_ = x\n}\n", "package p\n\nfunc f() {\n\tx := 1\n\t_ = x\n}\n"},
		{"imports are sorted", golang.Options{Style: "gofumpt"}, imports, sorted},
		{"and what follows is formatted", golang.Options{Style: "gofumpt"}, imports + "\nvar  x int\n", sorted + "\nvar x int\n"},
		{"blank lines after imports become one", golang.Options{Style: "gofumpt"}, imports + "\n\n\nvar x int\n", sorted + "\nvar x int\n"},
		{"a blank line comes after imports", golang.Options{Style: "gofumpt"}, imports + "var x int\n", sorted + "\nvar x int\n"},
		{"a comment stays with the imports", golang.Options{Style: "gofumpt"}, imports + "// c\n\nvar  x int\n", sorted + "\n// c\n\nvar x int\n"},
		{"a comment at the end", golang.Options{Style: "gofumpt"}, imports + "\n//c\n", sorted + "\n// c\n"},
		{"blank lines at the end", golang.Options{Style: "gofumpt"}, imports + "\n\n", sorted},
		{
			"an import of the user's own module is not taken for the standard library's",
			golang.Options{Style: "gofumpt", ModulePath: "m"},
			"package p\n\nimport (\n\t\"m/x\"\n\n\t\"os\"\n)\n", "package p\n\nimport (\n\t\"os\"\n\n\t\"m/x\"\n)\n",
		},
		{"octal literals as of go1.13", golang.Options{Style: "gofumpt", LangVersion: "go1.13"}, "package p\n\nvar x = 0644\n", "package p\n\nvar x = 0o644\n"},
		{"octal literals without a version", golang.Options{Style: "gofumpt"}, "package p\n\nvar x = 0644\n", "package p\n\nvar x = 0644\n"},
		{
			"extra rules",
			golang.Options{Style: "gofumpt", ExtraRules: []string{"group_params"}},
			"package p\n\nfunc f(a int, b int) {}\n", "package p\n\nfunc f(a, b int) {}\n",
		},
		{"a byte order mark goes", golang.Options{Style: "gofumpt"}, "\ufeffpackage p\n", "package p\n"},
		{"raw strings keep what they hold", golang.Options{Style: "gofumpt"}, "package p\n\nvar x = `a  \n\tb`\n", "package p\n\nvar x = `a  \n\tb`\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := formatting.NewRegistry(language(t, test.opts))
			got, err := r.Format("a/x.go", []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%q)\n= %q, %v\nwant %q", test.src, got.Text, err, test.want)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"at the place of the mistake", "package p\n\nfunc f( {\n}\n", "x.go:3:9: expected ')', found '{'"},
		{"below an import block", "package p\n\nimport (\n\t\"a\"\n)\n\nvar x = = 1\n", "x.go:7:9: expected operand, found '='"},
		{"in an import block", "package p\n\nimport (\n\ta b\n)\n\nvar x int\n", "x.go:4:4: import path must be a string"},
		{"at the end", "package p\n\nvar x = (", "x.go:3:10: expected operand, found 'EOF'"},
		{"of an empty file", "", "x.go:1:1: expected 'package', found 'EOF'"},
		{"of text that is not UTF-8", "package p\n\n// \xff\n", "x.go:3:4: illegal UTF-8 encoding"},
		{"of what only a command takes", "x := 1\n", "x.go:1:1: expected 'package', found x"},
	}
	l, gofmt := language(t, golang.Options{Style: "gofumpt"}), language(t, golang.Options{Style: "gofmt"})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, formatErr := l.Format("x.go", []byte(test.src))
			_, gofmtErr := gofmt.Format("x.go", []byte(test.src))
			for name, err := range map[string]error{
				"Format": formatErr, "Format as gofmt": gofmtErr, "Parse": l.Parse("x.go", []byte(test.src)),
			} {
				e, ok := errors.AsType[*formatting.SyntaxError](err)
				if !ok || !strings.HasPrefix(err.Error(), test.want) {
					t.Errorf("%s: %v, want %s", name, err, test.want)
				} else if e.Offset < 0 || e.Offset > len(test.src) {
					t.Errorf("%s: offset %d of %d bytes", name, e.Offset, len(test.src))
				}
			}
		})
	}
}

func TestMatch(t *testing.T) {
	l := language(t, golang.Options{Style: "gofumpt"})
	for path, want := range map[string]bool{
		"x.go": true, "a/x_test.go": true, "x.gox": false, "go": false, "a/.x.go": false, ".go": false, "x.GO": false,
	} {
		if got := l.Match(path, nil); got != want {
			t.Errorf("Match(%s) = %t", path, got)
		}
	}
}

func TestOptionErrors(t *testing.T) {
	tests := []struct {
		opts golang.Options
		want string
	}{
		{golang.Options{Style: "gofumpt", LangVersion: "1.26"}, `lang-version: "1.26" is not a Go version such as "go1.26"`},
		{golang.Options{Style: "gofumpt", ExtraRules: []string{"group_params", "x"}}, `extra-rules: unknown rule "x": there are group_params, clothe_returns, balance_calls`},
		{golang.Options{Style: "gofumpt", ExtraRules: []string{"true"}}, `extra-rules: unknown rule "true": there are group_params, clothe_returns, balance_calls`},
	}
	for _, test := range tests {
		_, err := golang.New(test.opts)
		if _, ok := errors.AsType[*formatting.OptionError](err); !ok || err.Error() != test.want {
			t.Errorf("New(%+v): %v, want %s", test.opts, err, test.want)
		}
	}
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
	for _, seed := range []string{
		"package p\n", "package p\n\nimport (\n\t\"b\"\n\t\"a\"\n)\n\nfunc f(a int, b int) {\n\n}\n",
		"package p\r\n\r\nvar x = `a\r\nb`\r\n", "\ufeffpackage p", "package p\n\nvar (\n\ta = 1 // c\n\tbb = 2 /* d */\n)",
	} {
		f.Add([]byte(seed))
	}
	r := formatting.NewRegistry(language(f, golang.Options{Style: "gofumpt", LangVersion: "go1.26"}))
	f.Fuzz(func(t *testing.T, src []byte) {
		once, err := r.Format("x.go", src)
		if err != nil {
			if _, crashed := errors.AsType[*formatting.CrashError](err); crashed {
				t.Skip("an upstream crash, reported as such")
			}
			return
		}
		twice, err := r.Format("x.go", once.Text)
		if err != nil || twice.Changed {
			t.Errorf("%q became %q, and then %q, %v", src, once.Text, twice.Text, err)
		}
	})
}
