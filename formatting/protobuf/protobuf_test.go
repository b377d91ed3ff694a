package protobuf_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/protobuf"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

func language(t testing.TB, opts protobuf.Options) formatting.Language {
	t.Helper()
	return formattest.New(t, protobuf.New, opts)
}

func TestFormat(t *testing.T) {
	const off = "message A {\n  // clang-format off\n int32  a=1 ;  \n\n\n  }\n// clang-format on\n"
	tests := []formattest.Case{
		{Name: "blocks", Src: "message A {\nint32 a = 1;\n  enum B {\n  C = 0;\n  }\n  }\n", Want: "message A {\n  int32 a = 1;\n  enum B {\n    C = 0;\n  }\n}\n"},
		{Name: "tabs", Src: "message A {\n\toneof b {\n\t\tint32 c = 1;\n\t}\n}\n", Want: "message A {\n  oneof b {\n    int32 c = 1;\n  }\n}\n"},
		{Name: "whitespace between tokens", Src: "message  A{optional\tint32 a=1[default=-1,(b) = \"c\"] ;}\n", Want: "message A { optional int32 a = 1 [default = -1, (b) = \"c\"]; }\n"},
		{Name: "empty blocks", Src: "message A{ }\nmessage B {\n}\n", Want: "message A {}\nmessage B {\n}\n"},
		{Name: "empty statements", Src: "message A {;;;}\nenum B{ ; ; }\nservice C {\n  rpc D(E) returns (F) {;};\n};;\n;\n", Want: "message A {;;;}\nenum B {;;}\nservice C {\n  rpc D(E) returns (F) {;};\n};;\n;\n"},
		{Name: "empty statements before and after others", Src: "enum A {;;B = 0;;}\nmessage C {\n;\n  int32 d = 1;;\n;}\n", Want: "enum A {;; B = 0;; }\nmessage C {\n  ;\n  int32 d = 1;;\n  ; }\n"},
		{Name: "methods", Src: "service A {\nrpc  B ( stream C )returns( .d.E ){}\n}\n", Want: "service A {\n  rpc B(stream C) returns (.d.E) {}\n}\n"},
		{Name: "maps", Src: "message A { map < string,.b.C > d = 1; }\n", Want: "message A { map<string, .b.C> d = 1; }\n"},
		{Name: "options", Src: "option(a).b.(c.d) = true ;\noption e=1e-3;\n", Want: "option (a).b.(c.d) = true;\noption e = 1e-3;\n"},
		{Name: "messages that are values", Src: "option a = {b: 1,c :{ d: 2 }};\nmessage A{ int32 e = 1 [(f) = { g: 1 }, (h) = {i:1}]; }\n", Want: "option a = {b: 1, c: { d: 2 }};\nmessage A { int32 e = 1 [(f) = { g: 1 }, (h) = {i: 1}]; }\n"},
		{Name: "ranges", Src: "message A { reserved 1 to 5,7 ; extensions 100 to max ; }\n", Want: "message A { reserved 1 to 5, 7; extensions 100 to max; }\n"},
		{Name: "lines of a statement stay as they are to each other", Src: "message A {\n    int32 a = 1 [\n      b = 1,\n        c = 2\n    ];\n}\n", Want: "message A {\n  int32 a = 1 [\n    b = 1,\n      c = 2\n  ];\n}\n"},
		{Name: "but not left of the edge", Src: "message A {\n    int32 a =\n1;\n}\n", Want: "message A {\n  int32 a =\n1;\n}\n"},
		{Name: "a statement of lines opens a block", Src: "service A {\n rpc B(C)\n     returns (D) {\n option e = 1;\n }\n}\n", Want: "service A {\n  rpc B(C)\n      returns (D) {\n    option e = 1;\n  }\n}\n"},
		{Name: "values in the text format", Src: "option (a) = {\nb:\"c\"\nd{e :1\n}\nf: [ 1,2 ]\n};\nimport \"g\";\n", Want: "option (a) = {\n  b: \"c\"\n  d { e: 1\n  }\n  f: [1, 2]\n};\nimport \"g\";\n"},
		{Name: "strings of the text format over lines", Src: "option (a) = {\nb:\n  \"c\"\n  \"d\"\ne: -\n1 };\n", Want: "option (a) = {\n  b:\n    \"c\"\n    \"d\"\n  e: -\n  1 };\n"},
		{Name: "messages in lists are of their statement", Src: "option (a) = {\n b: [\n   {\n    c: 1\n   }\n ]\n};\n", Want: "option (a) = {\n  b: [\n    {\n     c: 1\n    }\n  ]\n};\n"},
		{Name: "comments are indented as what follows", Src: "// a\nmessage A {\n// b\n    int32 a = 1;  // c\n    int32 bb = 2;//d\n      // e\n}\n", Want: "// a\nmessage A {\n  // b\n  int32 a = 1;  // c\n  int32 bb = 2; //d\n  // e\n}\n"},
		{Name: "comments of several lines are moved as one", Src: "message A {\n    /* a\n     * b\n\n   c */\n}\n", Want: "message A {\n  /* a\n   * b\n\n c */\n}\n"},
		{Name: "blank lines", Src: "\n\n// a\n\n\n\nmessage A {\n\n}\n\n\n", Want: "// a\n\nmessage A {\n\n}\n"},
		{Name: "trailing whitespace", Src: "message A {  \n  // a\t \n}\t\n", Want: "message A {\n  // a\n}\n"},
		{Name: "a semicolon behind a block", Src: "message A {\n} ;\nmessage B {\n  ;\n}\n", Want: "message A {\n};\nmessage B {\n  ;\n}\n"},
		{Name: "groups", Src: "message A {\nrepeated group B=1{\nint32 c = 2;\n}\n}\n", Want: "message A {\n  repeated group B = 1 {\n    int32 c = 2;\n  }\n}\n"},
		{Name: "strings keep what they hold", Src: "option a = \"b  \\\"{\\n\"  'c \"';\n", Want: "option a = \"b  \\\"{\\n\" 'c \"';\n"},
		{Name: "clang-format off", Src: off, Want: off},
		{Name: "and on again", Src: off + "message  B {}\n", Want: off + "message B {}\n"},
		{Name: "what the grammar has not heard of", Src: "edition=\"2099\";\nlocal  message A { wobbly<B> c=1; }\n", Want: "edition = \"2099\";\nlocal message A { wobbly<B> c = 1; }\n"},
	}
	formattest.Format(t, language(t, protobuf.Options{}), "a.proto", tests)
}

