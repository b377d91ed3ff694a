package localize_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/localize"
)

func isTest(file string) bool {
	base := path.Base(file)
	return strings.Contains(base, "_test.") || strings.HasPrefix(base, "test_") || strings.Contains(base, ".test.") || strings.HasSuffix(base, "Test.java")
}

// input is one of a tree and an output.
func input(files []string, output string, cases ...evidence.Case) localize.Input {
	return localize.Input{
		Run:    &evidence.Run{End: evidence.Exited, Exit: 1, Stdout: evidence.Output{Head: output}, Cases: cases},
		Roots:  []string{"/tmp/proof-1/tree", "/private/tmp/proof-1/tree"},
		Files:  slices.Sorted(slices.Values(files)),
		IsTest: isTest,
	}
}

func names(list ...string) []string { return list }

// Outputs of real tools, and the first places that follow from them.
func TestOutputs(t *testing.T) {
	goTree := names("go.mod", "cart/cart.go", "cart/cart_test.go", "cart/price.go", "util/math.go", "other/cart_test.go", "testing/testing.go")
	for _, row := range []struct {
		name   string
		files  []string
		output string
		cases  []evidence.Case
		want   []string // path:line symbol
	}{
		{
			"a panic of Go", goTree,
			`--- FAIL: TestTotal (0.00s)
panic: runtime error: index out of range [3] with length 2 [recovered]
	panic: runtime error: index out of range [3] with length 2

goroutine 18 [running]:
testing.tRunner.func1.2({0x5243a0, 0xc000012345})
	/usr/local/go/src/testing/testing.go:1872 +0x237
panic({0x5243a0?, 0xc000012345?})
	/usr/local/go/src/runtime/panic.go:783 +0x132
example.com/shop/cart.(*Cart).Total(...)
	/tmp/proof-1/tree/cart/cart.go:6
example.com/shop/cart.TestTotal(0xc0000a8a80)
	/tmp/proof-1/tree/cart/cart_test.go:4 +0x1d
testing.tRunner(0xc0000a8a80, 0x5370b8)
	/usr/local/go/src/testing/testing.go:1934 +0xea
created by testing.(*T).Run in goroutine 1
	/usr/local/go/src/testing/testing.go:1997 +0x465
FAIL	example.com/shop/cart	0.004s
`, nil,
			[]string{"cart/cart.go:6 Cart.Total", "cart/cart_test.go:4 TestTotal"},
		},
		{
			"a failed test of Go, by the name of its file only", goTree,
			"--- FAIL: TestTotal (0.00s)\n    cart_test.go:4: got 3, want 4\nFAIL\nFAIL\texample.com/shop/cart\t0.004s\n",
			[]evidence.Case{{Suite: "example.com/shop/cart", Name: "TestTotal", Status: evidence.Failed, Message: "    cart_test.go:4: got 3, want 4\n"}},
			[]string{"cart/cart.go:0 ", "cart/cart_test.go:4 ", "cart/price.go:0 "},
		},
		{
			"an error of the compiler of Go", goTree,
			"# example.com/shop/cart [example.com/shop/cart.test]\ncart/price.go:12:9: undefined: tax\nFAIL\texample.com/shop/cart [build failed]\n", nil,
			[]string{"cart/price.go:12 "},
		},
		{
			"a traceback of Python", names("app/parse.py", "app/main.py", "tests/test_parse.py"),
			`Traceback (most recent call last):
  File "/tmp/proof-1/tree/tests/test_parse.py", line 8, in test_parse_empty
    parse("")
  File "/tmp/proof-1/tree/app/main.py", line 30, in parse
    return _parse(text)
  File "/tmp/proof-1/tree/app/parse.py", line 12, in _parse
    return text[0]
  File "/usr/lib/python3.11/json/decoder.py", line 337, in decode
IndexError: string index out of range
`, nil,
			[]string{"app/parse.py:12 _parse", "app/main.py:30 parse", "tests/test_parse.py:8 test_parse_empty"},
		},
		{
			"pytest", names("app/parse.py", "tests/test_parse.py"),
			"____ test_parse_empty ____\n>       return text[0]\nE       IndexError: string index out of range\n\napp/parse.py:12: IndexError\n" +
				"=== short test summary info ===\nFAILED tests/test_parse.py::test_parse_empty - IndexError\n", nil,
			[]string{"app/parse.py:12 ", "tests/test_parse.py:0 "},
		},
		{
			"node", names("src/sum.js", "src/sum.test.js"),
			`AssertionError [ERR_ASSERTION]: 3 !== 4
    at add (file:///tmp/proof-1/tree/src/sum.js:3:9)
    at TestContext.<anonymous> (/tmp/proof-1/tree/src/sum.test.js:6:10)
    at Test.runInAsyncScope (node:async_hooks:206:9)
    at async /tmp/proof-1/tree/node_modules/x/src/sum.js:9:1
`, nil,
			[]string{"src/sum.js:3 add", "src/sum.test.js:6 "},
		},
		{
			"jest", names("src/sum.ts", "src/sum.test.ts", "src/other.ts"),
			`FAIL src/sum.test.ts
  ● sum › adds

    expect(received).toBe(expected) // Object.is equality

      4 |   expect(sum(1, 2)).toBe(3);

      at Object.<anonymous> (src/sum.test.ts:4:21)
      at Promise.then.completed (node_modules/jest-circus/build/utils.js:298:28)
`, nil,
			[]string{"src/sum.test.ts:4 ", "src/sum.ts:0 "},
		},
		{
			"Java", names("core/src/main/java/com/foo/Bar.java", "core/src/test/java/com/foo/BarTest.java"),
			`java.lang.NullPointerException: x
	at com.foo.Bar.baz(Bar.java:12)
	at com.foo.Bar$Inner.<init>(Bar.java:40)
	at com.foo.BarTest.testBaz(BarTest.java:9)
	at java.base/jdk.internal.reflect.Method.invoke(Method.java:580)
`, nil,
			[]string{"core/src/main/java/com/foo/Bar.java:12 Bar.baz", "core/src/test/java/com/foo/BarTest.java:9 BarTest.testBaz"},
		},
		{
			"Rust", names("crates/a/src/lib.rs", "crates/a/src/parse.rs", "Cargo.toml"),
			`thread 'tests::works' panicked at src/parse.rs:5:9:
index out of bounds
stack backtrace:
   0: rust_begin_unwind
             at /rustc/abc/library/std/src/panicking.rs:665:5
   1: a::parse::first::h0123456789abcdef
             at ./src/parse.rs:5:9
   2: a::run
             at ./src/lib.rs:3:5
error[E0425]: cannot find value
 --> crates/a/src/lib.rs:7:3
`, nil,
			[]string{"crates/a/src/lib.rs:7 ", "crates/a/src/parse.rs:5 "},
		},
		{
			"gtest", names("base/strings.cc", "base/strings.h", "base/strings_test.cc"),
			"[ RUN      ] Strings.Trim\nbase/strings_test.cc:12: Failure\nExpected equality of these values:\n  Trim(\" a\")\n[  FAILED  ] Strings.Trim (0 ms)\n", nil,
			[]string{"base/strings.cc:0 ", "base/strings.h:0 ", "base/strings_test.cc:12 "},
		},
		{
			"a sanitizer", names("base/strings.cc", "base/strings_test.cc"),
			`==7==ERROR: AddressSanitizer: heap-buffer-overflow
    #0 0x55f in base::Trim(std::string const&) /proc/self/cwd/base/strings.cc:33:5
    #1 0x55e in Strings_Trim_Test::TestBody() base/strings_test.cc:12:3
    #2 0x7f0 in main /build/googletest/src/gtest_main.cc:50:10
`, nil,
			[]string{"base/strings.cc:33 Trim", "base/strings_test.cc:12 TestBody"},
		},
		{
			"a test of Bazel in its sandbox", names("app/BUILD.bazel", "app/lib.py", "app/lib_test.py", "gen/x.py"),
			`FAIL: //app:lib_test (see /home/me/.cache/bazel/_bazel_me/0123/execroot/_main/bazel-out/k8-fastbuild/testlogs/app/lib_test/test.log)
Traceback (most recent call last):
  File "/home/me/.cache/bazel/_bazel_me/0123/sandbox/linux-sandbox/7/execroot/_main/bazel-out/k8-fastbuild/bin/app/lib_test.runfiles/_main/app/lib_test.py", line 9, in test_lib
  File "/home/me/.cache/bazel/_bazel_me/0123/sandbox/linux-sandbox/7/execroot/_main/bazel-out/k8-fastbuild/bin/app/lib_test.runfiles/_main/app/lib.py", line 4, in lib
  File "bazel-out/k8-fastbuild/bin/gen/x.py", line 2, in x
  File "/home/me/.cache/bazel/_bazel_me/0123/execroot/_main/external/pip_x/app/lib.py", line 1, in y
AssertionError
`, nil,
			[]string{"app/lib.py:4 lib", "gen/x.py:2 x", "app/lib_test.py:9 test_lib"},
		},
		{
			"an error of Bazel",
			names("app/BUILD.bazel", "rules/a.bzl"),
			`ERROR: /private/tmp/proof-1/tree/app/BUILD.bazel:1:8: in go_test rule //app:x:
Traceback (most recent call last):
	File "/tmp/proof-1/tree/rules/a.bzl", line 2, column 9, in _impl
Error in fail: 1
`, nil,
			[]string{"app/BUILD.bazel:1 ", "rules/a.bzl:2 _impl"},
		},
		{
			"events of go test", goTree,
			`{"Action":"output","Package":"example.com/shop/cart","Output":"    cart.go:6: wrong\n"}` + "\n", nil,
			[]string{"cart/cart.go:6 "},
		},
		{
			"a target of Bazel", names("lib/greet.sh", "lib/greet_test.sh", "lib/loud.sh", "other/greet.sh"), "",
			[]evidence.Case{{Suite: "//lib:greet_test", Name: "greet_test", Status: evidence.Failed}},
			[]string{"lib/greet.sh:0 "},
		},
		{
			"a target of Bazel, with a class", names("lib/greet.py", "lib/greet_test.py", "lib/greet_test.golden.py", "lib/greet_tests.py", "lib/loud.py"), "",
			[]evidence.Case{{Suite: "//lib:greet_test lib.greet_test.T", Name: "test_greets", Status: evidence.Failed}},
			[]string{"lib/greet.py:0 "},
		},
		{
			"targets of the root, and of a folder below their package", names("greet.sh", "greet_test.sh", "lib/sub/loud.sh", "lib/sub/loud_test.sh"), "",
			[]evidence.Case{{Suite: "//:greet_test", Name: "x", Status: evidence.Failed}, {Suite: "//lib:sub/loud_test", Name: "x", Status: evidence.Failed}},
			[]string{"greet.sh:0 ", "lib/sub/loud.sh:0 "},
		},
		{"nothing that is there", goTree, "/etc/passwd:3: x\nnone.go:4: y\n../cart/cart.go:1: z\n/other/testing.go:7: x\n", nil, nil},
		{"a path in a container", names("src/app/a.js"), "    at f (/workspace/src/app/a.js:3:9)\n", nil, []string{"src/app/a.js:3 f"}},
		{"Windows", names("src/a.py"), `  File "C:\work\src\a.py", line 3, in f` + "\n", nil, []string{"src/a.py:3 f"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			places := localize.Find(input(row.files, row.output, row.cases...))
			var got []string
			for _, p := range places {
				got = append(got, fmt.Sprintf("%s:%d %s", p.Path, p.Line, p.Symbol))
				if p.Score <= 0 || len(p.Signals) == 0 {
					t.Errorf("%+v", p)
				}
			}
			if d := cmp.Diff(row.want, got[:min(len(got), len(row.want))]); d != "" || len(row.want) == 0 && len(got) > 0 {
				t.Errorf("%s\nplaces:\n%s", d, strings.Join(got, "\n"))
			}
		})
	}
}

