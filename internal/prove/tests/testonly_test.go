package tests_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
)

// Of a package or a module, only what tests alone reach serves them.
func TestHelpers(t *testing.T) {
	const test = "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tA()\n\tsame(1, 1)\n\tSame(1, 1)\n\tAssertSame()\n\tx.is()\n\t_ = wanted{}.Text() + limit\n}\n"
	for _, row := range []struct {
		name, path, text, mentioned string
		want                        []string
	}{
		{"unexported", "a.go", "package a\n\nfunc A() {}\n\nfunc same(a, b int) bool { return equal(a, b) }\n\nfunc equal(a, b int) bool { return a == b }\n", "", []string{"same", "equal"}},
		{"a source uses it", "a.go", "package a\n\nfunc A() { equal(1, 1) }\n\nfunc same(a, b int) bool { return equal(a, b) }\n\nfunc equal(a, b int) bool { return a == b }\n", "", []string{"same"}},
		{"exported", "a.go", "package a\n\nfunc A() {}\n\nfunc Same(a, b int) bool { return a == b }\n", "", nil},
		{"exported, its name says it", "a.go", "package a\n\nfunc A() {}\n\nfunc AssertSame() {}\n", "", []string{"AssertSame"}},
		{"exported, the file says it", "helpers.go", "package a\n\nfunc Same(a, b int) bool { return a == b }\n", "", []string{"Same"}},
		{"exported, and another source uses it", "helpers.go", "package a\n\nfunc Same(a, b int) bool { return a == b }\n", "Same", nil},
		{"main", "a.go", "package main\n\nfunc main() { same(1, 1) }\n\nfunc same(a, b int) bool { return a == b }\n", "", nil},
		{"init", "a.go", "package a\n\nfunc A() {}\n\nfunc init() { same(1, 1) }\n\nfunc same(a, b int) bool { return a == b }\n", "", nil},
		{"a variable that nobody names", "a.go", "package a\n\nfunc A() {}\n\nvar _ = same(1, 1)\n\nfunc same(a, b int) bool { return a == b }\n", "", nil},
		{"linked by name", "a.go", "package a\n\nimport _ \"unsafe\"\n\nfunc A() {}\n\n//go:linkname same x.same\nfunc same(a, b int) bool { return a == b }\n", "", nil},
		{"a type with its methods", "a.go", "package a\n\nfunc A() {}\n\ntype wanted struct{}\n\nfunc (wanted) Text() int { return 1 }\n\nfunc (*wanted) other() {}\n", "", []string{"wanted", "wanted.Text"}},
		{"a method of a type of sources", "a.go", "package a\n\ntype X struct{}\n\nfunc A() X { return X{} }\n\nfunc (X) is() {}\n", "", []string{"X.is"}},
		{"a constant of a group", "a.go", "package a\n\nfunc A() { _ = most }\n\nconst (\n\tlimit = 1\n\tmost  = 2\n)\n", "", []string{"limit"}},
		{"nothing is reached, and names say little", "a.go", "package a\n\nfunc limit() {}\n", "", nil},
		{"nothing is reached, and names say it", "a.go", "package a\n\nfunc limit() {}\n\nfunc same() {}\n", "", []string{"same"}},
		{"nobody uses it", "a.go", "package a\n\nfunc A() {}\n\nfunc dead() {}\n", "", nil},
		{"it does not parse", "a.go", "package a\n\nfunc A( {}\n\nfunc same() {}\n", "", nil},
		{"Python", "a.py", "import x\n\n\ndef A():\n    return _used()\n\n\ndef _used():\n    return 1\n\n\ndef same(a, b):\n    return a == b\n\n\nasync def _same(a, b):\n    return _all(a, b)\n\n\n_all = lambda a, b: a == b\n", "", []string{"_same", "_all"}},
		{"Python, another source uses it", "a.py", "def A(): pass\n\n\ndef _same(a, b):\n    return a == b\n", "_same", nil},
		{"Python, decorated", "a.py", "def A(): pass\n\n\n@x.register\ndef _same(a, b):\n    return a == b\n", "", nil},
		{"Python, its name says it", "a.py", "def A(): pass\n\n\ndef assert_same(a, b):\n    assert a == b\n", "", []string{"assert_same"}},
		{"Python, a statement runs it", "a.py", "def A(): pass\n\n\ndef _same(a, b):\n    return a == b\n\n\nx = _same(1, 1)\n", "", nil},
	} {
		beside := source.Read("a_test.go", []byte(test))
		if strings.HasSuffix(row.path, ".py") {
			beside = source.Read("test_a.py", []byte("from a import A, same, _same, assert_same\n\nA()\n"))
		}
		found := tests.Helpers([]*source.File{source.Read(row.path, []byte(row.text))}, []*source.File{beside}, func(name string) bool { return name == row.mentioned })
		var got []string
		for _, d := range found[row.path] {
			got = append(got, d.Name)
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

// Restore undoes the changes of helpers, and of nothing else.
func TestRestore(t *testing.T) {
	const base = "package a\n\nimport \"fmt\"\n\nfunc A() { fmt.Print() }\n\n// same compares.\nfunc same(a, b int) bool { return a == b }\n\nfunc near(a, b int) bool { return a == b }\n"
	test := source.Read("a_test.go", []byte("package a\n\nfunc x() { A(); same(1, 1); near(1, 1) }\n"))
	helpers := tests.Helpers([]*source.File{source.Read("a.go", []byte(base))}, []*source.File{test}, func(string) bool { return false })["a.go"]
	change := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(base) }
	for _, row := range []struct{ name, text, want string }{
		{"a source", change("Print()", "Print(1)"), change("Print()", "Print(1)")},
		{"a helper", change("func same(a, b int) bool { return a == b }", "func same(a, b int) bool { return true }"), base},
		{"both helpers and a source", change("return a == b", "return true", "Print()", "Print(1)"), change("Print()", "Print(1)")},
		{"a helper and an import for it", change("func same(a, b int) bool { return a == b }", "func same(a, b int) bool { return os.Args == nil }", "import \"fmt\"", "import (\n\t\"fmt\"\n\t\"os\"\n)"), base},
		{"a helper is gone", change("func near(a, b int) bool { return a == b }\n", "", "Print()", "Print(1)"), change("func near(a, b int) bool { return a == b }\n", "", "Print()", "Print(1)") + "\nfunc near(a, b int) bool { return a == b }"},
		{"a comment elsewhere", "// c\n" + base, "// c\n" + base},
	} {
		if diff := cmp.Diff(row.want, string(tests.Restore("a.go", []byte(base), []byte(row.text), helpers))); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", row.name, diff)
		}
	}
	const module = "def a():\n    return 1\n\n\ndef _same(x):\n    return x\n"
	test = source.Read("test_a.py", []byte("from a import a, _same\n"))
	helpers = tests.Helpers([]*source.File{source.Read("a.py", []byte(module))}, []*source.File{test}, func(string) bool { return false })["a.py"]
	text := "def a():\n    return 2\n\n\ndef _same(x):\n    y = x\n    return y[:0]\n\n\ndef b():\n    pass\n"
	want := "def a():\n    return 2\n\n\ndef _same(x):\n    return x\n\n\ndef b():\n    pass\n"
	if diff := cmp.Diff(want, string(tests.Restore("a.py", []byte(module), []byte(text), helpers))); diff != "" {
		t.Error(diff)
	}
}
