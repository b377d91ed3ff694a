package jsonnet_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/jsonnet"
)

func registry(t testing.TB, set func(*jsonnet.Options)) *formatting.Registry {
	t.Helper()
	opts := jsonnet.Defaults()
	if set != nil {
		set(&opts)
	}
	l, err := jsonnet.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return formatting.NewRegistry(l)
}

func TestFormat(t *testing.T) {
	type options = jsonnet.Options
	tests := []struct {
		name      string
		set       func(*options)
		src, want string
	}{
		{"spaces", nil, "{a:1,b :2}", "{ a: 1, b: 2 }\n"},
		{"indentation", nil, "{\na: 1,\n}\n", "{\n  a: 1,\n}\n"},
		{"indent", func(o *options) { o.Indent = 4 }, "{\na: 1,\n}\n", "{\n    a: 1,\n}\n"},
		{"indent as it is", func(o *options) { o.Indent = 0 }, "{\na: 1,\n}\n", "{\na: 1,\n}\n"},
		{"blank lines", nil, "// a\n\n\n\n\n1\n", "// a\n\n\n1\n"},
		{"max-blank-lines", func(o *options) { o.MaxBlankLines = 1 }, "// a\n\n\n\n\n1\n", "// a\n\n1\n"},
		{"single quotes", nil, "[\"a\", \"it's\", 'b\\u0041']\n", "['a', \"it's\", 'bA']\n"},
		{"string-style d", func(o *options) { o.StringStyle = "d" }, "['a']\n", "[\"a\"]\n"},
		{"string-style l", func(o *options) { o.StringStyle = "l" }, "['a', \"b\"]\n", "['a', \"b\"]\n"},
		{"slashes", nil, "# a\n1\n", "// a\n1\n"},
		{"comment-style h", func(o *options) { o.CommentStyle = "h" }, "// a\n1\n", "# a\n1\n"},
		{"comment-style l", func(o *options) { o.CommentStyle = "l" }, "# a\n// b\n1\n", "# a\n// b\n1\n"},
		{"a #! line", nil, "#!/usr/bin/jsonnet\n1\n", "#!/usr/bin/jsonnet\n1\n"},
		{"names of fields", nil, "{ 'a': 1, 'b-c': x['d'] }\n", "{ a: 1, 'b-c': x.d }\n"},
		{"no pretty-field-names", func(o *options) { o.PrettyFieldNames = false }, "{ 'a': 1 }\n", "{ 'a': 1 }\n"},
		{"pad-arrays", func(o *options) { o.PadArrays = true }, "[1]\n", "[ 1 ]\n"},
		{"no pad-objects", func(o *options) { o.PadObjects = false }, "{ a: 1 }\n", "{a: 1}\n"},
		{"imports", nil, "local b = import 'b';\nlocal a = import 'a';\na + b\n", "local a = import 'a';\nlocal b = import 'b';\na + b\n"},
		{"no sort-imports", func(o *options) { o.SortImports = false }, "local b = import 'b';\nlocal a = import 'a';\na\n", "local b = import 'b';\nlocal a = import 'a';\na\n"},
		{"plus", nil, "a + { b: 1 }\n", "a { b: 1 }\n"},
		{"no use-implicit-plus", func(o *options) { o.UseImplicitPlus = false }, "a { b: 1 }\n", "a + { b: 1 }\n"},
		{"commas at the end", nil, "[\n  1\n]\n", "[\n  1,\n]\n"},
		{"text blocks keep what they hold", nil, "|||\n  a  \n\n   b\n|||\n", "|||\n  a  \n\n   b\n|||\n"},
		{"so do verbatim strings", nil, "@'a\\''b'\n", "@'a\\''b'\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := registry(t, test.set).Format("a.jsonnet", []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%.200q)\n= %.200q, %v\nwant %.200q", test.src, got.Text, err, test.want)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	tests := []struct {
		name, src, want string
		offset          int
	}{
		{"at the place of the mistake", "{\n  a = 1,\n}\n", "a.jsonnet:2:5: Expected", 6},
		{"after letters of two bytes", "['\u00e9\u00e9' 1]\n", "a.jsonnet:1:9: Expected a comma", 8},
		{"at the end", "[1,", "a.jsonnet:1:4: Unexpected end of file", 3},
		{"in a string", "'a", "a.jsonnet:1:1: Unterminated String", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := registry(t, nil).Parse("a.jsonnet", []byte(test.src))
			e, ok := errors.AsType[*formatting.SyntaxError](err)
			if !ok || !strings.HasPrefix(err.Error(), test.want) || e.Offset != test.offset {
				t.Errorf("%+v, want %s, offset %d", err, test.want, test.offset)
			}
		})
	}
}

