package starlark_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/starlark"
)

func TestFormat(t *testing.T) {
	const unsorted = "x(srcs=[\"b\",\"a\"],name=\"n\")\n"
	tests := []struct{ name, path, src, want string }{
		{
			"a BUILD file has its arguments and labels sorted", "a/BUILD", unsorted,
			"x(\n    name = \"n\",\n    srcs = [\n        \"a\",\n        \"b\",\n    ],\n)\n",
		},
		{"a .bzl file does not", "a/x.bzl", unsorted, "x(srcs = [\"b\", \"a\"], name = \"n\")\n"},
		{"nor does any other Starlark", "a/x.star", unsorted, "x(srcs = [\"b\", \"a\"], name = \"n\")\n"},
		{
			"MODULE.bazel sorts what use_repo gets", "MODULE.bazel", "use_repo(x, \"b\", \"a\")\n",
			"use_repo(x, \"a\", \"b\")\n",
		},
		{"so does a part of it", "deps/go.MODULE.bazel", "use_repo(x, \"b\", \"a\")\n", "use_repo(x, \"a\", \"b\")\n"},
		{"loads come first and are sorted", "BUILD.bazel", "x()\n\nload(\":b.bzl\", \"x\")\nload(\":a.bzl\", \"y\")\n", "load(\":a.bzl\", \"y\")\nload(\":b.bzl\", \"x\")\n\nx()\n"},
		{"in WORKSPACE they stay", "WORKSPACE", "x()\n\nload(\":b.bzl\", \"x\")\n", "x()\n\nload(\":b.bzl\", \"x\")\n"},
		{
			"what is to be left alone is", "BUILD", "# buildifier: leave-alone\nx(srcs = [\"b\", \"a\"], name = \"n\")\n",
			"# buildifier: leave-alone\nx(\n    srcs = [\n        \"b\",\n        \"a\",\n    ],\n    name = \"n\",\n)\n",
		},
		{
			"what is not to be sorted is not", "BUILD", "x(\n    name = \"n\",\n    # do not sort\n    srcs = [\n        \"b\",\n        \"a\",\n    ],\n)\n",
			"x(\n    name = \"n\",\n    # do not sort\n    srcs = [\n        \"b\",\n        \"a\",\n    ],\n)\n",
		},
		{"strings keep what they hold", "x.bzl", "x = \"\"\"a  \n\tb\"\"\"\n", "x = \"\"\"a  \n\tb\"\"\"\n"},
		{"CRLF stays", "BUILD", "x( )\r\ny()\r\n", "x()\r\n\r\ny()\r\n"},
	}
	r := formatting.NewRegistry(starlark.New())
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := r.Format(test.path, []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%q)\n= %q, %v\nwant %q", test.src, got.Text, err, test.want)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	tests := []struct {
		name, src, want string
		offset          int
	}{
		{"at the place of the mistake", "x()\ny = = 1\n", "BUILD:2:5: syntax error near =", 8},
		{"after letters of two bytes", "x(\"\u00e9\u00e9\" \"a\")\n", "BUILD:1:10: syntax error near \"a\"", 9},
		{"at the end of a line", "x = \n", "BUILD:1:5: syntax error at the end of the line", 4},
		{"at the end", "x(1", "BUILD:1:4: syntax error", 3},
		{"in a string", "x = \"a\n", "BUILD:1:7: unexpected newline in string", 6},
	}
	r := formatting.NewRegistry(starlark.New())
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := r.Parse("BUILD", []byte(test.src))
			e, ok := errors.AsType[*formatting.SyntaxError](err)
			if !ok || !strings.HasPrefix(err.Error(), test.want) || e.Offset != test.offset {
				t.Errorf("%+v, want %s, offset %d", err, test.want, test.offset)
			}
		})
	}
}

func TestMatch(t *testing.T) {
	l := starlark.New()
	for path, want := range map[string]bool{
		"BUILD": true, "a/BUILD.bazel": true, "third_party/x.BUILD": true, "BUILD.oss": true, "WORKSPACE": true,
		"WORKSPACE.bzlmod": true, "WORKSPACE.bazel": true, "MODULE.bazel": true, "a/x.MODULE.bazel": true,
		"REPO.bazel": true, "VENDOR.bazel": true, "x.bzl": true, "x.star": true, "x.sky": true,
		"MODULE.bazel.lock": false, "build": false, ".bazelrc": false, ".bazel": false, "x.py": false, "BUILD.md": false,
	} {
		if got := l.Match(path, nil); got != want {
			t.Errorf("Match(%s) = %t", path, got)
		}
	}
}

// What is nested so deep that a recursive parser would overflow the stack, which ends a process, is refused before
// it is parsed. What is only long is not.
func TestDepth(t *testing.T) {
	const n = 10_001
	repeat := strings.Repeat
	tests := []struct {
		name, src string
		refused   bool
	}{
		{"brackets", "x = " + repeat("[", n) + repeat("]", n) + "\n", true},
		{"brackets across lines", "x = " + repeat("[\n", n) + repeat("]\n", n), true},
		{"terms", "x = 1" + repeat("+1", n) + "\n", true},
		{"terms with comments between", "x = (1" + repeat("+ # c\n1", n) + ")\n", true},
		{"operators of one word", "x = " + repeat("not ", n) + "1\n", true},
		{"calls", "x" + repeat("()", n) + "\n", true},
		{"lambdas", "x = " + repeat("lambda:", n) + "1\n", true},
		{"conditions", "x = " + repeat("a if b else ", n) + "c\n", true},
		{"lines that continue", "x = 1" + repeat(" \\\n+1", n) + "\n", true},
		{"branches", "if a:\n    pass\n" + repeat("elif b:\n    pass\n", n), true},
		{"elements are not nested", "x = [" + repeat("1,", n) + "]\n", false},
		{"nor are items", "x = {" + repeat("a+b: [c(d), e.f],", n) + "}\n", false},
		{"nor statements", repeat("x(1, a = [2 + 3])\n", n), false},
		{"nor what is within strings and comments", "x = \"" + repeat("[", n) + "\" # " + repeat("[", n) + "\n", false},
		{"nor what is within long strings", "x = \"\"\"" + repeat("\\\"[\n", n) + "\"\"\"\n", false},
		{"nor blocks one after the other", repeat("if a:\n    pass\nelif b:\n    pass\n", n), false},
	}
	r := formatting.NewRegistry(starlark.New())
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := r.Format("x.bzl", []byte(test.src))
			if _, refused := errors.AsType[*formatting.RefusedError](err); refused != test.refused {
				t.Errorf("refused: %t, err: %v", refused, err)
			} else if !refused && err != nil {
				t.Error(err)
			}
		})
	}
}

// The parser must not write behind the text that it is given.
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
	r := formatting.NewRegistry(starlark.New())
	f.Fuzz(func(t *testing.T, path string, src []byte) {
		once, err := r.Format(path, src)
		if err != nil {
			if _, crashed := errors.AsType[*formatting.CrashError](err); crashed {
				t.Skip("an upstream crash, reported as such")
			}
			return
		}
		twice, err := r.Format(path, once.Text)
		if err != nil || twice.Changed {
			t.Errorf("%q became %q, and then %q, %v", src, once.Text, twice.Text, err)
		}
	})
}
