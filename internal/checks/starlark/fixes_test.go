package starlark_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// edits returns one line for each edit of a rule's fixes: what it replaces by
// what, and how many diagnostics of the rule have the fix.
func edits(a *artifact.Artifact, rule, content string) []string {
	var out []string
	for _, f := range a.Fixes {
		if f.Rule != rule {
			continue
		}
		n := 0
		for _, d := range a.Diagnostics {
			if slices.Contains(d.Fixes, f.ID) {
				n++
			}
		}
		for _, e := range f.Edits {
			out = append(out, fmt.Sprintf("%q -> %q for %d", content[e.Start:e.End], e.New, n))
		}
	}
	return out
}

func TestFixes(t *testing.T) {
	const (
		load   = "buildifier/load"
		divide = "buildifier/integer-division"
		native = "buildifier/native-cc-library"
		add    = "buildifier/list-append"
		cfg    = "buildifier/attr-cfg"
	)
	tests := []struct {
		name, path, rule, src string
		want                  []string
	}{
		{
			"one symbol of a load", "BUILD", load, "load(\":a.bzl\", \"a\", \"b\")\n\na()\n",
			[]string{`"load(\":a.bzl\", \"a\", \"b\")\n" -> "load(\":a.bzl\", \"a\")\n" for 1`},
		},
		{
			"the unused symbols of a load share a fix", "BUILD", load, "load(\":a.bzl\", \"a\", \"b\", \"c\")\n\na()\n",
			[]string{`"load(\":a.bzl\", \"a\", \"b\", \"c\")\n" -> "load(\":a.bzl\", \"a\")\n" for 2`},
		},
		{
			"a whole load goes with its line", "BUILD", load, "load(\":a.bzl\", \"a\")\nload(\":b.bzl\", \"b\")\n\nb()\n",
			[]string{`"load(\":a.bzl\", \"a\")\n" -> "" for 1`},
		},
		{
			"loads that are apart have a fix each", "BUILD", load, "load(\":a.bzl\", \"a\")\nload(\":b.bzl\", \"b\")\nload(\":c.bzl\", \"c\")\n\nb()\n",
			[]string{`"load(\":a.bzl\", \"a\")\n" -> "" for 1`, `"load(\":c.bzl\", \"c\")\n" -> "" for 1`},
		},
		{
			"a clash of names has no fix, the unused symbol beside it has", "BUILD", load,
			"load(\":a.bzl\", \"a\")\nload(\":b.bzl\", \"a\", \"b\")\n\na()\n",
			[]string{`"load(\":b.bzl\", \"a\", \"b\")\n" -> "load(\":b.bzl\", \"a\")\n" for 1`},
		},
		{
			"a comment that keeps one symbol keeps the statement", "BUILD", load,
			"load(\n    \":a.bzl\",\n    \"a\",  # buildifier: disable=load\n    \"b\",\n)\n", nil,
		},
		{
			"findings on different lines are fixed alone", "x.bzl", divide, "a = 4 / 2\n\nb = 6 / 2\n",
			[]string{`"a = 4 / 2\n" -> "a = 4 // 2\n" for 1`, `"b = 6 / 2\n" -> "b = 6 // 2\n" for 1`},
		},
		{
			"findings on one line are fixed together", "x.bzl", divide, "a = [4 / 2, 6 / 2]\n",
			[]string{`"a = [4 / 2, 6 / 2]\n" -> "a = [4 // 2, 6 // 2]\n" for 2`},
		},
		{
			"a comment forbids one of two", "x.bzl", divide, "a = 4 / 2  # buildifier: disable=integer-division\n\nb = 6 / 2\n",
			[]string{`"b = 6 / 2\n" -> "b = 6 // 2\n" for 1`},
		},
		{
			"one load serves all uses", "BUILD", native, "cc_library(name = \"a\")\n\ncc_library(name = \"b\")\n",
			[]string{`"" -> "load(\"@rules_cc//cc:cc_library.bzl\", \"cc_library\")\n\n" for 2`},
		},
		{
			"a comment at one use forbids the load", "BUILD", native,
			"# buildifier: disable=native-cc-library\ncc_library(name = \"a\")\n\ncc_library(name = \"b\")\n", nil,
		},
		{
			"a category that spoils its tree is fixed as a whole", "x.bzl", cfg,
			"a = attr.label(cfg = \"data\", mandatory = True)\n\nb = attr.label(cfg = \"data\", doc = \"d\")\n",
			[]string{
				`"a = attr.label(cfg = \"data\", mandatory = True)\n" -> "a = attr.label(mandatory = True)\n" for 2`,
				`"b = attr.label(cfg = \"data\", doc = \"d\")\n" -> "b = attr.label(doc = \"d\")\n" for 2`,
			},
		},

		{
			"in a file that is not formatted, only what the fix touches is", "BUILD", load,
			"load( \":a.bzl\",\"a\",\"b\" )\n\nx  =  a( )\n\n\n\ny  =  1\n",
			[]string{`"load( \":a.bzl\",\"a\",\"b\" )\n" -> "load(\":a.bzl\", \"a\")\n" for 1`},
		},
		{
			"where the file would not parse like that, all of it is formatted", "x.bzl", add,
			"def f(x):\n  a( )\n  x += [1]\n",
			[]string{`"  a( )\n  x += [1]\n" -> "    a()\n    x.append(1)\n" for 1`},
		},
		{
			"with CRLF", "BUILD", load, "load(\":a.bzl\", \"a\", \"b\")\r\n\r\na()\r\n",
			[]string{`"load(\":a.bzl\", \"a\", \"b\")\r\n" -> "load(\":a.bzl\", \"a\")\r\n" for 1`},
		},
		{"a file that does not parse", "BUILD", load, "load(\":a.bzl\", \"a\"\n", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := run(t, test.path, test.src)
			if diff := cmp.Diff(test.want, edits(a, test.rule, test.src)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Fixes that overlap have one key, so that a round applies one of them, and
// others have none.
func TestIsolation(t *testing.T) {
	src := "load(\":a.bzl\", \"unused\")\n\ncc_library(name = \"a\")\n\nx = []\n\nx += [1]\n"
	a := run(t, "a/BUILD", src)
	keys := make(map[string]string)
	for _, f := range a.Fixes {
		keys[f.Rule] = f.Isolation
	}
	want := map[string]string{
		"buildifier/load":              "buildifier:a/BUILD:0",
		"buildifier/native-cc-library": "buildifier:a/BUILD:0",
		"buildifier/list-append":       "",
	}
	if diff := cmp.Diff(want, keys); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

// A category that finds more than it has fixes for has one fix, so that time
// stays linear.
func TestManyFindings(t *testing.T) {
	src := strings.Repeat("x = 4 / 2\n\ny = 1\n\n", 300)
	a := run(t, "x.bzl", src)
	text, n := fixed(t, a, "buildifier/integer-division", src)
	if n != 1 || strings.Count(text, "4 // 2") != 300 {
		t.Errorf("%d fixes, %d places", n, strings.Count(text, "4 // 2"))
	}
}
