package toml_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/toml"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

func language(t testing.TB, opts toml.Options) formatting.Language {
	t.Helper()
	return formattest.New(t, toml.New, opts)
}

var layouts = []formattest.Case{
	{Name: "nothing", Src: "", Want: ""},
	{Name: "only whitespace", Src: " \n\t\n", Want: ""},
	{Name: "one space around =", Src: "a=1\n  b   =   2", Want: "a = 1\nb = 2\n"},
	{Name: "keys keep their spelling", Src: "\"a\" . 'b' .c = 1\n", Want: "\"a\".'b'.c = 1\n"},
	{Name: "a key with brackets and a number sign", Src: "\"a[#\" = [ 1 ]\n", Want: "\"a[#\" = [1]\n"},
	{Name: "headers", Src: "[ a . \"b]\" ] # c\n[[ d ]]\n", Want: "[a.\"b]\"] # c\n[[d]]\n"},
	{Name: "what follows a header is not indented", Src: "[a]\n  b = 1\n\n  [a.c]\n\td = 2\n", Want: "[a]\nb = 1\n\n[a.c]\nd = 2\n"},
	{Name: "blank lines become two at most", Src: "\n\n# a\n\n\n\n\nb = 1\n\n\n[c]\n\n\n", Want: "# a\n\n\nb = 1\n\n\n[c]\n"},
	{Name: "and none is added", Src: "a = 1\n[b]\n[c]\n", Want: "a = 1\n[b]\n[c]\n"},
	{
		Name: "values keep their spelling",
		Src:  "a = 1_000\nb = +1e6\nc = nan\nd = 1979-05-27 07:32:00Z\ne = '\\'\nf = \"\\u0041\"\ng = 0xDEAD_beef\nh = [1979-05-27 , 07:32:00]\n",
		Want: "a = 1_000\nb = +1e6\nc = nan\nd = 1979-05-27 07:32:00Z\ne = '\\'\nf = \"\\u0041\"\ng = 0xDEAD_beef\nh = [1979-05-27, 07:32:00]\n",
	},
	{Name: "strings on several lines", Src: "a=\"\"\"  \n [1,\t\n\n\n\"\" \\\"\"\"\"\"\nb=[''' ]\n''']", Want: "a = \"\"\"  \n [1,\t\n\n\n\"\" \\\"\"\"\"\"\nb = [''' ]\n''']\n"},
	{Name: "containers on one line", Src: "a=[ 1,2 ,[ ],{ } , ]\nb={c=1,d.e={f=[ 2]}}", Want: "a = [1, 2, [], {}]\nb = { c = 1, d.e = { f = [2] } }\n"},
	{Name: "an empty array on several lines", Src: "a = [\n\n]\n", Want: "a = []\n"},
	{
		Name: "containers on several lines",
		Src:  "a = [ 1,2,\n   3 # c\n   ,\n\n\n  # d  \n  [4,\n5]\n\n ]\n",
		Want: "a = [\n  1, 2,\n  3, # c\n\n\n  # d\n  [\n    4,\n    5,\n  ],\n]\n",
	},
	{Name: "an inline table on several lines", Src: "a = {\nb = 1 }\n", Want: "a = {\n  b = 1,\n}\n"},
	{Name: "brackets that share lines", Src: "a = [{ b = [\n1 ] }]\n", Want: "a = [{ b = [\n  1,\n] }]\n"},
	{Name: "comments within brackets", Src: "a = [ # b\n# c\n\n1, # d\n# e\n]# f", Want: "a = [ # b\n  # c\n\n  1, # d\n  # e\n] # f\n"},
	{Name: "nothing but comments within brackets", Src: "a = [\n\n# b\n# c\n\n]\n", Want: "a = [\n  # b\n  # c\n]\n"},
	{Name: "a comment after one space", Src: "a = 1#b\nc = 22     # d\n", Want: "a = 1 #b\nc = 22 # d\n"},
	{Name: "aligned comments stay so", Src: "a=1      # b\nccc=22   # d\nee = 3\nf = 4 # g\n", Want: "a = 1    # b\nccc = 22 # d\nee = 3\nf = 4    # g\n"},
	{Name: "up to a blank line", Src: "a = 1   # b\nc = 22  # d\n\ne = 333 # f\ng = 4 # h\n", Want: "a = 1  # b\nc = 22 # d\n\ne = 333 # f\ng = 4 # h\n"},
	{Name: "in arrays by themselves", Src: "a = 1 # x\nb = [\n1,   # c\n22,  # d\n] # e\n", Want: "a = 1 # x\nb = [\n  1,  # c\n  22, # d\n] # e\n"},
	{Name: "letters of several bytes are aligned", Src: "a = \"\u00e9\"  # b\nc = 1    # d\n", Want: "a = \"\u00e9\" # b\nc = 1   # d\n"},
	{Name: "a byte order mark", Src: "\ufeff\na=1", Want: "\ufeffa = 1\n"},
	{Name: "line ends stay", Src: "a=1\r\nb=[\r\n2]\r\n", Want: "a = 1\r\nb = [\r\n  2,\r\n]\r\n"},
}

