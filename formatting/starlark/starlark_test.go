package starlark_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/starlark"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

func TestFormat(t *testing.T) {
	const unsorted = "x(srcs=[\"b\",\"a\"],name=\"n\")\n"
	tests := []formattest.Case{
		{
			Name: "a BUILD file has its arguments and labels sorted",
			Path: "a/BUILD",
			Src:  unsorted,
			Want: "x(\n    name = \"n\",\n    srcs = [\n        \"a\",\n        \"b\",\n    ],\n)\n",
		},
		{Name: "a .bzl file does not", Path: "a/x.bzl", Src: unsorted, Want: "x(srcs = [\"b\", \"a\"], name = \"n\")\n"},
		{Name: "nor does any other Starlark", Path: "a/x.star", Src: unsorted, Want: "x(srcs = [\"b\", \"a\"], name = \"n\")\n"},
		{
			Name: "MODULE.bazel sorts what use_repo gets",
			Path: "MODULE.bazel",
			Src:  "use_repo(x, \"b\", \"a\")\n",
			Want: "use_repo(x, \"a\", \"b\")\n",
		},
		{Name: "so does a part of it", Path: "deps/go.MODULE.bazel", Src: "use_repo(x, \"b\", \"a\")\n", Want: "use_repo(x, \"a\", \"b\")\n"},
		{Name: "loads come first and are sorted", Path: "BUILD.bazel", Src: "x()\n\nload(\":b.bzl\", \"x\")\nload(\":a.bzl\", \"y\")\n", Want: "load(\":a.bzl\", \"y\")\nload(\":b.bzl\", \"x\")\n\nx()\n"},
		{Name: "in WORKSPACE they stay", Path: "WORKSPACE", Src: "x()\n\nload(\":b.bzl\", \"x\")\n", Want: "x()\n\nload(\":b.bzl\", \"x\")\n"},
		{
			Name: "what is to be left alone is",
			Path: "BUILD",
			Src:  "# buildifier: leave-alone\nx(srcs = [\"b\", \"a\"], name = \"n\")\n",
			Want: "# buildifier: leave-alone\nx(\n    srcs = [\n        \"b\",\n        \"a\",\n    ],\n    name = \"n\",\n)\n",
		},
		{
			Name: "what is not to be sorted is not",
			Path: "BUILD",
			Src:  "x(\n    name = \"n\",\n    # do not sort\n    srcs = [\n        \"b\",\n        \"a\",\n    ],\n)\n",
			Want: "x(\n    name = \"n\",\n    # do not sort\n    srcs = [\n        \"b\",\n        \"a\",\n    ],\n)\n",
		},
		{Name: "strings keep what they hold", Path: "x.bzl", Src: "x = \"\"\"a  \n\tb\"\"\"\n", Want: "x = \"\"\"a  \n\tb\"\"\"\n"},
		{Name: "CRLF stays", Path: "BUILD", Src: "x( )\r\ny()\r\n", Want: "x()\r\n\r\ny()\r\n"},
	}
	formattest.Format(t, starlark.New(), "BUILD", tests)
}

func TestSyntaxErrors(t *testing.T) {
	tests := []formattest.Case{
		{Name: "at the place of the mistake", Src: "x()\ny = = 1\n", Want: "BUILD:2:5: syntax error near ="},
		{Name: "after letters of two bytes", Src: "x(\"\u00e9\u00e9\" \"a\")\n", Want: "BUILD:1:10: syntax error near \"a\""},
		{Name: "at the end of a line", Src: "x = \n", Want: "BUILD:1:5: syntax error at the end of the line"},
		{Name: "at the end", Src: "x(1", Want: "BUILD:1:4: syntax error"},
		{Name: "in a string", Src: "x = \"a\n", Want: "BUILD:1:7: unexpected newline in string"},
	}
	formattest.SyntaxErrors(t, starlark.New(), "BUILD", tests)
}

