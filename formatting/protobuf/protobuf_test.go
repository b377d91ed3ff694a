package protobuf_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/protobuf"
)

func language(t testing.TB, opts protobuf.Options) formatting.DataLanguage {
	t.Helper()
	l, err := protobuf.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return l.(formatting.DataLanguage)
}

func TestFormat(t *testing.T) {
	const off = "message A {\n  // clang-format off\n int32  a=1 ;  \n\n\n  }\n// clang-format on\n"
	tests := []struct{ name, src, want string }{
		{"blocks", "message A {\nint32 a = 1;\n  enum B {\n  C = 0;\n  }\n  }\n", "message A {\n  int32 a = 1;\n  enum B {\n    C = 0;\n  }\n}\n"},
		{"tabs", "message A {\n\toneof b {\n\t\tint32 c = 1;\n\t}\n}\n", "message A {\n  oneof b {\n    int32 c = 1;\n  }\n}\n"},
		{"blanks between tokens", "message  A{optional\tint32 a=1[default=-1,(b) = \"c\"] ;}\n", "message A { optional int32 a = 1 [default = -1, (b) = \"c\"]; }\n"},
		{"empty blocks", "message A{ }\nmessage B {\n}\n", "message A {}\nmessage B {\n}\n"},
		{"methods", "service A {\nrpc  B ( stream C )returns( .d.E ){}\n}\n", "service A {\n  rpc B(stream C) returns (.d.E) {}\n}\n"},
		{"maps", "message A { map < string,.b.C > d = 1; }\n", "message A { map<string, .b.C> d = 1; }\n"},
		{"options", "option(a).b.(c.d) = true ;\noption e=1e-3;\n", "option (a).b.(c.d) = true;\noption e = 1e-3;\n"},
		{"messages that are values", "option a = {b: 1,c :{ d: 2 }};\nmessage A{ int32 e = 1 [(f) = { g: 1 }, (h) = {i:1}]; }\n", "option a = {b: 1, c: { d: 2 }};\nmessage A { int32 e = 1 [(f) = { g: 1 }, (h) = {i: 1}]; }\n"},
		{"ranges", "message A { reserved 1 to 5,7 ; extensions 100 to max ; }\n", "message A { reserved 1 to 5, 7; extensions 100 to max; }\n"},
		{"lines of a statement stay as they are to each other", "message A {\n    int32 a = 1 [\n      b = 1,\n        c = 2\n    ];\n}\n", "message A {\n  int32 a = 1 [\n    b = 1,\n      c = 2\n  ];\n}\n"},
		{"but not left of the edge", "message A {\n    int32 a =\n1;\n}\n", "message A {\n  int32 a =\n1;\n}\n"},
		{"a statement of lines opens a block", "service A {\n rpc B(C)\n     returns (D) {\n option e = 1;\n }\n}\n", "service A {\n  rpc B(C)\n      returns (D) {\n    option e = 1;\n  }\n}\n"},
		{"values in the text format", "option (a) = {\nb:\"c\"\nd{e :1\n}\nf: [ 1,2 ]\n};\nimport \"g\";\n", "option (a) = {\n  b: \"c\"\n  d { e: 1\n  }\n  f: [1, 2]\n};\nimport \"g\";\n"},
		{"strings of the text format over lines", "option (a) = {\nb:\n  \"c\"\n  \"d\"\ne: -\n1 };\n", "option (a) = {\n  b:\n    \"c\"\n    \"d\"\n  e: -\n  1 };\n"},
		{"messages in lists are of their statement", "option (a) = {\n b: [\n   {\n    c: 1\n   }\n ]\n};\n", "option (a) = {\n  b: [\n    {\n     c: 1\n    }\n  ]\n};\n"},
		{"comments are indented as what follows", "// a\nmessage A {\n// b\n    int32 a = 1;  // c\n    int32 bb = 2;//d\n      // e\n}\n", "// a\nmessage A {\n  // b\n  int32 a = 1;  // c\n  int32 bb = 2; //d\n  // e\n}\n"},
		{"comments of several lines are moved as one", "message A {\n    /* a\n     * b\n\n   c */\n}\n", "message A {\n  /* a\n   * b\n\n c */\n}\n"},
		{"blank lines", "\n\n// a\n\n\n\nmessage A {\n\n}\n\n\n", "// a\n\nmessage A {\n\n}\n"},
		{"blanks at the end of lines", "message A {  \n  // a\t \n}\t\n", "message A {\n  // a\n}\n"},
		{"a semicolon behind a block", "message A {\n} ;\nmessage B {\n  ;\n}\n", "message A {\n};\nmessage B {\n  ;\n}\n"},
		{"groups", "message A {\nrepeated group B=1{\nint32 c = 2;\n}\n}\n", "message A {\n  repeated group B = 1 {\n    int32 c = 2;\n  }\n}\n"},
		{"strings keep what they hold", "option a = \"b  \\\"{\\n\"  'c \"';\n", "option a = \"b  \\\"{\\n\" 'c \"';\n"},
		{"clang-format off", off, off},
		{"and on again", off + "message  B {}\n", off + "message B {}\n"},
		{"what the grammar has not heard of", "edition=\"2099\";\nlocal  message A { wobbly<B> c=1; }\n", "edition = \"2099\";\nlocal message A { wobbly<B> c = 1; }\n"},
	}
	r := formatting.NewRegistry(language(t, protobuf.Options{}))
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := r.Format("a.proto", []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%q)\n= %q, %v\nwant %q", test.src, got.Text, err, test.want)
			}
		})
	}
}

