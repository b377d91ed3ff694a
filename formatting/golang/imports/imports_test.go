package imports

import (
	"go/format"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSettle(t *testing.T) {
	const uses = "var x = sort.Ints\nvar y = fmt.Sprint\n"
	for _, test := range []struct{ name, before, after, want string }{
		{
			"used before, unused after",
			"package p\n\nimport (\n\t\"fmt\"\n\t\"sort\"\n)\n\n" + uses,
			"package p\n\nimport (\n\t\"fmt\"\n\t\"sort\"\n)\n\nvar y = fmt.Sprint\n",
			"package p\n\nimport (\n\t\"fmt\"\n)\n\nvar y = fmt.Sprint\n",
		},
		{
			"unused before",
			"package p\n\nimport \"sort\"\n\nvar x = 1\n",
			"package p\n\nimport \"sort\"\n\nvar x = 2\n",
			"",
		},
		{
			"still used, in a type",
			"package p\n\nimport \"sort\"\n\nvar x = sort.Ints\n",
			"package p\n\nimport \"sort\"\n\ntype x sort.Interface\n",
			"",
		},
		{
			"a declaration of its own, with its comment",
			"package p\n\n// For order.\nimport \"sort\" // of numbers\n\nvar x = sort.Ints\n",
			"package p\n\n// For order.\nimport \"sort\" // of numbers\n\nvar x = 1\n",
			"package p\n\nvar x = 1\n",
		},
		{
			"the last of a list",
			"package p\n\nimport (\n\t// For order.\n\t\"sort\"\n)\n\nvar x = sort.Ints\n",
			"package p\n\nimport (\n\t// For order.\n\t\"sort\"\n)\n\nvar x = 1\n",
			"package p\n\nvar x = 1\n",
		},
		{
			"a list with a comment of no import",
			"package p\n\nimport (\n\t\"sort\"\n\n\t// More.\n)\n\nvar x = sort.Ints\n",
			"package p\n\nimport (\n\t\"sort\"\n\n\t// More.\n)\n\nvar x = 1\n",
			"package p\n\nimport (\n\t// More.\n)\n\nvar x = 1\n",
		},
		{
			"a group at the end",
			"package p\n\nimport (\n\t\"fmt\"\n\n\t\"sort\"\n)\n\n" + uses,
			"package p\n\nimport (\n\t\"fmt\"\n\n\t\"sort\"\n)\n\nvar y = fmt.Sprint\n",
			"package p\n\nimport (\n\t\"fmt\"\n)\n\nvar y = fmt.Sprint\n",
		},
		{
			"a group at the start",
			"package p\n\nimport (\n\t\"sort\"\n\n\t\"fmt\"\n)\n\n" + uses,
			"package p\n\nimport (\n\t\"sort\"\n\n\t\"fmt\"\n)\n\nvar y = fmt.Sprint\n",
			"package p\n\nimport (\n\t\"fmt\"\n)\n\nvar y = fmt.Sprint\n",
		},
		{
			"a name",
			"package p\n\nimport order \"sort\"\n\nvar x = order.Ints\n",
			"package p\n\nimport order \"sort\"\n\nvar x = 1\n",
			"package p\n\nvar x = 1\n",
		},
		{
			"names by convention",
			"package p\n\nimport (\n\t\"example.com/a-b\"\n\t\"example.com/go-c\"\n\t\"gopkg.in/yaml.v3\"\n\t\"math/rand/v2\"\n)\n\nvar x = []any{a.A, c.C, yaml.Y, rand.N}\n",
			"package p\n\nimport (\n\t\"example.com/a-b\"\n\t\"example.com/go-c\"\n\t\"gopkg.in/yaml.v3\"\n\t\"math/rand/v2\"\n)\n\nvar x = []any{}\n",
			"package p\n\nvar x = []any{}\n",
		},
		{
			"a name that cannot be guessed",
			"package p\n\nimport \"example.com/x\"\n\nvar x = other.F\n",
			"package p\n\nimport \"example.com/x\"\n\nvar x = 1\n",
			"",
		},
		{
			"a variable of that name is no use",
			"package p\n\nimport \"sort\"\n\nfunc f() { sort.Ints(nil) }\n",
			"package p\n\nimport \"sort\"\n\nfunc f() { sort := g(); sort.h() }\n",
			"package p\n\nfunc f() { sort := g(); sort.h() }\n",
		},
		{
			"for an effect, into the scope, and of C",
			"package p\n\nimport (\n\t_ \"embed\"\n\t. \"fmt\"\n)\n\nimport \"C\"\n\nvar x = C.f(Sprint())\n",
			"package p\n\nimport (\n\t_ \"embed\"\n\t. \"fmt\"\n)\n\nimport \"C\"\n\nvar x = 1\n",
			"",
		},
		{
			"a directive",
			"package p\n\nimport (\n\t//lint:ignore SA1019 old\n\t\"sort\"\n)\n\nvar x = sort.Ints\n",
			"package p\n\nimport (\n\t//lint:ignore SA1019 old\n\t\"sort\"\n)\n\nvar x = 1\n",
			"package p\n\nvar x = 1\n",
		},
		{
			"a directive of the compiler",
			"package p\n\nimport (\n\t//go:build x\n\t\"sort\"\n)\n\nvar x = sort.Ints\n",
			"package p\n\nimport (\n\t//go:build x\n\t\"sort\"\n)\n\nvar x = 1\n",
			"",
		},
		{
			"added twice, in two forms",
			"package p\n\nimport \"fmt\"\n\nvar x = fmt.Sprint\n",
			"package p\n\nimport \"maps\"\n\nimport (\n\t\"fmt\"\n\t\"maps\"\n)\n\nvar x = fmt.Sprint(maps.All)\n",
			"package p\n\nimport \"maps\"\n\nimport (\n\t\"fmt\"\n)\n\nvar x = fmt.Sprint(maps.All)\n",
		},
		{
			"twice before",
			"package p\n\nimport _ \"embed\"\nimport _ \"embed\"\n\nvar x = 1\n",
			"package p\n\nimport _ \"embed\"\nimport _ \"embed\"\n\nvar x = 2\n",
			"",
		},
		{
			"added under two names",
			"package p\n\nvar x = 1\n",
			"package p\n\nimport \"fmt\"\nimport f \"fmt\"\n\nvar x = f.Sprint(fmt.Sprint())\n",
			"",
		},
		{
			"an added import that nothing uses",
			"package p\n\nvar x = 1\n",
			"package p\n\nimport \"fmt\"\n\nvar x = 1\n",
			"",
		},
		{
			"two on one line",
			"package p\n\nimport \"fmt\"; import \"sort\"\n\n" + uses,
			"package p\n\nimport \"fmt\"; import \"sort\"\n\nvar y = fmt.Sprint\n",
			"",
		},
		{
			"carriage returns, and no line end at the end",
			"package p\r\n\r\nimport (\r\n\t\"fmt\"\r\n\t\"sort\"\r\n)\r\n\r\nvar x, y = sort.Ints, fmt.Sprint",
			"package p\r\n\r\nimport (\r\n\t\"fmt\"\r\n\t\"sort\"\r\n)\r\n\r\nvar y = fmt.Sprint",
			"package p\r\n\r\nimport (\r\n\t\"fmt\"\r\n)\r\n\r\nvar y = fmt.Sprint",
		},
		{"broken before", "package p\n\nimport \"sort\"\n\nvar x = sort.\n", "package p\n\nimport \"sort\"\n\nvar x = 1\n", ""},
		{"broken after", "package p\n\nimport \"sort\"\n\nvar x = sort.X\n", "package p\n\nimport \"sort\"\n\nvar x = \n", ""},
		{"empty", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := test.want
			if want == "" {
				want = test.after
			}
			got := Settle("p/x.go", []byte(test.before), []byte(test.after))
			if diff := cmp.Diff(want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if again := Settle("p/x.go", []byte(test.before), got); string(again) != string(got) {
				t.Errorf("settled again: %q", again)
			}
			if other := Settle("p/x.rs", []byte(test.before), []byte(test.after)); string(other) != test.after {
				t.Errorf("another language: %q", other)
			}
		})
	}
}

func TestAdds(t *testing.T) {
	const list = "package p\n\nimport (\n\t\"a\"\n\t\"z\"\n)\n\nvar x = f(\"y\")\n"
	for _, test := range []struct {
		name, text, at, added string
		want                  bool
	}{
		{"a line of a list", list, "\"z\"", "\"m\"\n\t", true},
		{"a line after another", list, "\n\t\"z\"", "\n\t\"m\"", true},
		{"two lines, one with a name", list, "\"z\"", "\"m\"\n\tn \"n\"\n\t", true},
		{"a declaration", list, "import", "import \"m\"\n\n", true},
		{"a list", list, "import", "import (\n\t\"m\"\n\t_ \"n\"\n)\n\n", true},
		{"in a file without imports", "package p\n\nvar x = 1\n", "var", "import \"m\"\n\n", true},
		{"with a comment", list, "\"z\"", "\"m\" // why\n\t", true},
		{"a comment", list, "\"z\"", "// why\n\t", false},
		{"two without a line between", list, "\"z\"", "\"m\"", false},
		{"an argument", list, "\"y\"", "\"m\", ", false},
		{"an argument that looks like an import", "package p\n\nvar x = f(\n)\n", ")", "\"m\"\n", false},
		{"an import and more", list, "import", "import \"m\"\n\nvar y = 1\n", false},
		{"the end of the list and a call", list, ")", ")\nf(\"m\"\n", false},
		{"in a comment", "package p\n\n/* */\n\nimport \"a\"\n", "*/", "import \"m\"\n", false},
		{"in a string", list, "a\"", "\"\n\t\"m", false},
		{"nothing", list, "\"z\"", "", false},
		{"no package", "var x\n", "var", "import \"m\"\n", false},
		{"an open string", list, "\"z\"", "\"m\n", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			at := strings.Index(test.text, test.at)
			if at < 0 {
				t.Fatalf("no %q", test.at)
			}
			if got := Adds("x.go", []byte(test.text), at, []byte(test.added)); got != test.want {
				t.Errorf("got %t", got)
			}
			if Adds("x.py", []byte(test.text), at, []byte(test.added)) {
				t.Error("in another language")
			}
		})
	}
}

// A settled text parses, and what gofmt makes of it has no more lines than what
// it makes of the text with the import.
func FuzzSettle(f *testing.F) {
	f.Add("package p\n\nimport (\n\t\"fmt\"\n\n\t\"sort\"\n)\n\nvar x, y = sort.Ints, fmt.Sprint\n", "var x, y = sort.Ints, fmt.Sprint", "var y = fmt.Sprint")
	f.Add("package p;import (\"a\";\"b\")\nvar x = a.A", "a.A", "b.B")
	f.Add("package p\nimport \"C\"\nimport . \"b\" //line x:1\nvar x = C.x", "C.x", "1")
	f.Fuzz(func(t *testing.T, before, old, replacement string) {
		after := strings.Replace(before, old, replacement, 1)
		settled := Settle("x.go", []byte(before), []byte(after))
		if string(settled) == after {
			return
		}
		if _, err := format.Source(settled); err != nil {
			t.Fatalf("%q -> %q: %v", after, settled, err)
		}
		if len(settled) >= len(after) {
			t.Fatalf("%q -> %q", after, settled)
		}
		if again := Settle("x.go", []byte(before), settled); string(again) != string(settled) {
			t.Fatalf("%q -> %q -> %q", after, settled, again)
		}
	})
}
