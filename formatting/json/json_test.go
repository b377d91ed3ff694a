package json_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/json"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

func language(t testing.TB, opts json.Options) formatting.Language {
	t.Helper()
	return formattest.New(t, json.New, opts)
}

var layouts = []struct {
	name, path string
	opts       json.Options
	src, want  string
}{
	{"a scalar", "a.json", json.Options{}, " 1 ", "1\n"},
	{"one line stays one line", "a.json", json.Options{}, `{"a":1,"b":[1,2 , {}],"c":{ }}`, "{ \"a\": 1, \"b\": [1, 2, {}], \"c\": {} }\n"},
	{
		"several lines stay several", "a.json",
		json.Options{},
		"{\"a\":1,\n\"b\":[\n1,true],\"c\":{\n}, \"d\": [\n\n]}", "{\n  \"a\": 1,\n  \"b\": [\n    1,\n    true\n  ],\n  \"c\": {},\n  \"d\": []\n}\n",
	},
	{
		"what is too long for a line is broken, from the outside", "a.json",
		json.Options{LineWidth: 20},
		`{"a":[1,2,3],"b":["c"]}`, "{\n  \"a\": [1, 2, 3],\n  \"b\": [\"c\"]\n}\n",
	},
	{"a comma counts", "a.json", json.Options{LineWidth: 7}, "[\n[1, 2], [1, 22]]", "[\n  [\n    1,\n    2\n  ],\n  [\n    1,\n    22\n  ]\n]\n"},
	{"exactly as long as a line may be", "a.json", json.Options{LineWidth: 8}, "[1,\"\u00e9\"]", "[1, \"\u00e9\"]\n"},
	{"numbers fill lines", "a.json", json.Options{LineWidth: 10}, "[1,2,-3.50,1e9,5]", "[\n  1, 2,\n  -3.50,\n  1e9, 5\n]\n"},
	{"rows of numbers stay rows", "a.json", json.Options{}, "[ 1,2,\n\n3 ,\n4]", "[\n  1, 2,\n\n  3,\n  4\n]\n"},
	{"literals stay byte for byte", "a.json", json.Options{}, `["\u0041\/", 1.0e+01, -0, "` + "\xff" + `"]`, `["\u0041\/", 1.0e+01, -0, "` + "\xff\"]\n"},
	{"members of one name stay", "a.json", json.Options{}, `{"a":1,"a":2}`, "{ \"a\": 1, \"a\": 2 }\n"},
	{
		"blank lines become one, and none at brackets", "a.json",
		json.Options{},
		"\n\n{\n\n\"a\":1,\n\n\n\n\"b\":2\n\n}\n\n", "{\n  \"a\": 1,\n\n  \"b\": 2\n}\n",
	},
	{"tabs", "a.json", json.Options{Indent: "\t"}, "{\n  \"a\": [\n  true]}", "{\n\t\"a\": [\n\t\ttrue\n\t]\n}\n"},
	{"own spaces", "a.json", json.Options{KeepIndent: true}, "{\n    \"a\": [\n        1,\n      2\n    ] }", "{\n    \"a\": [\n        1,\n        2\n    ]\n}\n"},
	{"an own tab", "a.json", json.Options{KeepIndent: true}, "{\n\t\"a\":[\n\t\ttrue]}", "{\n\t\"a\": [\n\t\ttrue\n\t]\n}\n"},
	{"own indentation within a bracket that shares a line", "a.json", json.Options{KeepIndent: true}, "[{\n   \"a\": 1\n}]", "[\n   {\n      \"a\": 1\n   }\n]\n"},
	{"comments and strings do not say how", "a.jsonc", json.Options{KeepIndent: true}, "{\n// {\n/*\n {*/\n   \"a\": \"{[\",\n   \"b\": 1 }", "{\n   // {\n   /*\n {*/\n   \"a\": \"{[\",\n   \"b\": 1\n}\n"},
	{"no majority", "a.json", json.Options{Indent: "\t", KeepIndent: true}, "{\n  \"a\": 1,\n   \"b\": 2}", "{\n\t\"a\": 1,\n\t\"b\": 2\n}\n"},
	{"a long line stays", "a.json", json.Options{LineWidth: 8, KeepLines: true}, "{\n  \"a\": [1, 2, 3, 4, 5],\n  \"b\": [\n    1\n  ]\n}", "{\n  \"a\": [1, 2, 3, 4, 5],\n  \"b\": [\n    1\n  ]\n}\n"},
	{"own spaces within brackets", "a.json", json.Options{KeepLines: true}, "[ {\"a\": 1}, {\"b\": [ 2 ]}, { \"c\": [3 ] } ]", "[ {\"a\": 1}, {\"b\": [ 2 ]}, {\"c\": [ 3 ]} ]\n"},
	{"own spaces at colons and commas", "a.json", json.Options{KeepLines: true}, "{\"a\" : [1,2],\n\"b\" :[3, 4,5,6], \"c\" : {}}", "{\n  \"a\" : [1,2],\n  \"b\" : [3,4,5,6],\n  \"c\" : {}\n}\n"},
	{"no spaces at all", "a.json", json.Options{KeepLines: true}, "{\"a\":[1,2],\"b\":3}", "{\"a\":[1,2],\"b\":3}\n"},
	{"as many with as without", "a.json", json.Options{KeepLines: true}, "{\"a\":1,\"b\": 2}\n", "{\"a\": 1,\"b\": 2}\n"},
	{"brackets that share lines", "a.json", json.Options{KeepLines: true}, "{ \"a\": [{\n\"b\":1}, {\n\"c\": [[\n2 ]]} ]}", "{\n  \"a\": [{\n    \"b\": 1\n  }, {\n    \"c\": [[\n      2\n    ]]\n  }]\n}\n"},
	{"or do not all", "a.json", json.Options{KeepLines: true}, "[{\n\"b\": 1\n},\n{\n\"c\": 2\n}]", "[\n  {\n    \"b\": 1\n  },\n  {\n    \"c\": 2\n  }\n]\n"},
	{"or have a comment between", "a.jsonc", json.Options{KeepLines: true}, "[{\n\"b\": 1\n} /* c */]", "[\n  {\n    \"b\": 1\n  } /* c */\n]\n"},
	{"package.json as it is", "package.json", json.Options{KeepLines: true}, "{\n  \"files\": [\"a\"]\n}", "{\n  \"files\": [\"a\"]\n}\n"},
	{"a byte order mark stays", "a.json", json.Options{}, "\ufeff{\n\"a\":1}", "\ufeff{\n  \"a\": 1\n}\n"},
	{"also before a comment", "a.jsonc", json.Options{}, "\ufeff\n// c\n1", "\ufeff// c\n1\n"},
	{"line ends stay", "a.json", json.Options{}, "{\r\n\"a\":1}", "{\r\n  \"a\": 1\r\n}\r\n"},
	{"package.json is as npm writes it", "x/package.json", json.Options{}, `{"files":["a"],"b":{},"c":[1,2]}`, "{\n  \"files\": [\n    \"a\"\n  ],\n  \"b\": {},\n  \"c\": [\n    1,\n    2\n  ]\n}\n"},
	{"an empty file with comments allowed", "tsconfig.json", json.Options{}, " \n", ""},
	{
		"comments keep their place", "a.jsonc",
		json.Options{},
		"// a  \n\n\n/* b */ { // c\n\n// d\n\"x\":1, // e\n/* f */ \"y\":2 /* g */ , /* h */\n\n// i\n/* j */ // k\n\"z\":3 // l\n\n// m\n\n} // n\n// o",
		"// a\n\n/* b */ { // c\n\n  // d\n  \"x\": 1, // e\n  /* f */ \"y\": 2 /* g */, /* h */\n\n  // i\n  /* j */ // k\n  \"z\": 3 // l\n\n  // m\n} // n\n// o\n",
	},
	{"comments before a comma move after it", "a.jsonc", json.Options{}, "[\n1 // a\n// b\n, 2\n]", "[\n  1, // a\n  // b\n  2\n]\n"},
	{"a comment of the next element stays with it", "a.jsonc", json.Options{}, "[\n1, /* b */ 2\n]", "[\n  1,\n  /* b */ 2\n]\n"},
	{"comments around a colon", "a.jsonc", json.Options{}, "{\"a\" /* b */ : // c\n // d\n [\n1]}", "{\n  \"a\": /* b */ // c\n    // d\n    [\n      1\n    ]\n}\n"},
	{"comments on one line", "a.jsonc", json.Options{}, "{/*a*/\"b\"/*c*/:/*d*/1/*e*/,\"f\":[/*g*/],\"h\":[1/*i*/]}", "{ /*a*/ \"b\": /*c*/ /*d*/ 1 /*e*/, \"f\": [ /*g*/ ], \"h\": [1 /*i*/] }\n"},
	{"comments with nothing beside", "a.jsonc", json.Options{}, "{\n\n// a\n}", "{\n  // a\n}\n"},
	{"a comment after an opening bracket", "a.jsonc", json.Options{}, "[ /* a */ // b\n]", "[ /* a */ // b\n]\n"},
	{
		"a block of asterisks moves as one", "a.jsonc",
		json.Options{},
		"{\n    /**\n     * a  \n        */\n    \"b\": 1\n}", "{\n  /**\n   * a\n   */\n  \"b\": 1\n}\n",
	},
	{"any other block stays", "a.jsonc", json.Options{}, "{\n    /* a\n       b */\n    \"b\": 1\n}", "{\n  /* a\n       b */\n  \"b\": 1\n}\n"},
	{"trailing commas go", "a.jsonc", json.Options{}, "{\"a\":[1,2,],}", "{ \"a\": [1, 2] }\n"},
	{"and leave comments", "a.jsonc", json.Options{}, "[\ntrue /* a */, // b\n]", "[\n  true /* a */ // b\n]\n"},
	{"or stay", "a.jsonc", json.Options{TrailingCommas: "maintain"}, "{\"a\":[\ntrue,\n],}", "{\n  \"a\": [\n    true,\n  ],\n}\n"},
	{"on one line, too", "a.jsonc", json.Options{TrailingCommas: "maintain"}, "[1,2 /* a */,]", "[1, 2 /* a */,]\n"},
	{"a file that is configured to have comments", "x/a.json", json.Options{JSONC: []string{"x/*.json"}}, "1 // a", "1 // a\n"},
}

