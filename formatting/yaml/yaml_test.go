package yaml_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/yaml"
)

func language(t testing.TB, opts yaml.Options) formatting.DataLanguage {
	t.Helper()
	l, err := yaml.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return l.(formatting.DataLanguage)
}

func TestFormat(t *testing.T) {
	always := yaml.Options{IndentSequences: "always"}
	never := yaml.Options{IndentSequences: "never"}
	tests := []struct {
		name      string
		opts      yaml.Options
		src, want string
	}{
		// Mappings and sequences.
		{"mappings by two", yaml.Options{}, "a:\n    b:\n        c: d\ne: f\n", "a:\n  b:\n    c: d\ne: f\n"},
		{"mappings by four", yaml.Options{Indent: 4}, "a:\n  b:\n    c: d\n", "a:\n    b:\n        c: d\n"},
		{"an indented document", yaml.Options{}, "  a: b\n  c: d\n", "a: b\nc: d\n"},
		{"a sequence that is indented stays so", yaml.Options{}, "a:\n    - b\n    - c\n", "a:\n  - b\n  - c\n"},
		{"a sequence that is not stays so", yaml.Options{}, "a:\n- b\n- c\nd: e\n", "a:\n- b\n- c\nd: e\n"},
		{"sequences are always indented", always, "a:\n- b:\n  - c\n  - d\n", "a:\n  - b:\n      - c\n      - d\n"},
		{"sequences are never indented", never, "a:\n    - b:\n        - c\n    - d\n", "a:\n- b:\n  - c\n- d\n"},
		{"a mapping in a sequence", yaml.Options{}, "-   a: b\n    c:\n        d: e\n-\n      f: g\n      h: i\n", "- a: b\n  c:\n    d: e\n-\n  f: g\n  h: i\n"},
		{"a mapping in a sequence by four", yaml.Options{Indent: 4}, "-   a: b\n    c:\n      d: e\n", "- a: b\n  c:\n      d: e\n"},
		{"sequences in sequences", yaml.Options{}, "-  -   a\n   -   b\n-  - c\n", "- - a\n  - b\n- - c\n"},
		{"explicit keys", yaml.Options{}, "?   - a\n    - b\n:   c: d\n    e: f\n? g\n", "? - a\n  - b\n: c: d\n  e: f\n? g\n"},
		{"a value on the next line", yaml.Options{}, "a:\n      b\nc:\n    &x\n    d: e\n", "a:\n  b\nc:\n  &x\n  d: e\n"},
		{"a tab before a value", yaml.Options{}, "a:\n    \tb\nc:\n \t[d]\n", "a:\n  b\nc:\n  [d]\n"},
		// Blanks.
		{"blanks after indicators", yaml.Options{}, "a:    b\nc:\td\n-e:\t  f\n", "a: b\nc: d\n-e: f\n"},
		{"blanks before a colon", yaml.Options{}, "a  : b\n\"c\" : d\n", "a: b\n\"c\": d\n"},
		{"a blank behind an alias as a key", yaml.Options{}, "&x a: b\n*x   : c\n", "&x a: b\n*x : c\n"},
		{"an empty key", yaml.Options{}, "&x  : a\n", "&x : a\n"},
		{"blanks at the ends of lines", yaml.Options{}, "a:  \n  b: c\t \n \t\nd: e # f  \n", "a:\n  b: c\n\nd: e # f\n"},
		{"properties", yaml.Options{}, "a:   !t   &x    b\nc: &y   !!map\n    d: e\n!!str f: *x\n<<:  *y\n", "a: !t &x b\nc: &y !!map\n  d: e\n!!str f: *x\n<<: *y\n"},
		{"a verbatim tag", yaml.Options{}, "a:  !<tag:x,2000:[b]>  c\n", "a: !<tag:x,2000:[b]> c\n"},
		// Flow collections.
		{"blanks in sequences", yaml.Options{}, "a: [ b,c ,  d ]\ne: [ ]\n", "a: [b, c, d]\ne: []\n"},
		{"blanks in mappings", yaml.Options{}, "a: {b: c,d:   e}\nf: { g : h,i: j}\nk: { }\n", "a: {b: c, d: e}\nf: { g: h, i: j }\nk: {}\n"},
		{"a key like in JSON", yaml.Options{}, "{\"a\":1,\"b\":[2,{\"c\":3}]}\n", "{\"a\": 1, \"b\": [2, {\"c\": 3}]}\n"},
		{"colons and commas that are none", yaml.Options{}, "[a:b, \"c,d\",'e: [f', g#h, -1, :i]\n", "[a:b, \"c,d\", 'e: [f', g#h, -1, :i]\n"},
		{"keys without a value", yaml.Options{}, "{a:,b: ,c: }\n", "{a:, b:, c:}\n"},
		{"aliases and tags", yaml.Options{}, "- &x a\n- [*x , !t , !t \"b]\" ,*x]\n", "- &x a\n- [*x , !t , !t \"b]\", *x]\n"},
		{"lines move together", yaml.Options{}, "a:\n    b: [\n        c,\n\n        # d\n        e ] # f\n", "a:\n  b: [\n      c,\n\n      # d\n      e] # f\n"},
		{"lines stay aligned", yaml.Options{}, "a:    {b: c,\n       d: e}\n", "a: {b: c,\n    d: e}\n"},
		{"lines by tabs", yaml.Options{}, "{\n\t\"a\": [\n\t\t1\n\t]\n}\n", "{\n  \"a\": [\n    1\n  ]\n}\n"},
		{"a closing bracket left of what it closes", yaml.Options{}, "a:\n    b: [\n    c\n]\n", "a:\n  b: [\n  c\n]\n"},
		{"a bracket on its own line keeps the other", yaml.Options{}, "a: { \n  b: c }\nd: {\n  e: f}\n", "a: {\n  b: c }\nd: {\n  e: f}\n"},
		{"plain scalars over lines", yaml.Options{}, "[a\n  \"b\"  c,\n  d]\n", "[a\n  \"b\"  c,\n  d]\n"},
		{"a collection as a key", yaml.Options{}, "{ a:  b }  : c\n[d,e]: f\n", "{ a: b }: c\n[d, e]: f\n"},
		// Scalars.
		{"quotes stay", yaml.Options{}, "a:  'it''s  # 1'\nb:  \"c\\\"  : d\"\n", "a: 'it''s  # 1'\nb: \"c\\\"  : d\"\n"},
		{"plain ones over lines", yaml.Options{}, "a:\n    b: c  \n      d\n\n     e\n    f: g\n", "a:\n  b: c\n    d\n\n   e\n  f: g\n"},
		{"they do not come to stand left", yaml.Options{}, "a:\n        b: c\n         d\n", "a:\n  b: c\n   d\n"},
		{"quoted ones over lines", yaml.Options{}, "a:\n    b:   \"c \\\n          d\n   \n     e\"\n", "a:\n  b: \"c \\\n      d\n\n   e\"\n"},
		{"quoted ones left of their block", yaml.Options{}, "a:\n    b: 'c\nd'\n", "a:\n  b: 'c\nd'\n"},
		{"block scalars", yaml.Options{}, "a:\n    b:  |  # c\n          d\n            e\n\n          f  \n    g: >-\n     h\n", "a:\n  b: |  # c\n    d\n      e\n\n    f  \n  g: >-\n    h\n"},
		{"block scalars that say their indentation", yaml.Options{}, "a:\n    b: |2\n        c\n      d\n", "a:\n  b: |2\n      c\n    d\n"},
		{"block scalars in sequences", yaml.Options{Indent: 4}, "- |\n      a\n- b: |\n     c\n", "- |\n  a\n- b: |\n      c\n"},
		{"block scalars of blanks", yaml.Options{}, "a: |\n     \n  \nb: c\n", "a: |\n\n\nb: c\n"},
		{"a line of more blanks in one", yaml.Options{}, "a: |\n    b\n      \n    c\n", "a: |\n  b\n    \n  c\n"},
		{"a document that is one", yaml.Options{}, "--- |\na\n  b\n...\n", "--- |\na\n  b\n...\n"},
		{"tabs in block scalars", yaml.Options{}, "a: |\n    b:\n    \tc\n", "a: |\n  b:\n  \tc\n"},
		{"what looks like comments in block scalars", yaml.Options{}, "a: |\n    # b\n  # c\n", "a: |\n  # b\n# c\n"},
		// Comments.
		{"comments go with what is below", yaml.Options{}, "a:\n    # b\n    c: d\n    # e\nf: g\n", "a:\n  # b\n  c: d\n  # e\nf: g\n"},
		{"comments between", yaml.Options{}, "a:\n    b:\n      # c\n        d: e\n    #f\n", "a:\n  b:\n    # c\n    d: e\n  #f\n"},
		{"comments behind keep their distance", yaml.Options{}, "a:    b   # c\nd: e # f\n", "a: b   # c\nd: e # f\n"},
		{"or have the one that is asked for", yaml.Options{PadLineComments: 2}, "a: b    # c\nd: e # f\n", "a: b  # c\nd: e  # f\n"},
		{"comments stay below each other", yaml.Options{}, "a:    b  # c\ndef:  g  # h\n         # i\nj: k\n", "a: b    # c\ndef: g  # h\n        # i\nj: k\n"},
		{"comments at both ends", yaml.Options{}, "# a\n\n# b\nc: d\n# e\n\n# f", "# a\n\n# b\nc: d\n# e\n\n# f\n"},
		{"comments behind indicators", yaml.Options{}, "a:   # b\n-  # c\n", "a:   # b\n-  # c\n"},
		// Documents.
		{"several", yaml.Options{}, "---\na:  b\n---   # c\n-   d\n...\n%TAG ! tag:x,2000:  \n---   !t  e\n", "---\na: b\n---   # c\n- d\n...\n%TAG ! tag:x,2000:\n--- !t e\n"},
		{"of YAML 1.2", yaml.Options{}, "%YAML 1.2\n---\na:  b\n", "%YAML 1.2\n---\na: b\n"},
		{"without a newline at the end", yaml.Options{}, "a: b", "a: b\n"},
		{"with blank lines at the end", yaml.Options{}, "a: b\n\n \n", "a: b\n"},
		{"blank lines at the end that count", yaml.Options{}, "a: |+\n    b\n\n\n", "a: |+\n  b\n\n\n"},
		{"blank lines at the end that don't", yaml.Options{}, "a: |\n    b\n\n\n", "a: |\n  b\n"},
		{"a newline at the end that would count", yaml.Options{}, "a: |\n    b", "a: |\n  b"},
		{"a newline at the end that would not", yaml.Options{}, "a: |-\n    b", "a: |-\n  b\n"},
		{"empty", yaml.Options{}, "", ""},
		{"blank lines only", yaml.Options{}, "\n \n", ""},
		{"a byte order mark stays", yaml.Options{}, "\ufeffa:\n    b: c\n", "\ufeffa:\n  b: c\n"},
		{"CRLF stays", yaml.Options{}, "a:\r\n    b: |\r\n      c\r\n", "a:\r\n  b: |\r\n    c\r\n"},
		{"other letters", yaml.Options{}, "é:   # ü\n    [ä , ö]\nß:   # x\n", "é:   # ü\n  [ä, ö]\nß:   # x\n"},
		{"keys twice, which a parser may take", yaml.Options{}, "a:  1\na:  2\n", "a: 1\na: 2\n"},
		{"expressions that are no templates", yaml.Options{}, "a:   ${{ b }}\nc:  \"{{ d }}\"\ne: |\n    {{ f }}\n", "a: ${{ b }}\nc: \"{{ d }}\"\ne: |\n  {{ f }}\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := formatting.NewRegistry(language(t, test.opts))
			got, err := r.Format("a/x.yaml", []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%q)\n= %q, %v\nwant %q", test.src, got.Text, err, test.want)
			}
			if again, err := r.Format("a/x.yaml", []byte(test.want)); err != nil || again.Changed {
				t.Errorf("the result becomes %q, %v", again.Text, err)
			}
		})
	}
}

