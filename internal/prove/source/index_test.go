package source_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

const goHead = "package a\n\nimport \"testing\"\n\n"

// tree is a source tree in several languages.
var tree = map[string]string{
	"go.mod":        "module example.com/m\n\ngo 1.26\n",
	"a_test.go":     goHead + "func TestRoot(t *testing.T) {}\nfunc BenchmarkRoot(b *testing.B) {}\n",
	"pkg/p_test.go": goHead + "func TestP(t *testing.T) {}\n",
	"none/none.go":  "package none\n",
	"py/tests/test_x.py": "def test_x(): pass\n\nclass TestC:\n  def test_m(self): pass\n" +
		"  @parameterized.expand([1])\n  def test_many(self): pass\n",
	"py/doc.py":       "",
	"js/a.test.js":    "describe('outer', () => { it('adds', () => {}); it(`is ${x}`, () => {}); });\nit.each([1])('n %i', () => {});\n",
	"java/ATest.java": "class ATest { @Test void adds() {} }\n",
	"cc/a_test.cc":    "TEST(Add, Two) { EXPECT_EQ(1, f()); }\n",
	"cc/BUILD":        "cc_test(name = 'cc_test')\n",
	"src/lib.rs":      "#[test]\nfn adds() {}\n",
	"bz/BUILD.bazel":  "go_test(name = 'go_test')\n\npy_test(name = 'py_test')\n",
	"bz/a_test.go":    goHead + "func TestBazel(t *testing.T) {}\n",
	"open/BUILD":      "load(':x.bzl', 'suite')\nsuite(name = 'all')\n",
}

func readTree(name string) ([]byte, error) {
	text, ok := tree[name]
	if !ok {
		return nil, errors.New("no such file")
	}
	return []byte(text), nil
}

func TestKnown(t *testing.T) {
	known := source.NewIndex(slices.Sorted(maps.Keys(tree)), readTree).Known
	for _, c := range []struct {
		suite, name string
		want        bool
	}{
		{"example.com/m", "TestRoot", true},
		{"example.com/m", "TestRoot/sub/test", true},
		{"example.com/m", "BenchmarkRoot-8", true},
		{"example.com/m", "TestRootX", false},
		{"example.com/m", "TestP", false},
		{"example.com/m", "", true},
		{"example.com/m/pkg", "TestP", true},
		{"example.com/m/pkg", "TestForged", false},
		{"example.com/m/none", "TestForged", false},
		{"example.org/other", "TestForged", true}, // of another module
		{"py.tests.test_x", "test_x", true},
		{"tests.test_x", "test_x[1-a]", true},
		{"py.tests.test_x.TestC", "test_m", true},
		{"py.tests.test_x.TestC", "test_many_0_a", true},
		{"py.tests.test_x", "test_forged", false},
		{"py.doc", "py.doc.f", true}, // a doctest
		{"outer", "adds", true},
		{"js/a.test.js", "outer adds", true},
		{"js/a.test.js", "outer > adds", true},
		{"js/a.test.js", "outer is 7", true},
		{"js/a.test.js", "is 7", true},
		{"js/a.test.js", "n 7", true},
		{"test", "js/a.test.js", true},
		{"js/a.test.js", "forged", false},
		{"a.ATest", "removes", false},
		{"a src/lib.rs", "tests::adds", true},
		{"a src/lib.py", "tests::adds", false},
		{"", "tests::adds", true},
		{"//cc:cc_test Add", "Two", true},
		{"//cc:other_test Add", "Two", false},
		{"//bz:py_test Add", "Two", false},
		{"//bz:go_test", "", true},
		{"@@//bz:go_test", "TestBazel", true},
		{"//bz:go_test", "TestBazel/sub", true},
		{"//bz:go_test bz_test", "TestBazel/sub", true},
		{"//bz:go_test bz_test", "TestForged", false},
		{"//bz:go_test", "TestForged", false},
		{"//bz:py_test", "bz/py_test", true},
		{"//bz:forged", "", false},
		{"//none:x", "", false},
		{"//open:anything", "", true},
		{"//open:anything", "open/anything", true},
	} {
		if got := known(c.suite, c.name); got != c.want {
			t.Errorf("Known(%q, %q) = %v, want %v", c.suite, c.name, got, c.want)
		}
	}
}