func TestFormat(t *testing.T) {
	var cases []formattest.Case
	for _, l := range layouts {
		cases = append(cases, formattest.Case{Name: l.name, Language: language(t, l.opts), Path: l.path, Src: l.src, Want: l.want})
	}
	formattest.Format(t, nil, "", cases)
}

func TestSyntaxErrors(t *testing.T) {
	tests := []formattest.Case{
		{Name: "at the place of the mistake", Path: "a.json", Src: "{\n  \"a\" 1\n}\n", Want: "a.json:2:7: invalid character '1' after object name"},
		{Name: "at the end", Path: "a.json", Src: "[1,", Want: "a.json:1:4: the file ends too early"},
		{Name: "an empty file", Path: "a.json", Src: "", Want: "a.json:1:1: the file ends too early"},
		{Name: "a comment", Path: "a.json", Src: "[1 // a\n]", Want: "a.json:1:4: comments are not part of JSON..."},
		{Name: "a trailing comma", Path: "a.json", Src: "[1,\n]", Want: "a.json:1:3: a comma before a closing bracket is not part of JSON"},
		{Name: "the first of two", Path: "a.json", Src: "[1 2, // a\n]", Want: "a.json:1:4: invalid character '2' after array value..."},
		{Name: "an unfinished comment", Path: "a.jsonc", Src: "[1] /* a", Want: "a.jsonc:1:9: the file ends too early"},
		{Name: "behind a byte order mark", Path: "a.json", Src: "\ufeff[x]", Want: "a.json:1:5: invalid literal: x"},
		{Name: "two values", Path: "a.json", Src: "{}\n{}\n", Want: "a.json:2:1: invalid character '{' after top-level value"},
		{Name: "a long literal is cut", Path: "a.json", Src: strings.Repeat("a", 1000), Want: "a.json:1:1: invalid literal: aaa..."},
		{Name: "text that is not UTF-8", Path: "a.json", Src: "\xff", Want: "a.json:1:1: invalid character '\\xff' at start of value"},
		{Name: "single quotes", Path: "a.jsonc", Src: "{'a': 1}", Want: "a.jsonc:1:2: invalid character '\\'' at start of value"},
	}
	formattest.SyntaxErrors(t, language(t, json.Options{}), "a.json", tests)
}