func TestFormat(t *testing.T) {
	formattest.Format(t, language(t, toml.Options{}), "a.toml", layouts)
}

// The layout that a file has of its own is kept.
func TestKeep(t *testing.T) {
	formattest.Format(t, language(t, toml.Options{IndentString: "\t", KeepIndent: true, KeepLayout: true}), "a.toml", []formattest.Case{
		{Name: "indentation of most elements", Src: "a = [\n    1,\n  2,\n    [\n        \"[\", 3]\n]\n", Want: "a = [\n    1,\n    2,\n    [\n        \"[\", 3\n    ]\n]\n"},
		{Name: "no majority", Src: "a = [\n  1,\n   2]\nb = \"\"\"\n[\n  x\n\"\"\"\n", Want: "a = [\n\t1,\n\t2\n]\nb = \"\"\"\n[\n  x\n\"\"\"\n"},
		{Name: "indentation of keys, headers and comments", Src: "[t]\n  a = [ # [\n\t# x\n     '[',\n     1]\n  # c\n  [ t.u ]\n", Want: "[t]\n  a = [ # [\n     # x\n     '[',\n     1\n  ]\n  # c\n  [t.u]\n"},
		{Name: "of the first line, too", Src: "  a=1\n", Want: "  a = 1\n"},
		{Name: "a final comma or none", Src: "a = [\n  1, # ,\n]\nb = [\n  ',' # ,\n]\nc = [\n  [ 2, ], # ]\n  # ,\n]\n", Want: "a = [\n  1, # ,\n]\nb = [\n  ',' # ,\n]\nc = [\n  [ 2 ], # ]\n  # ,\n]\n"},
		{Name: "brackets as most are", Src: "[ t ]\na = {b = [ 1 ]}\nc = { d = 1}\ne = {f = [ 2]}\ng = []\n", Want: "[t]\na = {b = [ 1 ]}\nc = {d = 1}\ne = {f = [ 2 ]}\ng = []\n"},
		{Name: "what is before a comment", Src: "a = 1  # b\ncc  =  2#d\n", Want: "a = 1  # b\ncc = 2 #d\n"},
		{Name: "comments that are aligned", Src: "a = 1    # b\ncc  = 2  # d\ne = 3    # f\n", Want: "a = 1   # b\ncc = 2  # d\ne = 3   # f\n"},
		{Name: "values that are aligned", Src: "a    =1\nb.c  = 2\n\"long\" = 3\n\nd   = 4\nee = 5\n", Want: "a      = 1\nb.c    = 2\n\"long\" = 3\n\nd = 4\nee = 5\n"},
		{Name: "with a comment between them, not", Src: "a   = 1\n# c\nbbb = 2\n", Want: "a = 1\n# c\nbbb = 2\n"},
		{Name: "values below one of several lines", Src: "a   = [\n  1\n]\nbbb = 2\n", Want: "a   = [\n  1\n]\nbbb = 2\n"},
	})
}

