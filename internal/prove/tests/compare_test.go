package tests_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
)

const goHead = "package a\n\nimport \"testing\"\n\n"

func TestFindings(t *testing.T) {
	const one = "func TestA(t *testing.T) { if f() != 1 { t.Error() } }\n"
	for name, c := range map[string]struct {
		pairs []tests.Pair
		want  []string
	}{
		"a test added":        {pairs: pair("a_test.go", goHead, goHead+one)},
		"layout and comments": {pairs: pair("a_test.go", goHead+one, goHead+"// A comment.\n\n"+one)},
		"a test deleted": {
			pairs: pair("a_test.go", goHead+one, goHead),
			want:  []string{"tests.deleted a_test.go TestA: TestA is deleted"},
		},
		"a file deleted": {
			pairs: []tests.Pair{{Path: "a_test.go", Before: []byte(goHead + one)}},
			want:  []string{"tests.deleted a_test.go TestA: TestA is deleted"},
		},
		"a test moved": {
			pairs: []tests.Pair{
				{Path: "a_test.go", Before: []byte(goHead + one), After: []byte(goHead)},
				{Path: "b_test.go", After: []byte(goHead + one)},
			},
		},
		"a test of Go moved to another package": {
			pairs: []tests.Pair{
				{Path: "a_test.go", Before: []byte(goHead + one), After: []byte(goHead)},
				{Path: "b/b_test.go", After: []byte(goHead + one)},
			},
			want: []string{"tests.deleted a_test.go TestA: TestA is deleted"},
		},
		"a test moved and emptied": {
			pairs: []tests.Pair{
				{Path: "a_test.go", Before: []byte(goHead + one), After: []byte(goHead)},
				{Path: "b_test.go", After: []byte(goHead + "func TestA(t *testing.T) {}\n")},
			},
			want: []string{"tests.emptied b_test.go TestA: TestA asserts nothing any more"},
		},
		"skipped": {
			pairs: pair("a_test.go", goHead+one, goHead+"func TestA(t *testing.T) { t.Skip(); if f() != 1 { t.Error() } }\n"),
			want:  []string{"tests.skipped a_test.go TestA: TestA is newly skipped (t.Skip)"},
		},
		"skipped under a condition": {
			pairs: pair("a_test.go", goHead+one, goHead+"func TestA(t *testing.T) { if os.Getenv(\"X\") == \"\" { t.Skip() }; if f() != 1 { t.Error() } }\n"),
			want:  []string{"tests.skipped a_test.go TestA: TestA may be skipped in more cases"},
		},
		"skipped by a constraint": {
			pairs: pair("a_test.go", goHead+one, "//go:build ignore\n\n"+goHead+one),
			want:  []string{"tests.skipped a_test.go TestA: TestA is newly skipped (build constraint ignore)"},
		},
		"skipped by a tag": {
			pairs: pair("a_test.go", goHead+one, "//go:build never_set\n\n"+goHead+one),
			want:  []string{"tests.skipped a_test.go TestA: TestA is newly skipped (build constraint never_set)"},
		},
		"emptied": {
			pairs: pair("a_test.go", goHead+one, goHead+"func TestA(t *testing.T) { f() }\n"),
			want:  []string{"tests.emptied a_test.go TestA: TestA asserts nothing any more"},
		},
		"emptied by a return": {
			pairs: pair("a_test.go", goHead+one, goHead+"func TestA(t *testing.T) { return; if f() != 1 { t.Error() } }\n"),
			want:  []string{"tests.emptied a_test.go TestA: TestA asserts nothing any more"},
		},
		"TestMain": {
			pairs: pair("a_test.go", goHead+one, goHead+one+"func TestMain(m *testing.M) { os.Exit(0) }\n"),
			want:  []string{"tests.harness a_test.go TestMain: TestMain decides how tests run, and changes"},
		},
		"init changed": {
			pairs: pair("a_test.go", goHead+"func init() {}\n", goHead+"func init() { os.Exit(0) }\n"),
			want:  []string{"tests.harness a_test.go init: init decides how tests run, and changes"},
		},
		"broken": {
			pairs: pair("a_test.go", goHead+one, goHead+one+"func {"),
			want:  []string{"tests.unreadable a_test.go : the tests of a_test.go cannot be read after the change"},
		},
		"conftest": {
			pairs: []tests.Pair{{Path: "conftest.py", After: []byte("def pytest_runtest_makereport(): pass\n")}},
			want:  []string{"tests.harness conftest.py conftest.py: conftest.py decides how tests run, and changes"},
		},
		"python skipped": {
			pairs: pair("test_a.py", "def test_a():\n  assert f()\n", "@pytest.mark.skip\ndef test_a():\n  assert f()\n"),
			want:  []string{"tests.skipped test_a.py test_a: test_a is newly skipped (mark.skip)"},
		},
		"python xfail": {
			pairs: pair("test_a.py", "def test_a():\n  assert f()\n", "@pytest.mark.xfail\ndef test_a():\n  assert f()\n"),
			want:  []string{"tests.skipped test_a.py test_a: test_a is newly skipped (mark.xfail)"},
		},
		"python true": {
			pairs: pair("test_a.py", "def test_a():\n  assert f()\n", "def test_a():\n  assert True\n"),
			want:  []string{"tests.emptied test_a.py test_a: test_a asserts nothing any more"},
		},
		"python replaced at the end": {
			pairs: pair("test_a.py", "def test_a():\n  assert f()\n", "def test_a():\n  assert f()\ndef test_a():\n  pass\n"),
			want:  []string{"tests.emptied test_a.py test_a: test_a asserts nothing any more"},
		},
		"only": {
			pairs: pair("a.test.js", "it('a', () => { assert(f()); });\n", "it.only('a', () => { assert(f()); });\n"),
			want:  []string{"tests.only a.test.js a: a keeps other tests from running"},
		},
		"a new test with only": {
			pairs: pair("a.test.js", "", "it.only('a', () => { assert(f()); });\n"),
			want:  []string{"tests.only a.test.js a: a keeps other tests from running"},
		},
		"group skipped": {
			pairs: pair("a.test.js", "describe('g', () => { it('a', () => { assert(f()); }); });\n", "describe.skip('g', () => { it('a', () => { assert(f()); }); });\n"),
			want:  []string{"tests.skipped a.test.js g > a: g > a is newly skipped (skip of g)"},
		},
		"todo": {
			pairs: pair("a.test.js", "it('a', () => { assert(f()); });\n", "it.todo('a');\n"),
			want:  []string{"tests.skipped a.test.js a: a is newly skipped (todo)"},
		},
		"target manual": {
			pairs: pair("BUILD", "go_test(name = 'a')\n", "go_test(name = 'a', tags = ['manual'])\n"),
			want:  []string{`tests.skipped BUILD a: a is newly skipped (tag "manual")`},
		},
		"target deleted": {
			pairs: pair("BUILD", "go_test(name = 'a')\n", ""),
			want:  []string{"tests.deleted BUILD a: a is deleted"},
		},
		"skips of before stay": {
			pairs: pair("a_test.go", goHead+"func TestA(t *testing.T) { t.Skip() }\n", goHead+"func TestA(t *testing.T) { t.Skip(); f() }\n"),
		},
		"weakened is no finding": {
			pairs: pair("test_a.py", "def test_a():\n  assert f()\n  assert g()\n", "def test_a():\n  assert f()\n"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range tests.Compare(c.pairs...).Findings() {
				got = append(got, f.Code+" "+f.Path+" "+f.Test+": "+f.Detail)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("findings (-want +got):\n%s", d)
			}
		})
	}
}

func pair(path, before, after string) []tests.Pair {
	return []tests.Pair{{Path: path, Before: []byte(before), After: []byte(after)}}
}

func TestCompare(t *testing.T) {
	before := "var cases = []int{1}\n\nfunc TestA(t *testing.T) { a(t) }\n\nfunc TestB(t *testing.T) { a(t); b(t) }\n"
	after := "var cases = []int{1, 2}\n\nfunc TestA(t *testing.T) { a(t) }\n\nfunc TestB(t *testing.T) { b(t) }\n\nfunc TestC(t *testing.T) { c(t) }\n"
	d := tests.Compare(tests.Pair{Path: "a_test.go", Before: []byte(goHead + before), After: []byte(goHead + after)})
	names := func(list []source.Test) (all []string) {
		for i := range list {
			all = append(all, list[i].FullName())
		}
		return all
	}
	got := map[string][]string{
		"added": names(d.Added), "changed": names(d.Changed), "weakened": names(d.Weakened), "deleted": names(d.Deleted), "shared": d.Shared,
	}
	want := map[string][]string{
		"added": {"TestC"}, "changed": {"TestB"}, "weakened": {"TestB"}, "deleted": nil, "shared": {"a_test.go"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("difference (-want +got):\n%s", diff)
	}
}