// Cases of languages that are not read are told from others.
func TestUnread(t *testing.T) {
	x := source.NewIndex(slices.Sorted(maps.Keys(tree)), readTree)
	for _, c := range []struct {
		suite, name string
		want        bool
	}{
		{"a src/lib.rs", "tests::adds", true},
		{"a src/lib.rs", "", false},
		{"", "tests::adds", true},
		{"", "test_x", false},
		{"//cc:cc_test Add", "Two", true},
		{"//cc:cc_test", "cc/cc_test", false},
		{"//cc:cc_test", "", false},
		{"//cc:other_test", "Two", false},
		{"//bz:py_test", "Two", false},
		{"//bz:go_test", "TestBazel", false},
		{"example.com/m", "TestForged", false},
		{"py.tests.test_x", "test_forged", false},
		{"py.tests.test_x.C", "test_forged", false},
	} {
		if got := x.Unread(c.suite, c.name); got != c.want {
			t.Errorf("Unread(%q, %q) = %v, want %v", c.suite, c.name, got, c.want)
		}
	}
	for name, want := range map[string]bool{
		"src/lib.rs": true, "A.java": true, "a.H": true, "a_test.cc": true, "a.kts": true, "spec/a_spec.rb": true,
		"a.go": false, "a.py": false, "a.tsx": false, "a.sh": false, "BUILD": false, "a.json": false, "a/testdata/x.c": false, "rs": false,
	} {
		if got := source.Unread(name); got != want {
			t.Errorf("Unread(%q) = %v, want %v", name, got, want)
		}
	}
}

// A file that cannot be read may have any test.
func TestKnownIsLenient(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"a file that does not parse": {"go.mod": "module m\n", "a_test.go": "package a\nfunc {"},
		"no files":                   {},
		"tests of another language":  {"spec/a_spec.rb": "it 'x'"},
		"configured names":           {"pytest.ini": "[pytest]\npython_functions = check_*\n", "test_a.py": "def test_a(): pass\n"},
		"a title of a variable":      {"a.test.js": "it(title, () => {});\n"},
	} {
		x := source.NewIndex(slices.Sorted(maps.Keys(files)), func(name string) ([]byte, error) { return []byte(files[name]), nil })
		for _, suite := range []string{"m", "", "x.y"} {
			if !x.Known(suite, "anything") {
				t.Errorf("%s: a case of %q is not known", name, suite)
			}
		}
	}
	paths := slices.Sorted(maps.Keys(tree))
	broken := func(string) ([]byte, error) { return nil, errors.New("it cannot be read") }
	if !source.NewIndex(paths, broken).Known("py.tests.test_x", "test_y") {
		t.Error("a case of files that cannot be read is not known")
	}
}

func TestMatch(t *testing.T) {
	find := func(path, name string) *source.Test {
		f := source.Of(path, []byte(tree[path]))
		for i := range f.Tests {
			if f.Tests[i].Name == name {
				return &f.Tests[i]
			}
		}
		t.Fatalf("%s has no %s", path, name)
		return nil
	}
	for _, c := range []struct {
		path, test, suite, name string
		want                    bool
	}{
		{"pkg/p_test.go", "TestP", "example.com/m/pkg", "TestP", true},
		{"pkg/p_test.go", "TestP", "example.com/m/pkg", "TestP/sub", true},
		{"pkg/p_test.go", "TestP", "example.com/m/other", "TestP", false},
		{"pkg/p_test.go", "TestP", "example.com/m/pkg", "TestPX", false},
		{"pkg/p_test.go", "TestP", "//pkg:pkg_test", "TestP", true},
		{"pkg/p_test.go", "TestP", "//other:pkg_test", "TestP", false},
		{"pkg/p_test.go", "TestP", "//pkg:pkg_test pkg_test", "TestP/sub", true},
		{"pkg/p_test.go", "TestP", "example.com/m/pkg", "TestP #2", true},
		{"js/a.test.js", "adds", "js/a.test.js", "outer > adds", true},
		{"pkg/p_test.go", "TestP", "command-line-arguments", "TestP", true},
		{"a_test.go", "BenchmarkRoot", "example.com/m", "BenchmarkRoot-16", true},
		{"py/tests/test_x.py", "test_x", "py.tests.test_x", "test_x", true},
		{"py/tests/test_x.py", "test_x", "tests.test_x", "test_x[a.b]", true},
		{"py/tests/test_x.py", "test_x", "py/tests/test_x.py", "test_x", true},
		{"py/tests/test_x.py", "test_x", "", "py/tests/test_x.py::test_x", true},
		{"py/tests/test_x.py", "test_x", "tests.test_y", "test_x", false},
		{"py/tests/test_x.py", "test_m", "py.tests.test_x.TestC", "test_m", true},
		{"py/tests/test_x.py", "test_m", "py.tests.test_x.TestD", "test_m", false},
		{"js/a.test.js", "adds", "js/a.test.js", "outer adds", true},
		{"js/a.test.js", "adds", "outer", "adds", true},
		{"js/a.test.js", "adds", "inner", "adds", false},
		{"js/a.test.js", "adds", "js/b.test.js", "adds", false},
		{"js/a.test.js", "is ${x}", "outer", "is 7", true},
		{"js/a.test.js", "is ${x}", "outer", "was 7", false},
		{"js/a.test.js", "n %i", "js/a.test.js", "n 3", true},
		{"bz/BUILD.bazel", "py_test", "//bz:py_test", "any", true},
		{"bz/BUILD.bazel", "py_test", "//bz:go_test", "any", false},
	} {
		if got := find(c.path, c.test).Match(c.suite, c.name); got != c.want {
			t.Errorf("%s %s: Match(%q, %q) = %v, want %v", c.path, c.test, c.suite, c.name, got, c.want)
		}
	}
}
