package source_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// describe returns a test in one line: kind, name, lines, and special
// properties.
func describe(t *source.Test) string {
	s := fmt.Sprintf("%s %s %d-%d", t.Kind, t.FullName(), t.Line, t.Last)
	if t.Kind != source.Hook && t.Asserts >= 0 {
		s += fmt.Sprintf(" asserts=%d", t.Asserts)
	}
	if t.Skipped != "" {
		s += " skipped=" + t.Skipped
	}
	if t.Skips > 0 {
		s += fmt.Sprintf(" skips=%d", t.Skips)
	}
	if t.Only {
		s += " only"
	}
	if t.Open {
		s += " open"
	}
	return s
}

func TestOf(t *testing.T) {
	for name, c := range map[string]struct {
		path, text string
		want       []string
		unreadable string
		open       bool
	}{
		"go": {
			path: "a/a_test.go",
			text: `package a

import "testing"

func TestMain(m *testing.M) { os.Exit(0) }

func init() { flags() }

func TestA(t *testing.T) {
	if Add(1, 2) != 3 {
		t.Errorf("no") // t.Fatal
	}
}

func TestTable(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, Add(c.a, c.b))
			check(t, c)
		})
	}
}

func TestSkip(t *testing.T) { t.Skip("later"); t.Error() }

func TestMaybe(t *testing.T) {
	if testing.Short() {
		t.Skip()
	}
	t.Run("sub", func(tt *testing.T) { tt.Fatal() })
}

func TestReturn(t *testing.T) { return; t.Error() }

func TestTrue(t *testing.T) {
	assert.True(t, true)
	assert.Equal(t, 1, 1)
	if false {
		t.Fatal()
	}
	if 1 != 1 {
		t.Fatal()
	}
}

func TestIfTrue(t *testing.T) {
	if true {
		return
	}
	t.Error()
}

func Testing(t *testing.T) { t.Error() }
func TestGeneric[T any](t *testing.T) {}
func TestWrong(x int) {}
func BenchmarkA(b *testing.B) {}
func FuzzA(f *testing.F) { f.Fuzz(func(t *testing.T, b []byte) { t.Error() }) }
func ExampleA() {
	fmt.Println(1)
	// Output: 1
}
func ExampleB() {}
func (s *suite) TestMethod(t *testing.T) {}
`,
			want: []string{
				"test TestA 9-13 asserts=1",
				"test TestTable 15-22 asserts=2",
				"test TestSkip 24-24 asserts=0 skipped=t.Skip skips=1",
				"test TestMaybe 26-31 asserts=1 skips=1",
				"test TestReturn 33-33 asserts=0",
				"test TestTrue 35-44 asserts=0",
				"test TestIfTrue 46-51 asserts=0",
				"benchmark BenchmarkA 56-56 asserts=0",
				"fuzz FuzzA 57-57 asserts=1",
				"example ExampleA 58-61 asserts=1",
				"example ExampleB 62-62 asserts=0",
				"hook TestMain 5-5",
				"hook init 7-7",
			},
		},
		"go that is never built": {
			path: "a_test.go", text: "//go:build ignore\n\npackage a\n\nfunc TestA(t *testing.T) { t.Error() }\n",
			want: []string{"test TestA 5-5 asserts=1 skipped=build constraint ignore"},
		},
		"go for one system": {
			path: "a_test.go", text: "//go:build linux\n\npackage a\n\nfunc TestA(t *testing.T) { t.Error() }\n",
			want: []string{"test TestA 5-5 asserts=1"},
		},
		"go that does not parse": {
			path: "a_test.go", text: "package a\n\nfunc TestA(t *testing.T) { t.Error() }\n\nfunc TestB(t *testing.T) {",
			want:       []string{"test TestA 3-3 asserts=1", "test TestB 5-5 asserts=0"},
			unreadable: "does not parse",
		},
		"go without tests": {path: "a.go", text: "package a\nfunc TestA(t *testing.T) {}\n"},
		"python": {
			path: "tests/test_a.py",
			text: `import pytest


def test_a():
    assert add(1, 2) == 3  # assert


@pytest.mark.skip(reason="later")
def test_skipped():
    assert add(1, 2) == 3


@pytest.mark.skipif(sys.version_info < (3, 9), reason="old")
@pytest.mark.parametrize("x", [
    1,
    2,
])
async def test_parameters(x):
    assert x


@pytest.mark.xfail
def test_xfail():
    assert no()


class TestA:
    def helper(self):
        assert 0

    def test_method(self):
        with pytest.raises(ValueError):
            add(None)

    class TestInner:
        def test_inner(self): assert f()


class Case(unittest.TestCase):
    @unittest.skip("x")
    def test_one(self):
        self.assertEqual(1, 2)

    def test_two(self):
        self.assertEqual(add(1, 1), 2)
        self.assertTrue(True)

    def test_three(self):
        self.skipTest("later")
        self.assertTrue(x)


def test_nothing():
    assert True
    assert 1 == 1
    assert x == x
    assert f(x) or True
    if False:
        assert f(x)
    text = "assert f(x)"


def test_returns():
    return
    assert f()


def test_string():
    """
def test_no(): assert 1
    """
    pytest.skip("no")


def helper_test():
    def test_nested():
        assert f()
`,
			want: []string{
				"test test_a 4-5 asserts=1",
				"test test_skipped 8-10 asserts=1 skipped=mark.skip skips=1",
				"test test_parameters 13-19 asserts=1 skips=1",
				"test test_xfail 22-24 asserts=1 skipped=mark.xfail skips=1",
				"test TestA::test_method 31-33 asserts=1",
				"test TestA::TestInner::test_inner 36-36 asserts=1",
				"test Case::test_one 40-42 asserts=0 skipped=unittest.skip skips=1",
				"test Case::test_two 44-46 asserts=1",
				"test Case::test_three 48-50 asserts=0 skipped=self.skipTest skips=1",
				"test test_nothing 53-60 asserts=0",
				"test test_returns 63-65 asserts=0",
				"test test_string 68-72 asserts=0 skipped=pytest.skip skips=1",
			},
		},
		"python that replaces tests": {
			path: "test_a.py",
			text: `def test_a():
    assert f()

class TestA:
    def test_x(self):
        assert f()

def test_b():
    assert f()

def test_c():
    assert f()

def test_a():
    pass

class TestA:
    pass

test_b = None
del test_c
`,
			want: []string{"test test_a 14-15 asserts=0"},
		},
		"python with a mark of the module": {
			path: "test_a.py", text: "pytestmark = pytest.mark.skip\ndef test_a():\n  assert f()\n",
			want: []string{"test test_a 2-3 asserts=1 skipped=pytestmark: mark.skip"},
		},
		"conftest": {
			path: "conftest.py", text: "import pytest\n\n@pytest.hookimpl\ndef pytest_runtest_makereport(item):\n    pass\n",
			want: []string{"hook conftest.py 1-5"},
		},
		"javascript": {
			path: "a.test.ts",
			text: "import { test } from 'vitest';\n" + `
describe('outer', () => {
  it('adds', () => {
    expect(add(1, 2)).toBe(3);
  });
  describe("inner", function () {
    test.skip('later', async () => { expect(a()).toBe(1); });
    it.todo('some day');
    it(` + "`is ${kind}`" + `, () => assert.equal(f(), 1));
  });
  test.each([[1, 2], [3, 4]])('%i is less than %i', (a, b) => { expect(less(a, b)).toBe(true); });
  test.each` + "`a | b\n${1} | ${2}`" + `('$a and $b', ({a, b}) => { expect(a).toBe(b); });
});
xdescribe('off', () => { it('x', () => { expect(f()).toBe(1); }); });
it.only('alone', () => { throw new Error(); });
it('nothing', () => { expect(true).toBe(true); assert(true); assert.equal(1, 1); });
it('unfinished', () => { expect(f()); });
it('returns', () => {
  return;
  expect(f()).toBe(1);
});
it('promise', () => { return expect(f()).resolves.toBe(1); });
test('options', { skip: true }, (t) => { t.assert.ok(f()); });
test('context', (t) => { t.skip('no'); assert(f()); });
test('sub', async (t) => { await t.test('one', () => { assert(f()); }); });
it(title, () => { expect(f()).toBe(1); });
test('loop', async (t) => { for (const c of all) await t.test(c.name + '!', async t => { t.assert.equal(c.f(), 1); }); });
test('options', (t) => { t.test(name, { timeout: 1 }, function () { assert(f()); }); t.test(name, (t) => { assert(f()); }); });
assert(pattern.test(a, b) && pattern.test((a) => b) && pattern.test(a) && (x => 1));
/it('x', 1)/.test("it('y', () => {})");
// it('comment', () => {})
const s = "it('string', () => {})";
test.beforeEach(() => {});
`,
			want: []string{
				"test outer > adds 4-6 asserts=1",
				"test outer > inner > later 8-8 asserts=1 skipped=skip skips=1",
				"test outer > inner > some day 9-9 asserts=0 skipped=todo skips=1",
				"test outer > inner > is ${kind} 10-10 asserts=1 open",
				"test outer > %i is less than %i 12-12 asserts=1 open",
				"test outer > $a and $b 13-14 asserts=1 open",
				"test off > x 16-16 asserts=1 skipped=skip of off",
				"test alone 17-17 asserts=1 only",
				"test nothing 18-18 asserts=0",
				"test unfinished 19-19 asserts=0",
				"test returns 20-23 asserts=0",
				"test promise 24-24 asserts=1",
				"test options 25-25 asserts=1 skipped=skip skips=1",
				"test context 26-26 asserts=1 skipped=t.skip skips=1",
				"test sub 27-27 asserts=1",
				"test sub > one 27-27 asserts=1",
				"test title 28-28 asserts=1 open",
				"test loop 29-29 asserts=1",
				"test loop > c.name+'!' 29-29 asserts=1 open",
				"test options 30-30 asserts=2",
				"test options > name 30-30 asserts=1 open",
				"test options > name 30-30 asserts=1 open",
			},
		},
		"starlark": {
			path: "a/BUILD.bazel",
			text: `load("//x:y.bzl", "my_test")

go_library(name = "a")

go_test(
    name = "a_test",
    srcs = ["a_test.go"],
)

my_test(name = "b", tags = ["manual"])
sh_test(name = "c", target_compatible_with = ["@platforms//:incompatible"])
`,
			want: []string{
				"target a_test 5-8",
				`target b 10-10 skipped=tag "manual"`,
				"target c 11-11 skipped=@platforms//:incompatible",
			},
		},
		"starlark with a macro": {path: "BUILD", text: "everything(name = 'a')\n", open: true},
		"starlark that does not parse": {
			path: "BUILD", text: "go_test(name = ", unreadable: "does not parse",
		},
		"starlark of brackets": {
			path: "BUILD", text: strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000),
			unreadable: "its brackets are nested too deeply",
		},
		"java":  {path: "ATest.java", text: "class ATest {\n  @Test void adds() { assertEquals(3, add(1, 2)); }\n}\n"},
		"c++":   {path: "a_test.cc", text: "TEST(Add, Two) { EXPECT_EQ(Add(1, 1), 2); }\n"},
		"rust":  {path: "src/lib.rs", text: "#[test]\nfn adds() { assert_eq!(add(1, 2), 3); }\n"},
		"shell": {path: "a/run_test.sh", text: "#!/bin/sh\nset -e\n./x\n", want: []string{"program run_test 1-3"}},
		"bats": {
			path: "a.bats", text: "@test \"adds two\" {\n  run add\n}\n\n@test 'skips' {\n  skip\n}\n",
			want: []string{"test adds two 1-3", "test skips 5-7 skipped=skip skips=1"},
		},
		"bats, braces in a test": {
			path: "a.bats", text: "setup() {\n  x\n}\n@test one {\n  if x; then {\n    y\n  }\n  fi\n  skip later\n}\n  @test two { run y; }\n  @test three {\n    skip\n  }\n",
			want: []string{"test one 4-10 skipped=skip skips=1", "test two 11-11", "test three 12-14 skipped=skip skips=1"},
		},
		"bats, tests without an end": {path: "a.bats", text: "@test one {\n x\n }\n@test two {\n skip\n", want: []string{"test one 1-3", "test two 4-5 skipped=skip skips=1"}},
		"bats without tests":         {path: "a.bats", text: "setup() {\n  x\n}\n"},
		"unknown":                    {path: "a_test.rb", text: "it 'x' do end"},
		"empty":                      {path: "a_test.go", text: "", unreadable: "does not parse"},
		"bytes":                      {path: "test_a.py", text: "\xff\xfe\x00def test_a(:\n"},
	} {
		t.Run(name, func(t *testing.T) {
			f := source.Of(c.path, []byte(c.text))
			var got []string
			for i := range f.Tests {
				got = append(got, describe(&f.Tests[i]))
			}
			for i := range f.Hooks {
				got = append(got, describe(&f.Hooks[i]))
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("tests (-want +got):\n%s", d)
			}
			if !strings.HasPrefix(f.Unreadable, c.unreadable) || c.unreadable == "" && f.Unreadable != "" {
				t.Errorf("unreadable: %q, want %q", f.Unreadable, c.unreadable)
			}
			if f.Open != c.open {
				t.Errorf("open: %v, want %v", f.Open, c.open)
			}
		})
	}
}