// A text that would overflow the stack, which ends the process, or memory is
// refused.
func TestLimits(t *testing.T) {
	repeat := strings.Repeat
	tests := []formattest.Case{
		{Name: "nested too deeply", Src: repeat("[", 1_000_000), Want: "nested more than 10000 levels deep"},
		{Name: "of objects", Src: repeat(`{"a":`, 10_001), Want: "nested more than 10000 levels deep"},
		{Name: "nested deep", Src: repeat("[", 2000) + repeat("]", 2000)},
		{Name: "more indentation than text", Src: repeat("[\n", 9000) + repeat("]", 9000), Want: "its formatted text would exceed the limit"},
		{Name: "very much more", Src: repeat("[", 9000) + repeat("\"a\",", 100_000) + "1" + repeat("]", 9000), Want: "its formatted text would exceed the limit"},
		{Name: "brackets in a string do not nest", Src: `"` + repeat("[", 20_000) + `"`},
		{Name: "nor do neighbours", Src: "[" + repeat("[],", 20_000) + "1]"},
		{Name: "a huge line", Src: "[" + repeat("\"abcdefgh\",", 200_000) + "1]"},
		{Name: "a huge literal", Src: `{"a":"` + repeat("a", 4<<20) + `"}`},
	}
	formattest.Refuses(t, language(t, json.Options{}), "a.json", tests)
}

