package toml_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/toml"
)

func registry(t testing.TB, opts toml.Options) *formatting.Registry {
	t.Helper()
	l, err := toml.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return formatting.NewRegistry(l)
}

var layouts = []struct{ name, src, want string }{
	{"nothing", "", ""},
	{"nothing but blanks", " \n\t\n", ""},
	{"one blank around =", "a=1\n  b   =   2", "a = 1\nb = 2\n"},
	{"keys keep their spelling", "\"a\" . 'b' .c = 1\n", "\"a\".'b'.c = 1\n"},
	{"a key with brackets and a number sign", "\"a[#\" = [ 1 ]\n", "\"a[#\" = [1]\n"},
	{"headers", "[ a . \"b]\" ] # c\n[[ d ]]\n", "[a.\"b]\"] # c\n[[d]]\n"},
	{"what follows a header is not indented", "[a]\n  b = 1\n\n  [a.c]\n\td = 2\n", "[a]\nb = 1\n\n[a.c]\nd = 2\n"},
	{"blank lines become two at most", "\n\n# a\n\n\n\n\nb = 1\n\n\n[c]\n\n\n", "# a\n\n\nb = 1\n\n\n[c]\n"},
	{"and none is added", "a = 1\n[b]\n[c]\n", "a = 1\n[b]\n[c]\n"},
	{
		"values keep their spelling",
		"a = 1_000\nb = +1e6\nc = nan\nd = 1979-05-27 07:32:00Z\ne = '\\'\nf = \"\\u0041\"\ng = 0xDEAD_beef\nh = [1979-05-27 , 07:32:00]\n",
		"a = 1_000\nb = +1e6\nc = nan\nd = 1979-05-27 07:32:00Z\ne = '\\'\nf = \"\\u0041\"\ng = 0xDEAD_beef\nh = [1979-05-27, 07:32:00]\n",
	},
	{"strings on several lines", "a=\"\"\"  \n [1,\t\n\n\n\"\" \\\"\"\"\"\"\nb=[''' ]\n''']", "a = \"\"\"  \n [1,\t\n\n\n\"\" \\\"\"\"\"\"\nb = [''' ]\n''']\n"},
	{"containers on one line", "a=[ 1,2 ,[ ],{ } , ]\nb={c=1,d.e={f=[ 2]}}", "a = [1, 2, [], {}]\nb = { c = 1, d.e = { f = [2] } }\n"},
	{"an empty array on several lines", "a = [\n\n]\n", "a = []\n"},
	{
		"containers on several lines", "a = [ 1,2,\n   3 # c\n   ,\n\n\n  # d  \n  [4,\n5]\n\n ]\n",
		"a = [\n  1, 2,\n  3, # c\n\n\n  # d\n  [\n    4,\n    5,\n  ],\n]\n",
	},
	{"an inline table on several lines", "a = {\nb = 1 }\n", "a = {\n  b = 1,\n}\n"},
	{"brackets that share lines", "a = [{ b = [\n1 ] }]\n", "a = [{ b = [\n  1,\n] }]\n"},
	{"comments within brackets", "a = [ # b\n# c\n\n1, # d\n# e\n]# f", "a = [ # b\n  # c\n\n  1, # d\n  # e\n] # f\n"},
	{"nothing but comments within brackets", "a = [\n\n# b\n# c\n\n]\n", "a = [\n  # b\n  # c\n]\n"},
	{"a comment after one blank", "a = 1#b\nc = 22     # d\n", "a = 1 #b\nc = 22 # d\n"},
	{"aligned comments stay so", "a=1      # b\nccc=22   # d\nee = 3\nf = 4 # g\n", "a = 1    # b\nccc = 22 # d\nee = 3\nf = 4    # g\n"},
	{"up to a blank line", "a = 1   # b\nc = 22  # d\n\ne = 333 # f\ng = 4 # h\n", "a = 1  # b\nc = 22 # d\n\ne = 333 # f\ng = 4 # h\n"},
	{"in arrays by themselves", "a = 1 # x\nb = [\n1,   # c\n22,  # d\n] # e\n", "a = 1 # x\nb = [\n  1,  # c\n  22, # d\n] # e\n"},
	{"letters of several bytes are aligned", "a = \"\u00e9\"  # b\nc = 1    # d\n", "a = \"\u00e9\" # b\nc = 1   # d\n"},
	{"a byte order mark", "\ufeff\na=1", "\ufeffa = 1\n"},
	{"line ends stay", "a=1\r\nb=[\r\n2]\r\n", "a = 1\r\nb = [\r\n  2,\r\n]\r\n"},
}