func TestIndent(t *testing.T) {
	l := language(t, protobuf.Options{Indent: 4})
	const want = "message A {\n    int32 a =\n        1;\n}\n"
	if got, err := l.Format("a.proto", []byte("message A {\n\tint32 a =\n\t\t1;\n}\n")); err != nil || string(got) != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	for _, indent := range []int{-1, 9} {
		_, err := protobuf.New(protobuf.Options{Indent: indent})
		if e, ok := errors.AsType[*formatting.OptionError](err); !ok || e.Option != "indent" {
			t.Errorf("an indent of %d: %v", indent, err)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	tests := []struct {
		name, src, want string
		offset          int
	}{
		{"a bracket that closes nothing", "message A {\n  }\n}\n", "a.proto:3:1: } has no opening bracket", 16},
		{"the wrong bracket", "message A {\n  (}\n", "a.proto:2:4: } has no opening bracket", 15},
		{"a bracket that is not closed", "message A {\n", "a.proto:1:11: { is not closed", 10},
		{"a string over lines", "option a = \"b\n\";\n", "a.proto:1:12: this string does not end", 11},
		{"a string with an escape at the end of the line", "option a = \"b\\\n\";\n", "a.proto:1:12: this string does not end", 11},
		{"a comment without an end", "// a\n/* b\n", "a.proto:2:1: this comment does not end", 5},
		{"what is no token", "message é {}\n", "a.proto:1:9: unexpected 'é'", 8},
	}
	l := language(t, protobuf.Options{})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, formatErr := l.Format("a.proto", []byte(test.src))
			_, valueErr := l.Value("a.proto", []byte(test.src))
			for name, err := range map[string]error{"Format": formatErr, "Parse": l.Parse("a.proto", []byte(test.src)), "Value": valueErr} {
				e, ok := errors.AsType[*formatting.SyntaxError](err)
				if !ok || err.Error() != test.want || e.Offset != test.offset {
					t.Errorf("%s: %v, want %s", name, err, test.want)
				}
			}
		})
	}
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
	l := language(t, protobuf.Options{})
	for _, test := range tests {
		a, errA := l.Value("a.proto", []byte(test.a))
		b, errB := l.Value("a.proto", []byte(test.b))
		if errA != nil || errB != nil || reflect.DeepEqual(a, b) != test.same {
			t.Errorf("%q and %q: %v and %v, %v, %v", test.a, test.b, a, b, errA, errB)
		}
	}
}

func TestMatch(t *testing.T) {
	l := language(t, protobuf.Options{})
	for path, want := range map[string]bool{
		"a.proto": true, "x/a.proto": true, "proto": false, ".proto": false, ".a.proto": false, "a.textproto": false, "a.PROTO": false,
	} {
		if got := l.Match(path, nil); got != want {
			t.Errorf("Match(%s) = %t", path, got)
		}
	}
}

// Blocks as deep as none is are refused: their indentation would be most of the file.
func TestDepth(t *testing.T) {
	l := language(t, protobuf.Options{})
	for depth, refused := range map[int]bool{1000: false, 1001: true} {
		src := strings.Repeat("a {\n", depth) + strings.Repeat("}\n", depth)
		_, err := l.Format("a.proto", []byte(src))
		if errors.As(err, new(*formatting.RefusedError)) != refused {
			t.Errorf("depth %d: %v", depth, err)
		}
	}
}

// The time does not grow with the square of a line's length.
func TestLongLine(t *testing.T) {
	src := strings.Repeat("/* a */ b = [ 1 ]  ", 1<<18)
	want := strings.Repeat(" /* a */ b = [1]", 1<<18)[1:] + "\n"
	if got, err := language(t, protobuf.Options{}).Format("a.proto", []byte(src)); err != nil || string(got) != want {
		t.Errorf("%d bytes, %v, want %d", len(got), err, len(want))
	}
}

// The guard never has a reason to refuse what is formatted.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{
		"", "message A{int32 a=1;}", "\ufeffsyntax=\"proto3\";\r\n", "option (a) = {\nb: [{c:1},\n{d:-1}]\n\"e\"\n};", "/* a\n\tb */ rpc A(stream B)returns(C);",
		"// clang-format off\na  b\n// clang-format on\nc  d", "a = [\n(b) = { c: <d: 1> }\n];", "map<int32,A.B>c=1;//d", "a\n{\nb =\nc {\n} ;\n}",
	} {
		f.Add([]byte(seed))
	}
	r := formatting.NewRegistry(language(f, protobuf.Options{}))
	f.Fuzz(func(t *testing.T, src []byte) {
		once, err := r.Format("a.proto", src)
		if refusal, ok := errors.AsType[*formatting.RefusedError](err); ok {
			for _, reason := range []string{"mixed line endings", "NUL byte", "nested more than"} {
				if strings.Contains(refusal.Reason, reason) {
					return
				}
			}
			t.Fatalf("%q: %v", src, err)
		}
		if err != nil {
			if _, ok := errors.AsType[*formatting.SyntaxError](err); !ok {
				t.Fatalf("%q: %v", src, err)
			}
			return
		}
		twice, err := formatting.NewRegistry(r.Languages()...).Format("a.proto", once.Text)
		if err != nil || twice.Changed {
			t.Errorf("%q became %q, and then %q, %v", src, once.Text, twice.Text, err)
		}
	})
}
