package source_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// The added and changed lines of a test that canaries break.
func TestCanary(t *testing.T) {
	for _, row := range []struct {
		name, path, text string
		values           string // the changed lines, joined by |; empty: there are no values
		fails            string // the same of failing assertions, or why there are none
	}{
		{"a comparison", "a_test.go", "func TestA(t *testing.T) {\n\tif got := f(1); got != 3 {\n\t\tt.Errorf(\"%d\", 4)\n\t}\n}", "if got := f(1); got != 2 {", "func TestA(t *testing.T) { defer t.Error(" + quoted + ");"},
		{"a length, or another one", "a_test.go", "func TestA(t *testing.T) {\n\tif len(x) != 1 || x[0] != \"a\" {\n\t\tt.Fatal()\n\t}\n}", "if len(x) != 0 || x[0] != \"acanary\" {", "func TestA(t *testing.T) { defer t.Error(" + quoted + ");"},
		{"what it must not be", "a_test.go", "func TestA(t *testing.T) {\n\tif f() == 3 {\n\t\tt.Fatal()\n\t}\n}", "", "func TestA(t *testing.T) { defer t.Error(" + quoted + ");"},
		{"neither of two", "a_test.go", "func TestA(t *testing.T) {\n\tif x := f(); x != 1 && x != 2 {\n\t\tt.Fatal()\n\t}\n}", "", "func TestA(t *testing.T) { defer t.Error(" + quoted + ");"},
		{"testify", "a_test.go", "func TestA(t *testing.T) {\n\tassert.Equal(t, []int{0, 2}, f(), \"message\")\n\tassert.NotEqual(t, 3, f())\n}", "assert.Equal(t, []int{1, 2}, f(), \"message\")", "func TestA(t *testing.T) { defer t.Error(" + quoted + ");"},
		{"a method", "a_test.go", "func TestA(t *testing.T) {\n\tif !f().Equal(M{Sum: 5}) {\n\t\tt.Fatal()\n\t}\n}", "if !f().Equal(M{Sum: 4}) {", "func TestA(t *testing.T) { defer t.Error(" + quoted + ");"},
		{"a table", "a_test.go", "func TestA(t *testing.T) {\n\tfor _, c := range []struct {\n\t\tin, want int\n\t}{\n\t\t{in: 1, want: 2},\n\t\t{in: 2, want: 0},\n\t} {\n\t\tif got := f(c.in); got != c.want {\n\t\t\tt.Errorf(\"%d\", c.want)\n\t\t}\n\t}\n}", "{in: 1, want: 1},|{in: 2, want: 1},", "func TestA(t *testing.T) { defer t.Error(" + quoted + ");"},
		{"what goes in comes out", "a_test.go", "func TestA(t *testing.T) {\n\tfor _, c := range []struct{ in int }{{in: 1}} {\n\t\tif got := f(c.in); got != c.in {\n\t\t\tt.Error(1)\n\t\t}\n\t}\n}", "", "func TestA(t *testing.T) { defer t.Error(" + quoted + ");"},
		{"an error", "a_test.go", "func TestA(t *testing.T) {\n\tif err := f(); err != nil {\n\t\tt.Fatal(err)\n\t}\n}", "", "func TestA(t *testing.T) { defer t.Error(" + quoted + ");"},
		{"a handle without a name", "a_test.go", "func TestA(_ *testing.T) {\n\tpanic(1)\n}", "", "func TestA(autofixT *testing.T) { defer autofixT.Error(" + quoted + ");"},
		{"an example", "a_test.go", "func ExampleA() {\n\tfmt.Println(f())\n\t// Output: 3\n}", "// canary", "why: an example without output"},
		{"types", "a_test.go", "func TestA(t *testing.T) {\n\tif f() != 'a' || g() != 2.0 || h() != true || string(i()) != `x` || j() != 0xff || k() != int64(7) {\n\t\tt.Fatal()\n\t}\n}", "if f() != 'b' || g() != 1.0 || h() != false || string(i()) != `xcanary` || j() != 254 || k() != int64(6) {", "func TestA(t *testing.T) { defer t.Error(" + quoted + ");"},

		{"assert", "test_a.py", "def test_a():\n    assert f(1) == 3, 'no'\n    assert f(2) != 3\n", "assert f(1) == 2, 'no'", "try:|assert f(1) == 3, 'no'|assert f(2) != 3|finally:|assert 1 == 2, '" + source.CanaryMessage + "'"},
		{"unittest", "test_a.py", "class A(T):\n    def test_a(self):\n        self.assertEqual(f(), {'a': [1]}, 'm')\n", "self.assertEqual(f(), {'a': [0]}, 'm')", "try:|self.assertEqual(f(), {'a': [1]}, 'm')|finally:|_autofix = 0|for _canary in [lambda: self.assertEqual(1, 2)]:|try:|_canary()|except BaseException:|_autofix += 1|assert _autofix < 1, '" + source.CanaryMessage + "'"},
		{"nothing in it", "test_a.py", "def test_a():\n    assert f() == []\n    assert g() == ''\n    assert h() is None\n    assert i() is True\n", "assert f() == [1]|assert g() == 'canary'|assert h() is \"canary\"|assert i() is False", ""},
		{"a name", "test_a.py", "def test_a():\n    want = 3\n    assert f(2) == want\n", "assert f(2) == (-want - 37 if isinstance(want, (int, float)) else want + 'canary' if isinstance(want, str) else (want, 'canary'))", ""},
		{"a name that goes in", "test_a.py", "def test_a():\n    x = 3\n    assert f(x) == x\n", "assert f(x) == (-x - 37 if isinstance(x, (int, float)) else x + 'canary' if isinstance(x, str) else (x, 'canary'))", ""},
		{"two calls", "test_a.py", "def test_a():\n    assert f(x) == g(x)\n", "", ""},
		{"a text of several lines", "test_a.py", "def test_a():\n\tassert f() == \"\"\"x\ny\n\"\"\"\n\tif x:\n\t\treturn\n", "canary\"\"\"", "try:|assert f() == \"\"\"x|if x:|return|finally:|assert 1 == 2, '" + source.CanaryMessage + "'"},
		{"a large file", "test_a.py", "def test_a():\n    assert f() == 3\n" + strings.Repeat("#\n", source.MaxBytes/2), "", "why: only the first 1048576 bytes were read"},
		{"one line", "test_a.py", "def test_a(): assert f() == 3\n", "def test_a(): assert f() == 2", "why: its body is on the line of its head"},

		{"node", "a.test.js", "test('a', () => {\n  assert.strictEqual(f(1), 3, 4);\n  assert.notStrictEqual(f(1), 3);\n});", "assert.strictEqual(f(1), 2, 4);", "test('a', () => { try {|} finally { let n = 0; for (const canary of [() => assert.strictEqual(1, 2), () => assert.notStrictEqual(1, 1)]) { try { canary(); } catch { n++; } } if (n === 2) { throw new Error('" + source.CanaryMessage + "'); } } });"},
		{"jest", "a.test.ts", "it('a', async () => {\n  expect(f({ a: 1 })).toEqual({ a: 'x', b: [2] });\n  expect(f()).not.toBe(3);\n});", "expect(f({ a: 1 })).toEqual({ a: 'xcanary', b: [2] });", "it('a', async () => { try {|} finally { let n = 0; for (const canary of [() => expect(1).toEqual(2)]) { try { canary(); } catch { n++; } } if (n === 1) { throw new Error('" + source.CanaryMessage + "'); } } });"},
		{"chai", "a.test.js", "it('a', function () {\n  expect(f()).to.deep.equal([1]);\n  expect(f()).to.not.equal(1);\n});", "expect(f()).to.deep.equal([0]);", "it('a', function () { try {|} finally { let n = 0; for (const canary of [() => expect(1).to.equal(2)]) { try { canary(); } catch { n++; } } if (n === 1) { throw new Error('" + source.CanaryMessage + "'); } } });"},
		{"an expression", "a.test.js", "test('a', () => assert.equal(f(), 'x'));", "test('a', () => assert.equal(f(), 'xcanary'));", "test('a', () => { try { return assert.equal(f(), 'x'); } finally { let n = 0; for (const canary of [() => assert.equal(1, 2)]) { try { canary(); } catch { n++; } } if (n === 1) { throw new Error('" + source.CanaryMessage + "'); } } });"},
		{"a field", "a.test.js", "test('a', () => { expect(f(c.in)).toBe(c.want) });", "test('a', () => { expect(f(c.in)).toBe((typeof c.want === 'number' ? (c.want === c.want ? -c.want - 37 : 0) : typeof c.want === 'string' ? c.want + 'canary' : [c.want, 'canary'])) });", ""},
		{"a function elsewhere", "a.test.js", "test('a', body);", "", "why: its function is somewhere else"},
		{"an equality of its own", "a.test.js", "test('a', () => {\n  if (x.equals(3)) throw new Error();\n});", "", ""},

		{"a script", "a_test.sh", "#!/bin/sh\n[ \"$(f)\" = 3 ]\n", "", "trap 'exit 1' EXIT # " + source.CanaryMessage},
		{"a script with a trap", "a_test.sh", "trap x EXIT\nf\n", "", "why: its script sets a trap"},
		{"Bats", "a.bats", "@test 'a' {\n  f\n}\n", "", "why: a test of Bats"},
		{"a target", "BUILD", "sh_test(name = 'a')\n", "", "why: no source of its assertions is known"},
	} {
		text := row.text
		if strings.HasSuffix(row.path, ".go") {
			text = "package a\n\n" + text + "\n"
		}
		f := source.Of(row.path, []byte(text))
		if len(f.Tests) != 1 {
			t.Errorf("%s: %d tests", row.name, len(f.Tests))
			continue
		}
		got := ""
		if c := f.ValueCanary(&f.Tests[0]); c != nil {
			got = changedLines(text, string(source.Apply(f.Text, c.Edits)))
		}
		if got != row.values {
			t.Errorf("%s: values:\n%s\nwant\n%s", row.name, got, row.values)
		}
		c, why := f.AssertionCanary(&f.Tests[0])
		got = "why: " + why
		if c != nil {
			got = changedLines(text, string(source.Apply(f.Text, c.Edits)))
		}
		if row.fails != "" && got != row.fails {
			t.Errorf("%s: assertions:\n%s\nwant\n%s", row.name, got, row.fails)
		}
	}
}

