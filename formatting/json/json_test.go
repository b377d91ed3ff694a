package json_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/json"
)

func registry(t testing.TB, opts json.Options) *formatting.Registry {
	t.Helper()
	l, err := json.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return formatting.NewRegistry(l)
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
	{"comments before a comma go behind it", "a.jsonc", json.Options{}, "[\n1 // a\n// b\n, 2\n]", "[\n  1, // a\n  // b\n  2\n]\n"},
	{"a comment of the next element stays with it", "a.jsonc", json.Options{}, "[\n1, /* b */ 2\n]", "[\n  1,\n  /* b */ 2\n]\n"},
	{"comments around a colon", "a.jsonc", json.Options{}, "{\"a\" /* b */ : // c\n // d\n [\n1]}", "{\n  \"a\": /* b */ // c\n    // d\n    [\n      1\n    ]\n}\n"},
	{"comments on one line", "a.jsonc", json.Options{}, "{/*a*/\"b\"/*c*/:/*d*/1/*e*/,\"f\":[/*g*/],\"h\":[1/*i*/]}", "{ /*a*/ \"b\": /*c*/ /*d*/ 1 /*e*/, \"f\": [ /*g*/ ], \"h\": [1 /*i*/] }\n"},
	{"comments with nothing beside", "a.jsonc", json.Options{}, "{\n\n// a\n}", "{\n  // a\n}\n"},
	{"a comment behind an opening bracket", "a.jsonc", json.Options{}, "[ /* a */ // b\n]", "[ /* a */ // b\n]\n"},
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
	for _, test := range layouts {
		t.Run(test.name, func(t *testing.T) {
			r := registry(t, test.opts)
			got, err := r.Format(test.path, []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%q)\n= %q, %v\nwant %q", test.src, got.Text, err, test.want)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	tests := []struct {
		name, path, src, want string
		offset                int
	}{
		{"at the place of the mistake", "a.json", "{\n  \"a\" 1\n}\n", "a.json:2:7: invalid character '1' after object name", 8},
		{"at the end", "a.json", "[1,", "a.json:1:4: the file ends too early", 3},
		{"an empty file", "a.json", "", "a.json:1:1: the file ends too early", 0},
		{"a comment", "a.json", "[1 // a\n]", "a.json:1:4: comments are not part of JSON", 3},
		{"a trailing comma", "a.json", "[1,\n]", "a.json:1:3: a comma before a closing bracket is not part of JSON", 2},
		{"the first of two", "a.json", "[1 2, // a\n]", "a.json:1:4: invalid character '2' after array value", 3},
		{"an unfinished comment", "a.jsonc", "[1] /* a", "a.jsonc:1:9: the file ends too early", 8},
		{"behind a byte order mark", "a.json", "\ufeff[x]", "a.json:1:5: invalid literal: x", 4},
		{"two values", "a.json", "{}\n{}\n", "a.json:2:1: invalid character '{' after top-level value", 3},
		{"a long literal is cut", "a.json", strings.Repeat("a", 1000), "a.json:1:1: invalid literal: aaa", 0},
		{"text that is not UTF-8", "a.json", "\xff", "a.json:1:1: invalid character '\\xff' at start of value", 0},
		{"single quotes", "a.jsonc", "{'a': 1}", "a.jsonc:1:2: invalid character '\\'' at start of value", 1},
	}
	r := registry(t, json.Options{})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, formatErr := r.Format(test.path, []byte(test.src))
			for name, err := range map[string]error{"Format": formatErr, "Parse": r.Parse(test.path, []byte(test.src))} {
				e, ok := errors.AsType[*formatting.SyntaxError](err)
				if !ok || !strings.HasPrefix(err.Error(), test.want) || e.Offset != test.offset || len(e.Msg) > 200 {
					t.Errorf("%s: %+v, want %s, offset %d", name, err, test.want, test.offset)
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
		refusal   string // empty: it is formatted
	}{
		{"nested too deep", repeat("[", 1_000_000), "nested more than 10000 levels deep"},
		{"of objects", repeat(`{"a":`, 10_001), "nested more than 10000 levels deep"},
		{"nested deep", repeat("[", 2000) + repeat("]", 2000), ""},
		{"more indentation than text", repeat("[\n", 9000) + repeat("]", 9000), "its formatted text would exceed the limit"},
		{"very much more", repeat("[", 9000) + repeat("\"a\",", 100_000) + "1" + repeat("]", 9000), "its formatted text would exceed the limit"},
		{"brackets in a string do not nest", `"` + repeat("[", 20_000) + `"`, ""},
		{"nor do neighbours", "[" + repeat("[],", 20_000) + "1]", ""},
		{"a huge line", "[" + repeat("\"abcdefgh\",", 200_000) + "1]", ""},
		{"a huge literal", `{"a":"` + repeat("a", 4<<20) + `"}`, ""},
	}
	r := registry(t, json.Options{})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := r.Format("a.json", []byte(test.src))
			switch refused, ok := errors.AsType[*formatting.RefusedError](err); {
			case test.refusal == "" && err != nil:
				t.Error(err)
			case test.refusal != "" && (!ok || !strings.Contains(refused.Reason, test.refusal)):
				t.Errorf("%v, want a refusal: %s", err, test.refusal)
			}
		})
	}
}