func TestIndent(t *testing.T) {
	formattest.Format(t, language(t, protobuf.Options{Indent: 4}), "a.proto", []formattest.Case{
		{Name: "by four", Src: "message A {\n\tint32 a =\n\t\t1;\n}\n", Want: "message A {\n    int32 a =\n        1;\n}\n"},
	})
	formattest.OptionErrors(t, protobuf.New, map[string]protobuf.Options{
		"indent: -1 is not between 1 and 8": {Indent: -1},
		"indent: 9 is not between 1 and 8":  {Indent: 9},
	})
}

func TestSyntaxErrors(t *testing.T) {
	tests := []formattest.Case{
		{Name: "a bracket that closes nothing", Src: "message A {\n  }\n}\n", Want: "a.proto:3:1: } has no opening bracket"},
		{Name: "the wrong bracket", Src: "message A {\n  (}\n", Want: "a.proto:2:4: } has no opening bracket"},
		{Name: "a bracket that is not closed", Src: "message A {\n", Want: "a.proto:1:11: { is not closed"},
		{Name: "a string over lines", Src: "option a = \"b\n\";\n", Want: "a.proto:1:12: this string does not end"},
		{Name: "a string with an escape at the end of the line", Src: "option a = \"b\\\n\";\n", Want: "a.proto:1:12: this string does not end"},
		{Name: "a comment without an end", Src: "// a\n/* b\n", Want: "a.proto:2:1: this comment does not end"},
		{Name: "a character that starts no token", Src: "message é {}\n", Want: "a.proto:1:9: unexpected 'é'"},
	}
	formattest.SyntaxErrors(t, language(t, protobuf.Options{}), "a.proto", tests)
	formattest.ValueErrors(t, language(t, protobuf.Options{}), "a.proto", tests)
}

// The values of two texts are the same where tokens, comments and lines are.
func TestValue(t *testing.T) {
	tests := []struct {
		a, b string
		same bool
	}{
		{"message A {}\n", "  message  A{ }", true},
		{"/* a\n b */", "/* a\nb */\n", true},
		{"a;\n\n\n\nb;", "a;\n\nb;", true},
		{"a;\n\nb;", "a;\nb;", false},
		{"a; // b\nc;", "a;\n// b\nc;", false},
		{"a = 1;", "a = 2;", false},
		{"a b;", "ab;", false},
		{"// a", "// b", false},
		{"\"a  b\";", "\"a b\";", false},
	}
	for _, test := range tests {
		formattest.Values(t, language(t, protobuf.Options{}), "a.proto", test.a, map[string]bool{test.b: test.same})
	}
}

func TestMatch(t *testing.T) {
	formattest.Match(t, language(t, protobuf.Options{}), map[string]bool{
		"a.proto": true, "x/a.proto": true, "proto": false, ".proto": false, ".a.proto": false, "a.textproto": false, "a.PROTO": false,
	})
}

// Blocks as deep as none is are refused: their indentation would be most of the file.
func TestDepth(t *testing.T) {
	nested := func(depth int) string { return strings.Repeat("a {\n", depth) + strings.Repeat("}\n", depth) }
	formattest.Refuses(t, language(t, protobuf.Options{}), "a.proto", []formattest.Case{
		{Name: "deep", Src: nested(1000)},
		{Name: "too deep", Src: nested(1001), Want: "brackets are nested more than 1000 levels deep"},
	})
}

// The time does not grow with the square of a line's length.
func TestLongLine(t *testing.T) {
	src := strings.Repeat("/* a */ b = [ 1 ]  ", 1<<18)
	want := strings.Repeat(" /* a */ b = [1]", 1<<18)[1:] + "\n"
	formattest.Format(t, language(t, protobuf.Options{}), "a.proto", []formattest.Case{{Name: "tokens and comments", Src: src, Want: want}})
}

// The guard never has a reason to refuse what is formatted.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{
		"", "message A{int32 a=1;}", "\ufeffsyntax=\"proto3\";\r\n", "option (a) = {\nb: [{c:1},\n{d:-1}]\n\"e\"\n};", "/* a\n\tb */ rpc A(stream B)returns(C);",
		"// clang-format off\na  b\n// clang-format on\nc  d", "a = [\n(b) = { c: <d: 1> }\n];", "map<int32,A.B>c=1;//d", "a\n{\nb =\nc {\n} ;\n}",
	} {
		f.Add([]byte(seed))
	}
	l := language(f, protobuf.Options{})
	f.Fuzz(func(t *testing.T, src []byte) {
		_, err := formattest.Fuzz(t, l, "a.proto", src)
		if refusal, ok := errors.AsType[*formatting.RefusedError](err); ok {
			for _, reason := range []string{"mixed line endings", "NUL byte", "nested more than"} {
				if strings.Contains(refusal.Reason, reason) {
					return
				}
			}
		}
		if _, syntax := errors.AsType[*formatting.SyntaxError](err); err != nil && !syntax {
			t.Fatalf("%q: %v", src, err)
		}
	})
}