const quoted = `"` + source.CanaryMessage + `"`

// changedLines returns the lines of a text that another one does not have.
func changedLines(before, after string) string {
	had := map[string]bool{}
	for line := range strings.Lines(before) {
		had[strings.TrimRight(line, "\n")] = true
	}
	var all []string
	for line := range strings.Lines(after) {
		if line = strings.TrimRight(line, "\n"); !had[line] {
			all = append(all, strings.TrimSpace(line))
		}
	}
	return strings.Join(all, "|")
}

// Any text can be broken, and edits are within it.
func FuzzCanary(f *testing.F) {
	for _, text := range []string{"func TestA(t *testing.T) { if f() != 1 { t.Error() } }\n", "def test_a(self):\n  self.assertEqual(f(), [1])\n", "it('a', () => expect(f()).toBe(1));\n", "test('a', function () { assert.equal(f(), 1) })"} {
		for i := range 4 {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		path := []string{"a_test.go", "test_a.py", "a.test.ts", "a_test.sh"}[which%4]
		if path == "a_test.go" {
			text = "package a\n" + text
		}
		file := source.Of(path, []byte(text))
		for i := range file.Tests {
			if c := file.ValueCanary(&file.Tests[i]); c != nil && string(source.Apply(file.Text, c.Edits)) == text {
				t.Errorf("nothing is broken: %+v", c)
			}
			if c, why := file.AssertionCanary(&file.Tests[i]); (c == nil) == (why == "") {
				t.Errorf("%+v, %q", c, why)
			}
		}
	})
}