func TestFormat(t *testing.T) {
	r := registry(t, toml.Options{})
	for _, test := range layouts {
		t.Run(test.name, func(t *testing.T) {
			got, err := r.Format("a.toml", []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%q)\n= %q, %v\nwant %q", test.src, got.Text, err, test.want)
			}
		})
	}
}

// What a file has a layout of its own for is kept.
func TestKeep(t *testing.T) {
	r := registry(t, toml.Options{IndentString: "\t", KeepIndent: true, KeepLayout: true})
	for _, test := range []struct{ name, src, want string }{
		{"indentation of most elements", "a = [\n    1,\n  2,\n    [\n        \"[\", 3]\n]\n", "a = [\n    1,\n    2,\n    [\n        \"[\", 3\n    ]\n]\n"},
		{"no majority", "a = [\n  1,\n   2]\nb = \"\"\"\n[\n  x\n\"\"\"\n", "a = [\n\t1,\n\t2\n]\nb = \"\"\"\n[\n  x\n\"\"\"\n"},
		{"indentation of keys, headers and comments", "[t]\n  a = [ # [\n\t# x\n     '[',\n     1]\n  # c\n  [ t.u ]\n", "[t]\n  a = [ # [\n     # x\n     '[',\n     1\n  ]\n  # c\n  [t.u]\n"},
		{"of the first line, too", "  a=1\n", "  a = 1\n"},
		{"a final comma or none", "a = [\n  1, # ,\n]\nb = [\n  ',' # ,\n]\nc = [\n  [ 2, ], # ]\n  # ,\n]\n", "a = [\n  1, # ,\n]\nb = [\n  ',' # ,\n]\nc = [\n  [ 2 ], # ]\n  # ,\n]\n"},
		{"brackets as most are", "[ t ]\na = {b = [ 1 ]}\nc = { d = 1}\ne = {f = [ 2]}\ng = []\n", "[t]\na = {b = [ 1 ]}\nc = {d = 1}\ne = {f = [ 2 ]}\ng = []\n"},
		{"what is before a comment", "a = 1  # b\ncc  =  2#d\n", "a = 1  # b\ncc = 2 #d\n"},
		{"comments that are aligned", "a = 1    # b\ncc  = 2  # d\ne = 3    # f\n", "a = 1   # b\ncc = 2  # d\ne = 3   # f\n"},
		{"values that are aligned", "a    =1\nb.c  = 2\n\"long\" = 3\n\nd   = 4\nee = 5\n", "a      = 1\nb.c    = 2\n\"long\" = 3\n\nd = 4\nee = 5\n"},
		{"with a comment between them, not", "a   = 1\n# c\nbbb = 2\n", "a = 1\n# c\nbbb = 2\n"},
		{"values below one of several lines", "a   = [\n  1\n]\nbbb = 2\n", "a   = [\n  1\n]\nbbb = 2\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := r.Format("a.toml", []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%q)\n= %q, %v\nwant %q", test.src, got.Text, err, test.want)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	got, err := registry(t, toml.Options{IndentString: "\t"}).Format("a.toml", []byte("a = [\n  [\n1]\n]\n"))
	if err != nil || string(got.Text) != "a = [\n\t[\n\t\t1,\n\t],\n]\n" {
		t.Errorf("%q, %v", got.Text, err)
	}
	for _, indent := range []string{" \t", "\t\t", "x", strings.Repeat(" ", 17)} {
		_, err := toml.New(toml.Options{IndentString: indent})
		if e, ok := errors.AsType[*toml.OptionError](err); !ok || e.Option != "indent_string" || !strings.Contains(e.Error(), "neither a tab nor 1 to 16 spaces") {
			t.Errorf("%q: %v", indent, err)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	tests := []struct {
		name, src, want string
		offset          int
	}{
		{"at the place of the mistake", "a = 1\nb = = 2\n", "a.toml:2:5: unexpected character", 10},
		{"a key given twice", "a = 1\na = 2\n", "a.toml:2:1: ", 6},
		{"a table given twice", "[a]\n[a]\n", "a.toml:2:2: ", 5},
		{"a date that there is not", "a = 2020-02-30\n", "a.toml:1:13: impossible date", 12},
		{"a number out of range", "a = 99999999999999999999\n", "a.toml:1:5: ", 4},
		{"at the end", "a = [1,", "a.toml:1:7: array is incomplete", 6},
		{"text that is not UTF-8", "a = \"\xff\"\n", "a.toml:1:6: invalid UTF-8 character", 5},
		{"a lone CR", "a = 1\rb = 2\n", "a.toml:1:6: expected newline", 5},
		{"behind a byte order mark", "\ufeffa = x\n", "a.toml:1:8: unexpected character", 7},
		{"a twice, behind a byte order mark", "\ufeffa=1\na = x\n", "a.toml:2:5: unexpected character", 11},
	}
	r := registry(t, toml.Options{})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, formatErr := r.Format("a.toml", []byte(test.src))
			for name, err := range map[string]error{"Format": formatErr, "Parse": r.Parse("a.toml", []byte(test.src))} {
				e, ok := errors.AsType[*formatting.SyntaxError](err)
				if !ok || !strings.HasPrefix(err.Error(), test.want) || e.Offset != test.offset {
					t.Errorf("%s: %v, want %s, offset %d", name, err, test.want, test.offset)
				}
			}
		})
	}
}