// What other programs write with an indentation of two blanks is canonical.
func TestWrittenByMachines(t *testing.T) {
	const text = "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {\n    \"c\": []\n  },\n  \"d\": \"\\u2028\"\n}\n"
	got, err := registry(t, json.Options{}).Format("a.json", []byte(text))
	if err != nil || got.Changed {
		t.Errorf("%q, %v", got.Text, err)
	}
}

func TestMatch(t *testing.T) {
	l, err := json.New(json.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		"a.json": true, "x/a.jsonc": true, "tsconfig.json": true, ".swcrc": true, "a.code-workspace": true, "site.webmanifest": true,
		"package.json": true, "package-lock.json": false, "npm-shrinkwrap.json": false, "maven_install.json": false,
		"rules_jvm_external_maven_install.json": false, "packages.lock.json": false, "a.min.json": false,
		"a.json5": false, "a.jsonl": false, "json": false, "MODULE.bazel.lock": false, "a.ipynb": false, ".babelrc": false, "a.JSON": false,
	} {
		if got := l.Match(path, nil); got != want {
			t.Errorf("Match(%s) = %t", path, got)
		}
	}
}

// A comment is part of the language, or not, by a file's name.
func TestFilesWithComments(t *testing.T) {
	r := registry(t, json.Options{JSONC: []string{"mine.json", "conf/**/*.json"}})
	for path, want := range map[string]bool{
		"a.jsonc": true, "x/tsconfig.json": true, "tsconfig.build.json": true, "tsconfig-base.json": true, "jsconfig.json": true,
		".vscode/settings.json": true, "x/.vscode/launch.json": true, ".devcontainer/devcontainer.json": true, ".devcontainer.json": true,
		".eslintrc.json": true, "babel.config.json": true, "appsettings.Development.json": true, "common/config/rush/command-line.json": true,
		"cspell.json": true, "dark-color-theme.json": true, "x/mine.json": true, "conf/a.json": true, "conf/x/a.json": true,
		"a.json": false, "settings.json": false, "package.json": false, "x/conf/a.json": false, "mytsconfig.json": false,
	} {
		err := r.Parse(path, []byte("[1, /* a */ ]"))
		if _, syntax := errors.AsType[*formatting.SyntaxError](err); syntax == want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestOptionErrors(t *testing.T) {
	tests := []struct {
		opts json.Options
		want string
	}{
		{json.Options{Indent: "  \t"}, `indent: "  \t" is neither a tab nor 1 to 16 spaces`},
		{json.Options{Indent: strings.Repeat(" ", 17)}, `indent: "                 " is neither a tab nor 1 to 16 spaces`},
		{json.Options{LineWidth: -1}, `line-width: -1 is not between 1 and 10000`},
		{json.Options{TrailingCommas: "always"}, `trailing-commas: "always" is neither never nor maintain`},
		{json.Options{JSONC: []string{"[a"}}, `jsonc: "[a" is not a glob`},
	}
	for _, test := range tests {
		_, err := json.New(test.opts)
		if _, ok := errors.AsType[*json.OptionError](err); !ok || err.Error() != test.want {
			t.Errorf("New(%+v): %v, want %s", test.opts, err, test.want)
		}
	}
}

// The guard looks at all that a file says, so that no mistake of the printer
// loses any of it.
func TestValue(t *testing.T) {
	l, err := json.New(json.Options{})
	if err != nil {
		t.Fatal(err)
	}
	data := l.(formatting.DataLanguage)
	base := "// c\n{ \"a\": 1.0, \"a\": [1, 2, \"\\u0041\"] } /* d */"
	for src, same := range map[string]bool{
		"\ufeff\n // c  \n{\"a\":1.0,\"a\":[1,2,\"\\u0041\",],}/* d */": true,
		"// c\n{ \"a\": 1, \"a\": [1, 2, \"\\u0041\"] } /* d */":        false,
		"// c\n{ \"a\": 1.0, \"a\": [1, 2, \"A\"] } /* d */":            false,
		"// c\n{ \"a\": 1.0 } /* d */":                                  false,
		"// c\n{ \"a\": [1, 2, \"\\u0041\"], \"a\": 1.0 } /* d */":      false,
		"{ \"a\": 1.0, \"a\": [1, 2, \"\\u0041\"] } /* d */":            false,
	} {
		if got := equal(t, data, base, src); got != same {
			t.Errorf("%q is equal: %t", src, got)
		}
	}
}