func TestMatch(t *testing.T) {
	formattest.Match(t, starlark.New(), map[string]bool{
		"BUILD": true, "a/BUILD.bazel": true, "third_party/x.BUILD": true, "BUILD.oss": true, "WORKSPACE": true,
		"WORKSPACE.bzlmod": true, "WORKSPACE.bazel": true, "MODULE.bazel": true, "a/x.MODULE.bazel": true,
		"REPO.bazel": true, "VENDOR.bazel": true, "x.bzl": true, "x.star": true, "x.sky": true,
		"MODULE.bazel.lock": false, "build": false, ".bazelrc": false, ".bazel": false, "x.py": false, "BUILD.md": false,
	})
}

// A text that nests so deep that a recursive parser would overflow the stack,
// which ends the process, is refused before it is parsed. A text that is only
// long is not.
func TestDepth(t *testing.T) {
	const n = 10_001
	repeat := strings.Repeat
	const deep = "nested more than 10000 levels deep"
	tests := []formattest.Case{
		{Name: "brackets", Src: "x = " + repeat("[", n) + repeat("]", n) + "\n", Want: deep},
		{Name: "brackets across lines", Src: "x = " + repeat("[\n", n) + repeat("]\n", n), Want: deep},
		{Name: "terms", Src: "x = 1" + repeat("+1", n) + "\n", Want: deep},
		{Name: "terms with comments between", Src: "x = (1" + repeat("+ # c\n1", n) + ")\n", Want: deep},
		{Name: "operators of one word", Src: "x = " + repeat("not ", n) + "1\n", Want: deep},
		{Name: "calls", Src: "x" + repeat("()", n) + "\n", Want: deep},
		{Name: "lambdas", Src: "x = " + repeat("lambda:", n) + "1\n", Want: deep},
		{Name: "conditions", Src: "x = " + repeat("a if b else ", n) + "c\n", Want: deep},
		{Name: "lines that continue", Src: "x = 1" + repeat(" \\\n+1", n) + "\n", Want: deep},
		{Name: "branches", Src: "if a:\n    pass\n" + repeat("elif b:\n    pass\n", n), Want: deep},
		{Name: "elements are not nested", Src: "x = [" + repeat("1,", n) + "]\n"},
		{Name: "nor are items", Src: "x = {" + repeat("a+b: [c(d), e.f],", n) + "}\n"},
		{Name: "nor statements", Src: repeat("x(1, a = [2 + 3])\n", n)},
		{Name: "nor what is within strings and comments", Src: "x = \"" + repeat("[", n) + "\" # " + repeat("[", n) + "\n"},
		{Name: "nor what is within long strings", Src: "x = \"\"\"" + repeat("\\\"[\n", n) + "\"\"\"\n"},
		{Name: "nor blocks one after the other", Src: repeat("if a:\n    pass\nelif b:\n    pass\n", n)},
	}
	formattest.Refuses(t, starlark.New(), "x.bzl", tests)
}

// The parser must not write past the end of the text that it is given.
func TestParseDoesNotWrite(t *testing.T) {
	whole := []byte("x = 1y = 2")
	if err := starlark.New().Parse("x.bzl", whole[:5]); err != nil {
		t.Fatal(err)
	}
	if string(whole) != "x = 1y = 2" {
		t.Errorf("the text behind became %q", whole)
	}
}

// The guard holds on any input: it returns an error, or text that it returns again.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{
		"", "x(srcs=[\"b\",\"a\"])", "load(\":a\", \"b\")\nx = 1 # c", "def f():\n  \"\"\"D.\n\n    e\n  \"\"\"\n  return [a for b in c if d]",
		"x\r\n(1)\r\n", "if a:\n  pass\nelif b:\n  pass\nelse:\n  pass", "x = 0777 + 1.E5", "x = 'a' \\\n+ 'b'",
	} {
		f.Add("BUILD", []byte(seed))
		f.Add("x.bzl", []byte(seed))
	}
	f.Add("MODULE.bazel", []byte("use_repo(a, \"b\")\nbazel_dep(name=\"x\")"))
	l := starlark.New()
	f.Fuzz(func(t *testing.T, path string, src []byte) {
		formattest.Fuzz(t, l, path, src)
	})
}