// What would overflow the stack, which ends a process, or memory is refused.
func TestLimits(t *testing.T) {
	repeat := strings.Repeat
	tests := []struct {
		name, src string
		want      string // in the error; empty: it is formatted
	}{
		{"arrays nested too deep", "a = " + repeat("[", 1_000_000), "nested more than the maximum of 10000 levels deep"},
		{"keys nested too deep", "a" + repeat(".a", 1_000_000) + " = 1", "nested more than 10000 levels deep"},
		{"headers, too", "[a" + repeat(".a", 9_000) + "]\na" + repeat(".a", 2_000) + " = 1", "nested more than 10000 levels deep"},
		{"nested deep", "a = " + repeat("[", 2000) + repeat("]", 2000), ""},
		{"more indentation than text", "a = " + repeat("[\n", 9000) + "1" + repeat("]", 9000), "its formatted text would exceed the limit"},
		{"a huge line", "a = [" + repeat("\"abcdefgh\",", 200_000) + "]", ""},
		{"a huge string", "a = '" + repeat("a", 4<<20) + "'", ""},
		{"many lines", repeat("[[a]] # c\nb = 1 # d\n", 50_000), ""},
	}
	r := registry(t, toml.Options{})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := r.Format("a.toml", []byte(test.src))
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("%.200v, want %s", err, test.want)
			}
		})
	}
}

func TestMatch(t *testing.T) {
	l, err := toml.New(toml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		"a.toml": true, "x/pyproject.toml": true, "Pipfile": true, "Cargo.toml": true, "Project.toml": true,
		"Cargo.lock": false, "Pipfile.lock": false, "pylock.toml": false, "pylock.dev.toml": false, "Manifest.toml": false,
		"a.lock.toml": false, ".toml": false, "toml": false, "a.toml.orig": false, "a.TOML": false,
	} {
		if got := l.Match(path, nil); got != want {
			t.Errorf("Match(%s) = %t", path, got)
		}
	}
}

// The guard looks at all that a file says, so that no mistake of the printer
// loses any of it.
func TestValue(t *testing.T) {
	l, err := toml.New(toml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	data := l.(formatting.DataLanguage)
	base := "# c\na = [1, [2, nan]] # d\n[b]\nc.e = { f = 1.0 }\n"
	for src, same := range map[string]bool{
		"#c\na = [1, [2, nan]] # d\n[b]\nc.e = { f = 1.0 }\n":                false,
		"\ufeff# c  \na=[ 1,\n[2,nan,],\n]# d\n\n[ b ]\nc . e = {f = 1.0}":   true,
		"# c\na = [1, [2], nan] # d\n[b]\nc.e = { f = 1.0 }\n":               false,
		"# c\na = [1, [2, nan]] # d\n[b]\nc.e = { f = 1.00 }\n":              false,
		"# c\na = [1, [2, nan]] # d\n[b]\n\"c\".e = { f = 1.0 }\n":           false,
		"# c\na = [1, [2, nan]] # d\n[[b]]\nc.e = { f = 1.0 }\n":             false,
		"# c\na = [1, [2, nan]]\n[b]\nc.e = { f = 1.0 }\n":                   false,
		"# c\na = [1, [2, nan]] # d\n[b]\nc.e.f = 1.0\n":                     false,
		"# c\na = [1, [nan, 2]] # d\n[b]\nc.e = { f = 1.0 }\n":               false,
		"# c\na = [1, [2, nan]]\n[b]\nc.e = { f = 1.0 }\n# d\n":              true,
		"# c\na = [1, [2, nan]] # d\n[b]\nc.e = { f = 1.0 }\n[b.g]\nh = 1\n": false,
	} {
		if got := equal(t, data, base, src); got != same {
			t.Errorf("%q is equal: %t", src, got)
		}
	}
}
