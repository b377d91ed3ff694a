package yaml_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/yaml"
	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest"
)

func TestLineEndsAndByteOrderMark(t *testing.T) {
	for _, test := range []struct{ name, text, script, want string }{
		{
			"line ends", "a: 1\r\nb:\r\n  - x\r\n\r\nc: {}\r\n", "add . d {\"e\": [1]}\ninsert /b - {\"f\": 1, \"g\": 2}\nreplace /a \"x\\ny\\n\"\nremove . c",
			"a: |\r\n  x\r\n  y\r\nb:\r\n  - x\r\n  - f: 1\r\n    g: 2\r\n\r\nd:\r\n  e:\r\n    - 1\r\n",
		},
		{"byte order mark", "\ufeffa: 1\n", "add . b 2\nreplace /a 3", "\ufeffa: 3\nb: 2\n"},
		{"byte order mark and nothing", "\ufeff", "add . b 2", "\ufeffb: 2\n"},
		{"nothing", "", "insert . - 2", "- 2\n"},
		{"no final newline", "a: 1", "add . b {\"c\": [1]}\nreplace /a 3", "a: 3\nb:\n  c:\n    - 1"},
		{"no final newline, and the last line goes", "a: 1\nb: 2", "remove . b", "a: 1"},
		{"no final newline, and all goes", "a: 1", "remove . a", "{}"},
		{"no final newline, and several lines", "a: 1", "add . b \"x\\ny\\n\"", "a: 1\nb: \"x\\ny\\n\""},
		{"no final newline after a block scalar", "a: |\n  x\nb: 1", "remove . b", "a: |\n  x\n"},
		{"no final newline of a block scalar, and more follows", "- a\n- |\n  x\n  y", "insert . - 1", "- a\n- |-\n  x\n  y\n- 1"},
		{"no final newline of a block scalar that keeps it", "a:\n  b: >2+ # c\n    x", "add . d 1", "a:\n  b: >2- # c\n    x\nd: 1"},
		{"no final newline of a block scalar, and it goes", "a: 1\nb: |\n  x", "remove . b\nadd . c 1", "a: 1\nc: 1"},
		{"no final newline of a block scalar, and it is replaced", "a: 1\nb: |\n  x", "replace /b \"y\\nz\"\nadd . c 1", "a: 1\nb: \"y\\nz\"\nc: 1"},
		{"comment at the end", "a: 1 # one", "add . b 2", "a: 1 # one\nb: 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := language.Run(t, test.text, operationtest.Parse(t, test.script))
			if err != nil || got != test.want {
				t.Errorf("%v\ngot  %q\nwant %q", err, got, test.want)
			}
		})
	}
}