func TestMatch(t *testing.T) {
	l := language(t, yaml.Options{})
	for path, want := range map[string]bool{
		"x.yaml": true, "a/x.yml": true, ".travis.yml": true, "x.yaml.tmpl": false, ".yml": false, "yaml": false,
		"a/pnpm-lock.yaml": false, "x.YAML": false, "x.json": false,
	} {
		if got := l.Match(path, nil); got != want {
			t.Errorf("Match(%s) = %t", path, got)
		}
	}
}

func TestOptionErrors(t *testing.T) {
	for want, opts := range map[string]yaml.Options{
		"indent: 1 is not between 2 and 8":                           {Indent: 1},
		"indent: 9 is not between 2 and 8":                           {Indent: 9},
		"pad-line-comments: -1 is not between 0 and 8":               {PadLineComments: -1},
		`indent-sequences: "sometimes" is not keep, always or never`: {IndentSequences: "sometimes"},
	} {
		_, err := yaml.New(opts)
		if _, ok := errors.AsType[*yaml.OptionError](err); !ok || err.Error() != want {
			t.Errorf("New(%+v): %v, want %s", opts, err, want)
		}
	}
}

// Value tells apart what formatting must keep, and nothing else.
func TestValue(t *testing.T) {
	const base = "a: &x [b, 'c'] # d\ne: *x\n"
	tests := []struct {
		name, src string
		same      bool
	}{
		{"itself", base, true},
		{"other blanks", "a:   &x [b,   'c']   # d\n\ne:  *x", true},
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
	l := language(t, yaml.Options{})
	want, err := l.Value("x.yaml", []byte(base))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		got, err := l.Value("x.yaml", []byte(test.src))
		if err != nil || reflect.DeepEqual(got, want) != test.same {
			t.Errorf("%s: the same: %t, %v", test.name, !test.same, err)
		}
	}
}