// Equal input gives equal output, however maps are ordered.
func TestDeterministic(t *testing.T) {
	var files []string
	output := ""
	for i := range 100 {
		name := fmt.Sprintf("p%d/f%d.go", i%7, i)
		files = append(files, name)
		output += fmt.Sprintf("%s:%d: x\n\n%s\n", name, i%5, name)
	}
	var first []evidence.Place
	for n := range 20 {
		places := localize.Find(input(files, output, evidence.Case{Suite: "//p1:x", Name: "TestTotal1", Status: evidence.Failed}))
		if n == 0 {
			if first = places; len(first) != localize.MaxPlaces {
				t.Fatalf("%d places", len(first))
			}
		}
		if d := cmp.Diff(first, places); d != "" {
			t.Fatal(d)
		}
	}
}

// Hostile outputs end nothing, and nothing of them gets through as it is.
func TestHostile(t *testing.T) {
	evil := strings.Repeat("a/b.go:1: ", 20_000) + "\n" + strings.Repeat("\tx/a/b.go:99999999999999999999\n", 2_000) +
		strings.Repeat("  File \"a/b.go\", line 3, in \x1b[31mevil\n", 2_000) + strings.Repeat("(", 30_000) + "\n#1 " + strings.Repeat("a::", 10_000) + " a/b.go:3\n"
	var cases []evidence.Case
	for i := range 500 {
		cases = append(cases, evidence.Case{Suite: "//a:" + strings.Repeat("x", 5000), Name: fmt.Sprintf("Test\n\x1b[2J%d%s", i, strings.Repeat("Ab", 2000)), Status: evidence.Failed, Message: "a/b.go:3: \x00\n"})
	}
	in := input(names("a/b.go", "x"), evil, cases...)
	in.Run.Stderr.Head = evil
	places := localize.Find(in)
	if len(places) == 0 || places[0].Path != "a/b.go" {
		t.Errorf("%+v", places)
	}
	if text := shown(places); strings.Contains(text, `\x1b`) || strings.Contains(text, `\n`) || len(text) > 4000 {
		t.Errorf("%d bytes: %.300s", len(text), text)
	}
	// Nothing at all.
	if places := localize.Find(input(nil, "")); places == nil || len(places) > 0 { // evidence has a list
		t.Errorf("%v", places)
	}
}