func TestMatch(t *testing.T) {
	l, err := jsonnet.New(jsonnet.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		"a.jsonnet": true, "x/a.libsonnet": true, "a.json": false, "jsonnet": false, ".jsonnet": false, "a.JSONNET": false,
	} {
		if got := l.Match(path, nil); got != want {
			t.Errorf("Match(%s) = %t", path, got)
		}
	}
}

func TestOptionErrors(t *testing.T) {
	tests := []struct {
		set  func(*jsonnet.Options)
		want string
	}{
		{func(o *jsonnet.Options) { o.Indent = -1 }, "indent: -1 is not between 0 and 100"},
		{func(o *jsonnet.Options) { o.Indent = 101 }, "indent: 101 is not between 0 and 100"},
		{func(o *jsonnet.Options) { o.MaxBlankLines = -1 }, "max-blank-lines: -1 is negative"},
		{func(o *jsonnet.Options) { o.StringStyle = "x" }, `string-style: unknown style "x"; expected d (double), s (single) or l (leave)`},
		{func(o *jsonnet.Options) { o.CommentStyle = "" }, `comment-style: unknown style ""; expected h (hash), s (slash) or l (leave)`},
	}
	for _, test := range tests {
		opts := jsonnet.Defaults()
		test.set(&opts)
		_, err := jsonnet.New(opts)
		if _, ok := errors.AsType[*jsonnet.OptionError](err); !ok || err.Error() != test.want {
			t.Errorf("New(%+v): %v, want %s", opts, err, test.want)
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
		{"brackets", repeat("[", n) + repeat("]", n), true},
		{"brackets after brackets within strings", repeat("[']', @\"]\", |||\n  ]\n|||,\n", n) + repeat("]", n), true},
		{"terms", "1" + repeat("+1", n), true},
		{"signs", repeat("!", n) + "1", true},
		{"calls", "f" + repeat("(1)", n), true},
		{"functions", repeat("function(a, b) ", n) + "1", true},
		{"conditions", repeat("if a then b else ", n) + "c", true},
		{"locals", repeat("local a = 1, b = 2;\n", n) + "a", true},
		{"locals of locals", repeat("local a = ", n) + "1" + repeat("; a", n), true},
		{"locals after signs", repeat(repeat("!", 100)+"local a = 1, b = 2;\n", n/100) + "a", true},
		{"asserts", repeat("assert a;\n", n) + "a", true},
		{"elements are not nested", "[" + repeat("1,", n) + "]", false},
		{"nor are fields", "{\n" + repeat("[a]: [c(d), e.f, local g = 1, h = 2; g],", n) + "}", false},
		{"nor what is within strings and comments", "'" + repeat("[", n) + "\\'[' + @'" + repeat("''[", n) + "' /*" + repeat("[", n) + "*/ // " + repeat("[", n), false},
		{"nor what is within text blocks", "|||\n\n  " + repeat("[", n) + "\n\n    |||\n  " + repeat("[", n) + "\n |||\n", false},
	}
	r := registry(t, nil)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := r.Format("a.jsonnet", []byte(test.src))
			if _, refused := errors.AsType[*formatting.RefusedError](err); refused != test.refused {
				t.Errorf("refused: %t, err: %.300v", refused, err)
			} else if !refused && err != nil {
				t.Errorf("%.300v", err)
			}
		})
	}
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
	r := registry(f, nil)
	f.Fuzz(func(t *testing.T, src []byte) {
		once, err := r.Format("a.jsonnet", src)
		if err != nil {
			if _, crashed := errors.AsType[*formatting.CrashError](err); crashed {
				t.Skip("an upstream crash, reported as such")
			}
			return
		}
		twice, err := r.Format("a.jsonnet", once.Text)
		if err != nil || twice.Changed {
			t.Errorf("%q became %q, and then %q, %v", src, once.Text, twice.Text, err)
		}
	})
}
