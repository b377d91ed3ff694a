package json_test

import (
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/json"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest"
)

// Line ends that a comment needs are as in the text.
func TestLineEndsAfterComments(t *testing.T) {
	got, err := language.Run(t, "{\r\n  \"a\": 1, // one\r\n  \"b\": 2}\r\n", operationtest.Parse(t, "remove . b"))
	if want := "{\r\n  \"a\": 1 // one\r\n}\r\n"; err != nil || got != want {
		t.Errorf("%v, %q, want %q", err, got, want)
	}
}

func TestLineEndsAndByteOrderMark(t *testing.T) {
	for _, test := range []struct{ name, text, script, want string }{
		{
			"line ends", "{\r\n\t\"a\": 1\r\n}\r\n", "add . b {\"c\": [1]}\nremove . a",
			"{\r\n\t\"b\": {\r\n\t\t\"c\": [\r\n\t\t\t1\r\n\t\t]\r\n\t}\r\n}\r\n",
		},
		{"byte order mark", "\ufeff{\"a\": 1}", "add . b 2\nreplace /a 3", "\ufeff{\"a\": 3, \"b\": 2}"},
		{"byte order mark and document", "\ufeff[1]", "replace . {}", "\ufeff{}"},
		{"no final newline", "[\n  1\n]", "insert . - 2", "[\n  1,\n  2\n]"},
		{"mixed line ends", "[\r\n  1,\n  2\r\n]\n", "insert . - 3\ninsert . 0 0", "[\r\n  0,\r\n  1,\n  2,\n  3\r\n]\n"},
		{"line comment at the end", "[1] // x", "insert . - 2", "[1, 2] // x"},
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
	text := "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": [1, 2]\n}\n"
	for _, test := range []struct{ script, old, new string }{
		{"replace /b 20", "2", "20"},
		{"remove . b", "  \"b\": 2,\n", ""},
		{"rename . b bb", `"b"`, `"bb"`},
		{"insert /c 1 3", "", " 3,"},
		{"insert /c - 3", "", ", 3"},
		{"add . d 3", "", ",\n  \"d\": 3"},
	} {
		f, err := json.Open([]byte(text))
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
	const text = "\ufeff{\"a/b\": [1, {\"c\": true}], \"\\u0064\": \"x\" /* y */}"
	f, err := json.Open([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ pointer, value, key string }{
		{"", text[3:], ""},
		{"/a~1b", `[1, {"c": true}]`, `"a/b"`},
		{"/a~1b/0", "1", ""},
		{"/a~1b/1/c", "true", `"c"`},
		{"/d", `"x"`, `"\u0064"`},
	} {
		p, ok := f.Find(0, test.pointer)
		if !ok || text[p.Start:p.End] != test.value || text[p.KeyStart:p.KeyEnd] != test.key {
			t.Errorf("%s: %v %+v", test.pointer, ok, p)
		}
	}
	for _, pointer := range []string{"/x", "/a~1b/2", "/a~1b/-", "/d/e", "a", "/~"} {
		if _, ok := f.Find(0, pointer); ok {
			t.Errorf("%s is found", pointer)
		}
	}
	if _, ok := f.Find(1, ""); ok {
		t.Error("there is a second document")
	}
}

func TestDepth(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	text := deep(operation.MaxDepth)
	pointer := strings.Repeat("/0", operation.MaxDepth-1)
	got, err := language.Run(t, text, []*fixedits.Operation{{Kind: fixedits.OpInsertArrayItem, Pointer: pointer, Value: []byte("1")}})
	if want := strings.Replace(text, "[]", "[1]", 1); err != nil || got != want {
		t.Errorf("%v: %.100s", err, got)
	}
	for _, text := range []string{deep(operation.MaxDepth + 1), strings.Repeat("[", 2_000_000), strings.Repeat(`{"a":`, 100_000)} {
		if code := codeOfOpen(text); code != operation.CodeTooDeep {
			t.Errorf("%.20s: %s", text, code)
		}
	}
}

func TestEncoding(t *testing.T) {
	for _, text := range []string{"\"\xff\"", "\xff\xfe{\x00}\x00", "{} // \x80"} {
		if code := codeOfOpen(text); code != operation.CodeEncoding {
			t.Errorf("%q: %s", text, code)
		}
	}
}

func codeOfOpen(text string) operation.Code {
	_, err := json.Open([]byte(text))
	if e, ok := err.(*operation.Error); ok {
		return e.Code
	}
	return ""
}

func TestDuplicateKeyHasAPointer(t *testing.T) {
	_, err := json.Open([]byte(`[0, {"a": {"b/c": 1, "b\/c": 2}}]`))
	if e, ok := err.(*operation.Error); !ok || e.Pointer != "/1/a/b~1c" {
		t.Errorf("got %v", err)
	}
}

// An operation that nobody checked is an error with a code, and changes
// nothing.
func TestUnchecked(t *testing.T) {
	f, err := json.Open([]byte(`{"a": [1], "b": {"c": null}, "s": "x"}`))
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
		{"add . k", operation.CodeShape},
		{"remove . k", operation.CodeNoTarget},
		{"remove /b/c k", operation.CodeNotObject},
		{"rename . k l", operation.CodeNoTarget},
		{"rename . a b", operation.CodeExists},
		{"insert /b - 1", operation.CodeNotArray},
		{"insert /a 2 1", operation.CodeIndex},
		{"set /a 1 1", operation.CodeIndex},
		{"set /a - 1", operation.CodeIndex},
		{"insert /a - {\"a\": 1, \"a\": 2}", operation.CodeShape},
	} {
		err := f.Apply(operationtest.Parse(t, test.script)[0])
		if e, ok := err.(*operation.Error); !ok || e.Code != test.want {
			t.Errorf("%s: %v, want %s", test.script, err, test.want)
		}
	}
	if len(f.Edits()) > 0 {
		t.Errorf("there are edits: %v", f.Edits())
	}
}
