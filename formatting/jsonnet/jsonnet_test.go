package jsonnet_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/jsonnet"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

func language(t testing.TB, set func(*jsonnet.Options)) formatting.Language {
	t.Helper()
	opts := jsonnet.Defaults()
	if set != nil {
		set(&opts)
	}
	return formattest.New(t, jsonnet.New, opts)
}

func TestFormat(t *testing.T) {
	type options = jsonnet.Options
	tests := []formattest.Case{
		{Name: "spaces", Src: "{a:1,b :2}", Want: "{ a: 1, b: 2 }\n"},
		{Name: "indentation", Src: "{\na: 1,\n}\n", Want: "{\n  a: 1,\n}\n"},
		{Name: "indent", Language: language(t, func(o *options) { o.Indent = 4 }), Src: "{\na: 1,\n}\n", Want: "{\n    a: 1,\n}\n"},
		{Name: "indent as it is", Language: language(t, func(o *options) { o.Indent = 0 }), Src: "{\na: 1,\n}\n", Want: "{\na: 1,\n}\n"},
		{Name: "blank lines", Src: "// a\n\n\n\n\n1\n", Want: "// a\n\n\n1\n"},
		{Name: "max-blank-lines", Language: language(t, func(o *options) { o.MaxBlankLines = 1 }), Src: "// a\n\n\n\n\n1\n", Want: "// a\n\n1\n"},
		{Name: "single quotes", Src: "[\"a\", \"it's\", 'b\\u0041']\n", Want: "['a', \"it's\", 'bA']\n"},
		{Name: "string-style d", Language: language(t, func(o *options) { o.StringStyle = "d" }), Src: "['a']\n", Want: "[\"a\"]\n"},
		{Name: "string-style l", Language: language(t, func(o *options) { o.StringStyle = "l" }), Src: "['a', \"b\"]\n", Want: "['a', \"b\"]\n"},
		{Name: "slashes", Src: "# a\n1\n", Want: "// a\n1\n"},
		{Name: "comment-style h", Language: language(t, func(o *options) { o.CommentStyle = "h" }), Src: "// a\n1\n", Want: "# a\n1\n"},
		{Name: "comment-style l", Language: language(t, func(o *options) { o.CommentStyle = "l" }), Src: "# a\n// b\n1\n", Want: "# a\n// b\n1\n"},
		{Name: "a #! line", Src: "#!/usr/bin/jsonnet\n1\n", Want: "#!/usr/bin/jsonnet\n1\n"},
		{Name: "names of fields", Src: "{ 'a': 1, 'b-c': x['d'] }\n", Want: "{ a: 1, 'b-c': x.d }\n"},
		{Name: "no pretty-field-names", Language: language(t, func(o *options) { o.PrettyFieldNames = false }), Src: "{ 'a': 1 }\n", Want: "{ 'a': 1 }\n"},
		{Name: "pad-arrays", Language: language(t, func(o *options) { o.PadArrays = true }), Src: "[1]\n", Want: "[ 1 ]\n"},
		{Name: "no pad-objects", Language: language(t, func(o *options) { o.PadObjects = false }), Src: "{ a: 1 }\n", Want: "{a: 1}\n"},
		{Name: "imports", Src: "local b = import 'b';\nlocal a = import 'a';\na + b\n", Want: "local a = import 'a';\nlocal b = import 'b';\na + b\n"},
		{Name: "no sort-imports", Language: language(t, func(o *options) { o.SortImports = false }), Src: "local b = import 'b';\nlocal a = import 'a';\na\n", Want: "local b = import 'b';\nlocal a = import 'a';\na\n"},
		{Name: "plus", Src: "a + { b: 1 }\n", Want: "a { b: 1 }\n"},
		{Name: "no use-implicit-plus", Language: language(t, func(o *options) { o.UseImplicitPlus = false }), Src: "a { b: 1 }\n", Want: "a + { b: 1 }\n"},
		{Name: "commas at the end", Src: "[\n  1\n]\n", Want: "[\n  1,\n]\n"},
		{Name: "text blocks keep what they hold", Src: "|||\n  a  \n\n   b\n|||\n", Want: "|||\n  a  \n\n   b\n|||\n"},
		{Name: "so do verbatim strings", Src: "@'a\\''b'\n", Want: "@'a\\''b'\n"},
	}
	formattest.Format(t, language(t, nil), "a.jsonnet", tests)
}