func FuzzFind(f *testing.F) {
	f.Add("a/b.go:3: x\n", "TestX", "//a:b")
	f.Add("  File \"a/b.py\", line 3, in f\n", "test_x", "a/b.py")
	f.Add("\tat com.A.b(A.java:3)\n", "", "")
	f.Add("   1: a::b\n             at ./a/b.go:3\n", "", "")
	f.Fuzz(func(t *testing.T, output, name, suite string) {
		files := names("a/b.go", "a/b.py", "a/BUILD", "a/A.java", "a/b_test.go", "a/c.bzl")
		in := input(files, output, evidence.Case{Suite: suite, Name: name, Status: evidence.Failed, Message: output})
		places := localize.Find(in)
		if d := cmp.Diff(places, localize.Find(in)); d != "" {
			t.Fatal(d)
		}
		for _, p := range places {
			if !slices.Contains(files, p.Path) || p.Line < 0 || p.Score <= 0 {
				t.Fatalf("%+v", p)
			}
		}
	})
}

// shown returns all texts of places, quoted.
func shown(places []evidence.Place) string {
	var out []string
	for _, p := range places {
		out = append(out, fmt.Sprintf("%q %q %q", p.Path, p.Symbol, p.Signals))
	}
	return strings.Join(out, " ")
}