// The output of other programs with an indentation of two spaces is canonical.
func TestWrittenByMachines(t *testing.T) {
	const text = "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {\n    \"c\": []\n  },\n  \"d\": \"\\u2028\"\n}\n"
	formattest.Format(t, language(t, json.Options{}), "a.json", []formattest.Case{{Name: "two spaces", Src: text, Want: text}})
}

func TestMatch(t *testing.T) {
	formattest.Match(t, language(t, json.Options{}), map[string]bool{
		"a.json": true, "x/a.jsonc": true, "tsconfig.json": true, ".swcrc": true, "a.code-workspace": true, "site.webmanifest": true,
		"package.json": true, "package-lock.json": false, "npm-shrinkwrap.json": false, "maven_install.json": false,
		"rules_jvm_external_maven_install.json": false, "packages.lock.json": false, "a.min.json": false,
		"a.json5": false, "a.jsonl": false, "json": false, "MODULE.bazel.lock": false, "a.ipynb": false, ".babelrc": false, "a.JSON": false,
	})
}

// A comment is part of the language, or not, by a file's name.
func TestFilesWithComments(t *testing.T) {
	l := language(t, json.Options{JSONC: []string{"mine.json", "conf/**/*.json"}})
	for path, want := range map[string]bool{
		"a.jsonc": true, "x/tsconfig.json": true, "tsconfig.build.json": true, "tsconfig-base.json": true, "jsconfig.json": true,
		".vscode/settings.json": true, "x/.vscode/launch.json": true, ".devcontainer/devcontainer.json": true, ".devcontainer.json": true,
		".eslintrc.json": true, "babel.config.json": true, "appsettings.Development.json": true, "common/config/rush/command-line.json": true,
		"cspell.json": true, "dark-color-theme.json": true, "x/mine.json": true, "conf/a.json": true, "conf/x/a.json": true,
		"a.json": false, "settings.json": false, "package.json": false, "x/conf/a.json": false, "mytsconfig.json": false,
	} {
		err := l.Parse(path, []byte("[1, /* a */ ]"))
		if _, syntax := errors.AsType[*formatting.SyntaxError](err); syntax == want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestOptionErrors(t *testing.T) {
	formattest.OptionErrors(t, json.New, map[string]json.Options{
		`indent: "  \t" is neither a tab nor 1 to 16 spaces`:              {Indent: "  \t"},
		`indent: "                 " is neither a tab nor 1 to 16 spaces`: {Indent: strings.Repeat(" ", 17)},
		`line-width: -1 is not between 1 and 10000`:                       {LineWidth: -1},
		`trailing-commas: "always" is neither never nor maintain`:         {TrailingCommas: "always"},
		`jsonc: "[a" is not a glob`:                                       {JSONC: []string{"[a"}},
	})
}

// The guard looks at all that a file says, so that no mistake of the printer
// loses any of it.
func TestValue(t *testing.T) {
	base := "// c\n{ \"a\": 1.0, \"a\": [1, 2, \"\\u0041\"] } /* d */"
	formattest.Values(t, language(t, json.Options{}), "a.jsonc", base, map[string]bool{
		"\ufeff\n // c  \n{\"a\":1.0,\"a\":[1,2,\"\\u0041\",],}/* d */": true,
		"// c\n{ \"a\": 1, \"a\": [1, 2, \"\\u0041\"] } /* d */":        false,
		"// c\n{ \"a\": 1.0, \"a\": [1, 2, \"A\"] } /* d */":            false,
		"// c\n{ \"a\": 1.0 } /* d */":                                  false,
		"// c\n{ \"a\": [1, 2, \"\\u0041\"], \"a\": 1.0 } /* d */":      false,
		"{ \"a\": 1.0, \"a\": [1, 2, \"\\u0041\"] } /* d */":            false,
	})
}
