package tests_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
)

var fuzzPaths = []string{"a_test.go", "test_a.py", "conftest.py", "a.test.ts", "BUILD", "a_test.cc", "a.bats"}

// Any text has tests with lines in order, is equal to itself, and is left with
// no test when it is deleted.
func FuzzCompare(f *testing.F) {
	for i := range fuzzPaths {
		for _, text := range []string{
			goHead + "func TestA(t *testing.T) { if f() != 1 { t.Error() } }\nfunc BenchmarkA(b *testing.B) {}\n",
			"class TestC:\n  @parameterized.expand([1])\n  def test_many(self): assert f()\n",
			"describe('outer', () => { it('adds', () => {}); it(`is ${x}`, () => {}); });\nit.each([1])('n %i', () => {});\n",
			"go_test(name = 'go_test')\n\npy_test(name = 'py_test')\n", "@test 'a' {\n  skip\n}\n",
		} {
			f.Add(uint8(i), text, "")
		}
	}
	f.Add(uint8(3), "it(`${`", "it.each`${{}}`('$a', ")
	f.Add(uint8(1), "def test_a(:\n  assert (((x", "class A:\n\tdef test_b(self): pass")
	f.Fuzz(func(t *testing.T, which uint8, before, after string) {
		path := fuzzPaths[int(which)%len(fuzzPaths)]
		file := source.Of(path, []byte(before))
		if strings.HasPrefix(file.Unreadable, "its parser failed") && path != "BUILD" {
			t.Error(file.Unreadable)
		}
		for i := range file.Tests {
			if x := &file.Tests[i]; x.Line < 1 || x.Last < x.Line {
				t.Errorf("%s is on lines %d-%d", x.FullName(), x.Line, x.Last)
			}
		}
		d := tests.Compare(tests.Pair{Path: path, Before: []byte(before), After: []byte(before)})
		if len(d.Added)+len(d.Changed)+len(d.Deleted)+len(d.Shared) > 0 || len(d.Findings()) > 0 {
			t.Errorf("a file differs from itself: %+v", d)
		}
		tests.Compare(tests.Pair{Path: path, Before: []byte(before), After: []byte(after)}).Findings()
	})
}

// Texts that nest, or open what does not end, are read to their end.
func TestHostileTexts(t *testing.T) {
	size := 1 << 15
	if testing.Short() {
		size = 1 << 12
	}
	for name, piece := range map[string]string{
		"brackets": "(", "braces": "{", "both": "([",
		"templates": "`${", "escapes": `\"`, "escaped quotes": `'\'`, "slashes": "/a", "comments": "/*", "ors": "a or ",
		"asserts": "assert (", "calls": "assertTrue(", "tests": "test('a', () => {", "describes": "describe('a',{",
		"functions": "def test_a(): pass\n", "classes": "class A:\n ", "decorators": "@a\n",
		"names of tests": "it('a',b)\n", "triple quotes": `"""a`,
		"chained ifs": "if a ", "minus": "-", "empty lines": "\n",
	} {
		text := []byte(strings.Repeat(piece, size/len(piece)))
		for _, path := range fuzzPaths {
			if d := tests.Compare(tests.Pair{Path: path, Before: text, After: text}); len(d.Added)+len(d.Deleted) > 0 {
				t.Errorf("%s in %s: a text differs from itself", name, path)
			}
		}
	}
}