func TestSyntaxErrors(t *testing.T) {
	tests := []formattest.Case{
		{Name: "at the place of the mistake", Src: "{\n  a = 1,\n}\n", Want: "a.jsonnet:2:5: Expected..."},
		{Name: "after letters of two bytes", Src: "['\u00e9\u00e9' 1]\n", Want: "a.jsonnet:1:9: Expected a comma..."},
		{Name: "at the end", Src: "[1,", Want: "a.jsonnet:1:4: Unexpected end of file"},
		{Name: "in a string", Src: "'a", Want: "a.jsonnet:1:1: Unterminated String"},
	}
	formattest.SyntaxErrors(t, language(t, nil), "a.jsonnet", tests)
}

func TestMatch(t *testing.T) {
	formattest.Match(t, language(t, nil), map[string]bool{
		"a.jsonnet": true, "x/a.libsonnet": true, "a.json": false, "jsonnet": false, ".jsonnet": false, "a.JSONNET": false,
	})
}

func TestOptionErrors(t *testing.T) {
	with := func(set func(*jsonnet.Options)) jsonnet.Options {
		opts := jsonnet.Defaults()
		set(&opts)
		return opts
	}
	formattest.OptionErrors(t, jsonnet.New, map[string]jsonnet.Options{
		"indent: -1 is not between 0 and 100":                                           with(func(o *jsonnet.Options) { o.Indent = -1 }),
		"indent: 101 is not between 0 and 100":                                          with(func(o *jsonnet.Options) { o.Indent = 101 }),
		"max-blank-lines: -1 is negative":                                               with(func(o *jsonnet.Options) { o.MaxBlankLines = -1 }),
		`string-style: unknown style "x"; expected d (double), s (single) or l (leave)`: with(func(o *jsonnet.Options) { o.StringStyle = "x" }),
		`comment-style: unknown style ""; expected h (hash), s (slash) or l (leave)`:    with(func(o *jsonnet.Options) { o.CommentStyle = "" }),
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
		{Name: "brackets", Src: repeat("[", n) + repeat("]", n), Want: deep},
		{Name: "brackets after brackets within strings", Src: repeat("[']', @\"]\", |||\n  ]\n|||,\n", n) + repeat("]", n), Want: deep},
		{Name: "terms", Src: "1" + repeat("+1", n), Want: deep},
		{Name: "signs", Src: repeat("!", n) + "1", Want: deep},
		{Name: "calls", Src: "f" + repeat("(1)", n), Want: deep},
		{Name: "functions", Src: repeat("function(a, b) ", n) + "1", Want: deep},
		{Name: "conditions", Src: repeat("if a then b else ", n) + "c", Want: deep},
		{Name: "locals", Src: repeat("local a = 1, b = 2;\n", n) + "a", Want: deep},
		{Name: "locals of locals", Src: repeat("local a = ", n) + "1" + repeat("; a", n), Want: deep},
		{Name: "locals after signs", Src: repeat(repeat("!", 100)+"local a = 1, b = 2;\n", n/100) + "a", Want: deep},
		{Name: "asserts", Src: repeat("assert a;\n", n) + "a", Want: deep},
		{Name: "elements are not nested", Src: "[" + repeat("1,", n) + "]"},
		{Name: "nor are fields", Src: "{\n" + repeat("[a]: [c(d), e.f, local g = 1, h = 2; g],", n) + "}"},
		{Name: "nor what is within strings and comments", Src: "'" + repeat("[", n) + "\\'[' + @'" + repeat("''[", n) + "' /*" + repeat("[", n) + "*/ // " + repeat("[", n)},
		{Name: "nor what is within text blocks", Src: "|||\n\n  " + repeat("[", n) + "\n\n    |||\n  " + repeat("[", n) + "\n |||\n"},
	}
	formattest.Refuses(t, language(t, nil), "a.jsonnet", tests)
}

// The guard holds on any input: it returns an error, or text that it returns again.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{
		"", "1", "{a:1,'b':[c for c in d if e]} // f", "local a = import 'b'; local c(d=1) = d; c(a) { e+:: $.f }",
		"|||\n  a\n|||", "@'a''b' + \"c\\n\" # d\n", "/* a\n * b\n */ if c then d else error 'e'\r\n", "a[1:2:3] in super",
		"assert a : b; function(x) x { [y]: z for y in z }",
	} {
		f.Add([]byte(seed))
	}
	l := language(f, nil)
	f.Fuzz(func(t *testing.T, src []byte) {
		formattest.Fuzz(t, l, "a.jsonnet", src)
	})
}