// One change of one place is one edit, of that place.
func TestEdits(t *testing.T) {
	text := "a: 1\nb: 'x' # b\nc: [1, 2]\nd:\n  - e: 1\n    f: 2\n  - {g: 3}\nh: |\n  x\n"
	for _, test := range []struct{ script, old, new string }{
		{"replace /a 2", "1", "2"},
		{"replace /b \"y\"", "'x'", "'y'"},
		{"rename . b bb", "b", "bb"},
		{"remove . b", "b: 'x' # b\n", ""},
		{"insert /c 1 3", "", ", 3"},
		{"insert /c - 3", "", ", 3"},
		{"add /d/0 i 1", "", "    i: 1\n"},
		{"add /d/1 i 1", "", ", i: 1"},
		{"remove /d/0 e", "e: 1\n    ", ""},
		{"insert /d 0 5", "", "  - 5\n"},
		{"remove /d/1 g", "g: 3", ""},
		{"replace /d/0/f \"x\"", "2", "'x'"},
		{"add . z null", "", "z: null\n"},
	} {
		f, err := yaml.Open([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range operationtest.Parse(t, test.script) {
			if err := f.Apply(op); err != nil {
				t.Fatal(err)
			}
		}
		edits := f.Edits()
		if len(edits) != 1 {
			t.Errorf("%s: %d edits, want 1", test.script, len(edits))
			continue
		}
		if old := text[edits[0].Start:edits[0].End]; old != test.old || string(edits[0].New) != test.new {
			t.Errorf("%s: %q becomes %q, want %q and %q", test.script, old, edits[0].New, test.old, test.new)
		}
	}
}

func TestFind(t *testing.T) {
	const text = "\ufeff# c\na: [1, &x !t {b: 'c', d: }]\n\"é/\": |\n  x\n? k\n:\n  - y # y\n  - z: 1\nal: *x\n"
	f, err := yaml.Open([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	find := func(pointer, value, key string) {
		t.Helper()
		p, ok := f.Find(0, pointer)
		if !ok || text[p.Start:p.End] != value || text[p.KeyStart:p.KeyEnd] != key {
			t.Errorf("%s: %v %q %q", pointer, ok, text[p.Start:p.End], text[p.KeyStart:p.KeyEnd])
		}
	}
	find("", text[len("\ufeff# c\n"):len(text)-1], "")
	find("/a", "[1, &x !t {b: 'c', d: }]", "a")
	find("/a/0", "1", "")
	find("/a/1", "{b: 'c', d: }", "")
	find("/a/1/b", "'c'", "b")
	find("/a/1/d", "", "d")
	find("/é~1", "|\n  x", `"é/"`)
	find("/k", "- y # y\n  - z: 1", "k")
	find("/k/1/z", "1", "z")
	find("/al", "*x", "al")
	for _, op := range operationtest.Parse(t, "remove . k\nadd . n 1") {
		if err := f.Apply(op); err != nil {
			t.Fatal(err)
		}
	}
	find("/k/0", "y", "") // the text of Open
	for _, pointer := range []string{"/x", "/n", "/a/2", "/a/-", "/a/0/e", "/al/b", "a", "/~"} {
		if _, ok := f.Find(0, pointer); ok {
			t.Errorf("%s is found", pointer)
		}
	}
	if _, ok := f.Find(1, ""); ok {
		t.Error("there is a second document")
	}
}

// Each document changes by itself.
func TestDocuments(t *testing.T) {
	const text = "%YAML 1.2\n---\n# one\na: 1\n--- # two\n- b\n- c\n...\n# three\n---\n--- text\n---\n{x: 1}\n"
	f, err := yaml.Open([]byte(text))
	if err != nil || f.Documents() != 5 {
		t.Fatal(f.Documents(), err)
	}
	apply := func(document int, script string) {
		t.Helper()
		for _, op := range operationtest.Parse(t, script) {
			op.Document = &document
			if err := f.Apply(op); err != nil {
				t.Fatalf("document %d: %s: %v", document, script, err)
			}
		}
	}
	apply(0, "add . b 2")
	apply(1, "insert . - \"d\"\nset . 0 {\"e\": 1}")
	apply(2, "add . f 3")
	apply(3, "replace . \"other\"")
	apply(4, "remove . x")
	want := "%YAML 1.2\n---\n# one\na: 1\nb: 2\n--- # two\n- e: 1\n- c\n- d\n...\n# three\n---\nf: 3\n--- other\n---\n{}\n"
	if got := string(f.Text()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	values, err := yaml.Decode(f.Text())
	if err != nil || len(values) != 5 {
		t.Errorf("%v, %v", values, err)
	}
	for _, document := range []int{-1, 5} {
		op := operationtest.Parse(t, "replace . 1")[0]
		op.Document = &document
		if e, ok := f.Apply(op).(*operation.Error); !ok || e.Code != operation.CodeDocument {
			t.Errorf("document %d: %v", document, e)
		}
	}
}

// Random operations on all documents of a text leave the others as they are.
func TestRandomDocuments(t *testing.T) {
	text := files["deployment"] + "---\n" + files["comments"] + "...\n---\n" + files["nested sequences"] + "--- # d\n" + files["scalars"]
	for seed := range uint64(200) {
		f, err := yaml.Open([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		source := rand.New(rand.NewPCG(seed, 5))
		want := []any{f.Value(0), f.Value(1), f.Value(2), f.Value(3)}
		for range 8 {
			document := source.IntN(len(want))
			op, _ := operationtest.Random(source, want[document], operationtest.Values)
			if op == nil {
				continue
			}
			op.Document = &document
			next, bad := operation.Apply(want[document], op)
			if bad != nil {
				t.Fatal(bad)
			}
			if err := f.Apply(op); err != nil {
				if !refused(err) {
					t.Fatalf("%s: %v", operationtest.Format(op), err)
				}
				continue
			}
			want[document] = next
			got, err := yaml.Decode(f.Text())
			if err != nil || !operation.Equal(got, want) {
				t.Fatalf("seed %d, document %d, %s: %v\n%s", seed, document, operationtest.Format(op), err, f.Text())
			}
		}
	}
}

func codeOfOpen(text string) operation.Code {
	_, err := yaml.Open([]byte(text))
	if e, ok := err.(*operation.Error); ok {
		return e.Code
	}
	return ""
}

func TestDepth(t *testing.T) {
	deep := func(n int) string { return "a: " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\n" }
	got, err := language.Run(t, deep(500), operationtest.Parse(t, "insert /a"+strings.Repeat("/0", 499)+" - 1"))
	if want := strings.Replace(deep(500), "[]", "[1]", 1); err != nil || got != want {
		t.Errorf("%v: %.100s", err, got)
	}
	for _, text := range []string{deep(operation.MaxDepth + 1), deep(1_000_000), strings.Repeat("- ", operation.MaxDepth+1) + "a\n", "a: " + strings.Repeat("{a: ", 100_000)} {
		if code := codeOfOpen(text); code != operation.CodeTooDeep {
			t.Errorf("%.20s: %s", text, code)
		}
	}
}

func TestEncoding(t *testing.T) {
	for _, text := range []string{"a: \"\xff\"", "\xff\xfea\x00", "# \x80\n"} {
		if code := codeOfOpen(text); code != operation.CodeEncoding {
			t.Errorf("%q: %s", text, code)
		}
	}
}

// Aliases that stand for more and more do not open.
func TestAliasesThatGrow(t *testing.T) {
	text := "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
	for i := range 9 {
		n, m := string(rune('0'+i)), string(rune('1'+i))
		text += "a" + m + ": &a" + m + " [" + strings.TrimSuffix(strings.Repeat("*a"+n+", ", 9), ", ") + "]\n"
	}
	if code := codeOfOpen(text); code != operation.CodeAlias {
		t.Errorf("the code is %q", code)
	}
}

func TestSyntaxErrorHasAPlace(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\nb: [1\n":      "line ",
		"a: 1\nb:\n\tc: 1\n": "line 3",
		"a: 1\n b: 2\n":      "line 2",
	} {
		_, err := yaml.Open([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

// An operation that nobody checked is an error with a code, and changes
// nothing.
func TestUnchecked(t *testing.T) {
	f, err := yaml.Open([]byte("s: x\na: [1]\nb: {c: {d: 1}}\n? |\n  k\n: 1\ne: [p: 1]\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		script string
		want   operation.Code
	}{
		{"replace /x 1", operation.CodeNoTarget},
		{"replace /s/x 1", operation.CodeNoTarget},
		{"replace x 1", operation.CodePointer},
		{"replace /a 1 2", operation.CodeShape},
		{"add /a k 1", operation.CodeNotObject},
		{"add . a 1", operation.CodeExists},
		{"add /b/c d 1", operation.CodeExists},
		{"add . k", operation.CodeShape},
		{"remove . k", operation.CodeNoTarget},
		{"remove /s k", operation.CodeNotObject},
		{"rename . k l", operation.CodeNoTarget},
		{"rename . a b", operation.CodeExists},
		{"rename . \"k\\n\" l", operation.CodeUnsupportedPlace},
		{"add /e/0 q 1", operation.CodeUnsupportedPlace},
		{"insert /b - 1", operation.CodeNotArray},
		{"insert /a 2 1", operation.CodeIndex},
		{"replace /s 1e400", operation.CodeUnsupportedValue},
		{"add /b k {\"l\": [-1e999]}", operation.CodeUnsupportedValue},
		{"insert /a - 1" + strings.Repeat("0", 400), operation.CodeUnsupportedValue},
		{"set /a 1 1", operation.CodeIndex},
	} {
		err := f.Apply(operationtest.Parse(t, test.script)[0])
		if e, ok := err.(*operation.Error); !ok || e.Code != test.want {
			t.Errorf("%s: %v, want %s", test.script, err, test.want)
		}
	}
	if err := f.Apply(&fixedits.Operation{Kind: "x"}); err == nil {
		t.Error("an unknown operation does something")
	}
	if len(f.Edits()) > 0 {
		t.Errorf("there are edits: %v", f.Edits())
	}
}