func TestOptions(t *testing.T) {
	formattest.Format(t, language(t, toml.Options{IndentString: "\t"}), "a.toml", []formattest.Case{
		{Name: "a tab", Src: "a = [\n  [\n1]\n]\n", Want: "a = [\n\t[\n\t\t1,\n\t],\n]\n"},
	})
	options := make(map[string]toml.Options)
	for _, indent := range []string{" \t", "\t\t", "x", strings.Repeat(" ", 17)} {
		options[fmt.Sprintf("indent_string: %q is neither a tab nor 1 to 16 spaces", indent)] = toml.Options{IndentString: indent}
	}
	formattest.OptionErrors(t, toml.New, options)
}

func TestSyntaxErrors(t *testing.T) {
	tests := []formattest.Case{
		{Name: "at the place of the mistake", Src: "a = 1\nb = = 2\n", Want: "a.toml:2:5: unexpected character..."},
		{Name: "a key given twice", Src: "a = 1\na = 2\n", Want: "a.toml:2:1: ..."},
		{Name: "a table given twice", Src: "[a]\n[a]\n", Want: "a.toml:2:2: ..."},
		{Name: "a date that there is not", Src: "a = 2020-02-30\n", Want: "a.toml:1:13: impossible date"},
		{Name: "a number out of range", Src: "a = 99999999999999999999\n", Want: "a.toml:1:5: ..."},
		{Name: "at the end", Src: "a = [1,", Want: "a.toml:1:7: array is incomplete"},
		{Name: "text that is not UTF-8", Src: "a = \"\xff\"\n", Want: "a.toml:1:6: invalid UTF-8 character..."},
		{Name: "a lone CR", Src: "a = 1\rb = 2\n", Want: "a.toml:1:6: expected newline..."},
		{Name: "behind a byte order mark", Src: "\ufeffa = x\n", Want: "a.toml:1:8: unexpected character..."},
		{Name: "a twice, behind a byte order mark", Src: "\ufeffa=1\na = x\n", Want: "a.toml:2:5: unexpected character..."},
		{Name: "arrays nested too deeply", Src: "a = " + strings.Repeat("[", 1_000_000), Want: "a.toml:1:10005: arrays and inline tables are nested more than the maximum of 10000 levels deep"},
	}
	formattest.SyntaxErrors(t, language(t, toml.Options{}), "a.toml", tests)
}

// A text that would overflow the stack, which ends the process, or memory is
// refused.
func TestLimits(t *testing.T) {
	repeat := strings.Repeat
	tests := []formattest.Case{
		{Name: "keys nested too deeply", Src: "a" + repeat(".a", 1_000_000) + " = 1", Want: "nested more than 10000 levels deep"},
		{Name: "headers, too", Src: "[a" + repeat(".a", 9_000) + "]\na" + repeat(".a", 2_000) + " = 1", Want: "nested more than 10000 levels deep"},
		{Name: "nested deep", Src: "a = " + repeat("[", 2000) + repeat("]", 2000)},
		{Name: "more indentation than text", Src: "a = " + repeat("[\n", 9000) + "1" + repeat("]", 9000), Want: "its formatted text would exceed the limit"},
		{Name: "a huge line", Src: "a = [" + repeat("\"abcdefgh\",", 200_000) + "]"},
		{Name: "a huge string", Src: "a = '" + repeat("a", 4<<20) + "'"},
		{Name: "many lines", Src: repeat("[[a]] # c\nb = 1 # d\n", 50_000)},
	}
	formattest.Refuses(t, language(t, toml.Options{}), "a.toml", tests)
}

func TestMatch(t *testing.T) {
	formattest.Match(t, language(t, toml.Options{}), map[string]bool{
		"a.toml": true, "x/pyproject.toml": true, "Pipfile": true, "Cargo.toml": true, "Project.toml": true,
		"Cargo.lock": false, "Pipfile.lock": false, "pylock.toml": false, "pylock.dev.toml": false, "Manifest.toml": false,
		"a.lock.toml": false, ".toml": false, "toml": false, "a.toml.orig": false, "a.TOML": false,
	})
}

// The guard looks at all that a file says, so that no mistake of the printer
// loses any of it.
func TestValue(t *testing.T) {
	base := "# c\na = [1, [2, nan]] # d\n[b]\nc.e = { f = 1.0 }\n"
	formattest.Values(t, language(t, toml.Options{}), "a.toml", base, map[string]bool{
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
	})
}
