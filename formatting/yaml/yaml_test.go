package yaml_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/yaml"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

func language(t testing.TB, opts yaml.Options) formatting.Language {
	t.Helper()
	return formattest.New(t, yaml.New, opts)
}

func TestFormat(t *testing.T) {
	always := yaml.Options{IndentSequences: "always"}
	never := yaml.Options{IndentSequences: "never"}
	tests := []formattest.Case{
		// Mappings and sequences.
		{Name: "mappings by two", Src: "a:\n    b:\n        c: d\ne: f\n", Want: "a:\n  b:\n    c: d\ne: f\n"},
		{Name: "mappings by four", Language: language(t, yaml.Options{Indent: 4}), Src: "a:\n  b:\n    c: d\n", Want: "a:\n    b:\n        c: d\n"},
		{Name: "an indented document", Src: "  a: b\n  c: d\n", Want: "a: b\nc: d\n"},
		{Name: "a sequence that is indented stays so", Src: "a:\n    - b\n    - c\n", Want: "a:\n  - b\n  - c\n"},
		{Name: "a sequence that is not stays so", Src: "a:\n- b\n- c\nd: e\n", Want: "a:\n- b\n- c\nd: e\n"},
		{Name: "sequences are always indented", Language: language(t, always), Src: "a:\n- b:\n  - c\n  - d\n", Want: "a:\n  - b:\n      - c\n      - d\n"},
		{Name: "sequences are never indented", Language: language(t, never), Src: "a:\n    - b:\n        - c\n    - d\n", Want: "a:\n- b:\n  - c\n- d\n"},
		{Name: "a mapping in a sequence", Src: "-   a: b\n    c:\n        d: e\n-\n      f: g\n      h: i\n", Want: "- a: b\n  c:\n    d: e\n-\n  f: g\n  h: i\n"},
		{Name: "a mapping in a sequence by four", Language: language(t, yaml.Options{Indent: 4}), Src: "-   a: b\n    c:\n      d: e\n", Want: "- a: b\n  c:\n      d: e\n"},
		{Name: "sequences in sequences", Src: "-  -   a\n   -   b\n-  - c\n", Want: "- - a\n  - b\n- - c\n"},
		{Name: "explicit keys", Src: "?   - a\n    - b\n:   c: d\n    e: f\n? g\n", Want: "? - a\n  - b\n: c: d\n  e: f\n? g\n"},
		{Name: "a value on the next line", Src: "a:\n      b\nc:\n    &x\n    d: e\n", Want: "a:\n  b\nc:\n  &x\n  d: e\n"},
		{Name: "a tab before a value", Src: "a:\n    \tb\nc:\n \t[d]\n", Want: "a:\n  b\nc:\n  [d]\n"},
		// Whitespace.
		{Name: "whitespace after indicators", Src: "a:    b\nc:\td\n-e:\t  f\n", Want: "a: b\nc: d\n-e: f\n"},
		{Name: "spaces before a colon", Src: "a  : b\n\"c\" : d\n", Want: "a: b\n\"c\": d\n"},
		{Name: "a space after an alias that is a key", Src: "&x a: b\n*x   : c\n", Want: "&x a: b\n*x : c\n"},
		{Name: "an empty key", Src: "&x  : a\n", Want: "&x : a\n"},
		{Name: "trailing whitespace", Src: "a:  \n  b: c\t \n \t\nd: e # f  \n", Want: "a:\n  b: c\n\nd: e # f\n"},
		{Name: "properties", Src: "a:   !t   &x    b\nc: &y   !!map\n    d: e\n!!str f: *x\n<<:  *y\n", Want: "a: !t &x b\nc: &y !!map\n  d: e\n!!str f: *x\n<<: *y\n"},
		{Name: "a verbatim tag", Src: "a:  !<tag:x,2000:[b]>  c\n", Want: "a: !<tag:x,2000:[b]> c\n"},
		// Flow collections.
		{Name: "spaces in sequences", Src: "a: [ b,c ,  d ]\ne: [ ]\n", Want: "a: [b, c, d]\ne: []\n"},
		{Name: "spaces in mappings", Src: "a: {b: c,d:   e}\nf: { g : h,i: j}\nk: { }\n", Want: "a: {b: c, d: e}\nf: { g: h, i: j }\nk: {}\n"},
		{Name: "a key like in JSON", Src: "{\"a\":1,\"b\":[2,{\"c\":3}]}\n", Want: "{\"a\": 1, \"b\": [2, {\"c\": 3}]}\n"},
		{Name: "colons and commas that are none", Src: "[a:b, \"c,d\",'e: [f', g#h, -1, :i]\n", Want: "[a:b, \"c,d\", 'e: [f', g#h, -1, :i]\n"},
		{Name: "keys without a value", Src: "{a:,b: ,c: }\n", Want: "{a:, b:, c:}\n"},
		{Name: "aliases and tags", Src: "- &x a\n- [*x , !t , !t \"b]\" ,*x]\n", Want: "- &x a\n- [*x , !t , !t \"b]\", *x]\n"},
		{Name: "lines move together", Src: "a:\n    b: [\n        c,\n\n        # d\n        e ] # f\n", Want: "a:\n  b: [\n      c,\n\n      # d\n      e] # f\n"},
		{Name: "lines stay aligned", Src: "a:    {b: c,\n       d: e}\n", Want: "a: {b: c,\n    d: e}\n"},
		{Name: "lines by tabs", Src: "{\n\t\"a\": [\n\t\t1\n\t]\n}\n", Want: "{\n  \"a\": [\n    1\n  ]\n}\n"},
		{Name: "a closing bracket left of what it closes", Src: "a:\n    b: [\n    c\n]\n", Want: "a:\n  b: [\n  c\n]\n"},
		{Name: "a bracket on its own line keeps the other", Src: "a: { \n  b: c }\nd: {\n  e: f}\n", Want: "a: {\n  b: c }\nd: {\n  e: f}\n"},
		{Name: "plain scalars over lines", Src: "[a\n  \"b\"  c,\n  d]\n", Want: "[a\n  \"b\"  c,\n  d]\n"},
		{Name: "a collection as a key", Src: "{ a:  b }  : c\n[d,e]: f\n", Want: "{ a: b }: c\n[d, e]: f\n"},
		// Scalars.
		{Name: "quotes stay", Src: "a:  'it''s  # 1'\nb:  \"c\\\"  : d\"\n", Want: "a: 'it''s  # 1'\nb: \"c\\\"  : d\"\n"},
		{Name: "plain ones over lines", Src: "a:\n    b: c  \n      d\n\n     e\n    f: g\n", Want: "a:\n  b: c\n    d\n\n   e\n  f: g\n"},
		{Name: "they do not come to stand left", Src: "a:\n        b: c\n         d\n", Want: "a:\n  b: c\n   d\n"},
		{Name: "quoted ones over lines", Src: "a:\n    b:   \"c \\\n          d\n   \n     e\"\n", Want: "a:\n  b: \"c \\\n      d\n\n   e\"\n"},
		{Name: "quoted ones left of their block", Src: "a:\n    b: 'c\nd'\n", Want: "a:\n  b: 'c\nd'\n"},
		{Name: "block scalars", Src: "a:\n    b:  |  # c\n          d\n            e\n\n          f  \n    g: >-\n     h\n", Want: "a:\n  b: |  # c\n    d\n      e\n\n    f  \n  g: >-\n    h\n"},
		{Name: "block scalars that say their indentation", Src: "a:\n    b: |2\n        c\n      d\n", Want: "a:\n  b: |2\n      c\n    d\n"},
		{Name: "block scalars in sequences", Language: language(t, yaml.Options{Indent: 4}), Src: "- |\n      a\n- b: |\n     c\n", Want: "- |\n  a\n- b: |\n      c\n"},
		{Name: "block scalars of only spaces", Src: "a: |\n     \n  \nb: c\n", Want: "a: |\n\n\nb: c\n"},
		{Name: "a line with only spaces in a block scalar", Src: "a: |\n    b\n      \n    c\n", Want: "a: |\n  b\n    \n  c\n"},
		{Name: "a document that is one", Src: "--- |\na\n  b\n...\n", Want: "--- |\na\n  b\n...\n"},
		{Name: "tabs in block scalars", Src: "a: |\n    b:\n    \tc\n", Want: "a: |\n  b:\n  \tc\n"},
		{Name: "what looks like comments in block scalars", Src: "a: |\n    # b\n  # c\n", Want: "a: |\n  # b\n# c\n"},
		// Comments.
		{Name: "comments go with what is below", Src: "a:\n    # b\n    c: d\n    # e\nf: g\n", Want: "a:\n  # b\n  c: d\n  # e\nf: g\n"},
		{Name: "comments between", Src: "a:\n    b:\n      # c\n        d: e\n    #f\n", Want: "a:\n  b:\n    # c\n    d: e\n  #f\n"},
		{Name: "comments behind keep their distance", Src: "a:    b   # c\nd: e # f\n", Want: "a: b   # c\nd: e # f\n"},
		{Name: "or have the one that is asked for", Language: language(t, yaml.Options{PadLineComments: 2}), Src: "a: b    # c\nd: e # f\n", Want: "a: b  # c\nd: e  # f\n"},
		{Name: "comments stay below each other", Src: "a:    b  # c\ndef:  g  # h\n         # i\nj: k\n", Want: "a: b    # c\ndef: g  # h\n        # i\nj: k\n"},
		{Name: "comments at both ends", Src: "# a\n\n# b\nc: d\n# e\n\n# f", Want: "# a\n\n# b\nc: d\n# e\n\n# f\n"},
		{Name: "comments behind indicators", Src: "a:   # b\n-  # c\n", Want: "a:   # b\n-  # c\n"},
		// Documents.
		{Name: "several", Src: "---\na:  b\n---   # c\n-   d\n...\n%TAG ! tag:x,2000:  \n---   !t  e\n", Want: "---\na: b\n---   # c\n- d\n...\n%TAG ! tag:x,2000:\n--- !t e\n"},
		{Name: "of YAML 1.2", Src: "%YAML 1.2\n---\na:  b\n", Want: "%YAML 1.2\n---\na: b\n"},
		{Name: "without a newline at the end", Src: "a: b", Want: "a: b\n"},
		{Name: "with blank lines at the end", Src: "a: b\n\n \n", Want: "a: b\n"},
		{Name: "blank lines at the end that count", Src: "a: |+\n    b\n\n\n", Want: "a: |+\n  b\n\n\n"},
		{Name: "blank lines at the end that don't", Src: "a: |\n    b\n\n\n", Want: "a: |\n  b\n"},
		{Name: "a newline at the end that would count", Src: "a: |\n    b", Want: "a: |\n  b"},
		{Name: "a newline at the end that would not", Src: "a: |-\n    b", Want: "a: |-\n  b\n"},
		{Name: "empty", Src: "", Want: ""},
		{Name: "blank lines only", Src: "\n \n", Want: ""},
		{Name: "a byte order mark stays", Src: "\ufeffa:\n    b: c\n", Want: "\ufeffa:\n  b: c\n"},
		{Name: "CRLF stays", Src: "a:\r\n    b: |\r\n      c\r\n", Want: "a:\r\n  b: |\r\n    c\r\n"},
		{Name: "other letters", Src: "é:   # ü\n    [ä , ö]\nß:   # x\n", Want: "é:   # ü\n  [ä, ö]\nß:   # x\n"},
		{Name: "keys twice, which a parser may take", Src: "a:  1\na:  2\n", Want: "a: 1\na: 2\n"},
		{Name: "expressions that are not templates", Src: "a:   ${{ b }}\nc:  \"{{ d }}\"\ne: |\n    {{ f }}\n", Want: "a: ${{ b }}\nc: \"{{ d }}\"\ne: |\n  {{ f }}\n"},
	}
	formattest.Format(t, language(t, yaml.Options{}), "a/x.yaml", tests)
}

func TestMatch(t *testing.T) {
	formattest.Match(t, language(t, yaml.Options{}), map[string]bool{
		"x.yaml": true, "a/x.yml": true, ".travis.yml": true, "x.yaml.tmpl": false, ".yml": false, "yaml": false,
		"a/pnpm-lock.yaml": false, "x.YAML": false, "x.json": false,
	})
}

func TestOptionErrors(t *testing.T) {
	formattest.OptionErrors(t, yaml.New, map[string]yaml.Options{
		"indent: 1 is not between 2 and 8":                           {Indent: 1},
		"indent: 9 is not between 2 and 8":                           {Indent: 9},
		"pad-line-comments: -1 is not between 0 and 8":               {PadLineComments: -1},
		`indent-sequences: "sometimes" is not keep, always or never`: {IndentSequences: "sometimes"},
	})
}

// Value tells apart what formatting must keep, and nothing else.
func TestValue(t *testing.T) {
	const base = "a: &x [b, 'c'] # d\ne: *x\n"
	tests := []struct {
		name, src string
		same      bool
	}{
		{"itself", base, true},
		{"other whitespace", "a:   &x [b,   'c']   # d\n\ne:  *x", true},
		{"another value", strings.Replace(base, "b", "B", 1), false},
		{"another type", strings.Replace(base, "b", "1", 1), false},
		{"other quotes", strings.Replace(base, "'c'", "\"c\"", 1), false},
		{"another anchor", strings.ReplaceAll(base, "x", "y"), false},
		{"no anchor", "a: [b, 'c'] # d\ne: [b, 'c']\n", false},
		{"another tag", strings.Replace(base, "&x", "&x !t", 1), false},
		{"another order", "e: f\na: b\n", false},
		{"no comment", strings.Replace(base, " # d", "", 1), false},
		{"another comment", strings.Replace(base, "# d", "#d", 1), false},
		{"a comment elsewhere", "a: &x [b, 'c']\ne: *x # d\n", false},
		{"a comment on a line of its own", "a: &x [b, 'c']\n# d\ne: *x\n", false},
		{"another document", base + "---\n", false},
		{"a directive", "%YAML 1.1\n---\n" + base, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			formattest.Values(t, language(t, yaml.Options{}), "x.yaml", base, map[string]bool{test.src: test.same})
		})
	}
}
