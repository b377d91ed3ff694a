package toml_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/toml"
	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest"
)

func TestLineEndsAndByteOrderMark(t *testing.T) {
	for _, test := range []struct{ name, text, script, want string }{
		{
			"line ends", "a = 1\r\n\r\n[t]\r\nb = 2\r\n", "add . c 3\nadd /t d {\"e\": 1}\nadd . u {\"f\": [1]}\nremove . a",
			"c = 3\r\n\r\n[t]\r\nb = 2\r\nd = { e = 1 }\r\n\r\n[u]\r\nf = [1]\r\n",
		},
		{"byte order mark", "\ufeffa = 1\n", "add . b 2\nreplace /a 3", "\ufeffa = 3\nb = 2\n"},
		{"byte order mark and nothing", "\ufeff", "add . b 2", "\ufeffb = 2\n"},
		{"no final newline", "a = 1", "add . b 2\nreplace /a 3", "a = 3\nb = 2"},
		{"no final newline, and a table", "[a]\nx = 1", "add /a y 2\nadd . b {\"z\": 3}", "[a]\nx = 1\ny = 2\n\n[b]\nz = 3"},
		{"no final newline, and the last line goes", "a = 1\nb = 2", "remove . b", "a = 1"},
		{"no final newline, and all goes", "a = 1", "remove . a", ""},
		{"spaces after a comment, and all goes", "# c \n\na = 1", "remove . a", "# c "},
		{"spaces after a comment, and another key takes the place", "# c \n\na = 1", "add . b 2\nremove . a", "# c \n\nb = 2"},
		{"comment at the end", "a = 1 # one", "add . b 2", "a = 1 # one\nb = 2"},
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
	text := "a = 1\nb = 2\nc = [1, 2]\n\n[t]\nx = { y = 1 }\n\n[u]\n"
	for _, test := range []struct{ script, old, new string }{
		{"replace /b 20", "2", "20"},
		{"remove . b", "b = 2\n", ""},
		{"rename . b bb", "b", "bb"},
		{"rename . t s", "t", "s"},
		{"insert /c 1 3", "", "3, "},
		{"insert /c - 3", "", ", 3"},
		{"add /t/x z 3", "", ", z = 3"},
		{"add . d 3", "", "d = 3\n"},
		{"add /t z 3", "", "z = 3\n"},
		{"add . v {\"w\": 1}", "", "\n[v]\nw = 1\n"},
		{"remove . t", "[t]\nx = { y = 1 }\n\n", ""},
	} {
		f, err := toml.Open([]byte(text))
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
	const text = "\ufeffa . \"b\" = [1, { c.d = true }] # x\n[ t . u ]\nk = 'v'\n[[s]]\n[[s]]\nl = 1\n[t.u.w.z]\n"
	f, err := toml.Open([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	find := func(pointer, value, key string) {
		t.Helper()
		p, ok := f.Find(0, pointer)
		if !ok || text[p.Start:p.End] != value || text[p.KeyStart:p.KeyEnd] != key {
			t.Errorf("%s: %v %+v", pointer, ok, p)
		}
	}
	find("", text[3:], "")
	find("/a", "a", "a")
	find("/a/b", "[1, { c.d = true }]", `"b"`)
	find("/a/b/0", "1", "")
	find("/a/b/1", "{ c.d = true }", "")
	find("/a/b/1/c", "c", "c")
	find("/a/b/1/c/d", "true", "d")
	find("/t", "t", "t")
	find("/t/u", "[ t . u ]", "u")
	find("/t/u/k", "'v'", "k")
	find("/t/u/w", "w", "w")
	find("/t/u/w/z", "[t.u.w.z]", "z")
	find("/s", "[[s]]", "s")
	find("/s/1", "[[s]]", "")
	find("/s/1/l", "1", "l")
	for _, op := range operationtest.Parse(t, "remove /t/u k\nadd . n 1") {
		if err := f.Apply(op); err != nil {
			t.Fatal(err)
		}
	}
	find("/t/u/k", "'v'", "k") // the text of Open
	for _, pointer := range []string{"/x", "/n", "/a/b/2", "/a/b/-", "/t/u/k/e", "/s/2", "/s/x", "a", "/~"} {
		if _, ok := f.Find(0, pointer); ok {
			t.Errorf("%s is found", pointer)
		}
	}
	if _, ok := f.Find(1, ""); ok {
		t.Error("there is a second document")
	}
}

func codeOfOpen(text string) operation.Code {
	_, err := toml.Open([]byte(text))
	if e, ok := err.(*operation.Error); ok {
		return e.Code
	}
	return ""
}

func TestDepth(t *testing.T) {
	deep := func(n int) string { return "a=" + strings.Repeat("[", n) + strings.Repeat("]", n) }
	got, err := language.Run(t, deep(500), operationtest.Parse(t, "insert /a"+strings.Repeat("/0", 499)+" - 1"))
	if want := strings.Replace(deep(500), "[]", "[1]", 1); err != nil || got != want {
		t.Errorf("%v: %.100s", err, got)
	}
	if code := codeOfOpen(deep(operation.MaxDepth - 1)); code != "" {
		t.Errorf("the deepest is %s", code)
	}
	for _, text := range []string{
		deep(operation.MaxDepth), deep(1_000_000), "a=" + strings.Repeat("{a=", 100_000), strings.Repeat("a.", 20_000) + "a=1",
		"[" + strings.Repeat("a.", 20_000) + "a]",
	} {
		if code := codeOfOpen(text); code != operation.CodeTooDeep {
			t.Errorf("%.20s: %s", text, code)
		}
	}
}

func TestEncoding(t *testing.T) {
	for _, text := range []string{"a = \"\xff\"", "\xff\xfea\x00", "# \x80\n"} {
		if code := codeOfOpen(text); code != operation.CodeEncoding {
			t.Errorf("%q: %s", text, code)
		}
	}
}

func TestDuplicateKeyHasAPointer(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"[[a]]\n[[a]]\nb.\"c/d\" = 1\nb.\"c/d\" = 2\n", "/a/1/b/c~1d"},
		{"[t]\nx = [0, { y = { z.w = 1, z.w = 2 } }]\n", "/t/x/1/y/z/w"},
	} {
		_, err := toml.Open([]byte(test.text))
		if e, ok := err.(*operation.Error); !ok || e.Pointer != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

func TestSyntaxErrorHasAPlace(t *testing.T) {
	_, err := toml.Open([]byte("a = 1\nb = 2024-99-01\n"))
	if err == nil || !strings.Contains(err.Error(), "line 2, column 5") {
		t.Errorf("got %v", err)
	}
	_, err = toml.Open([]byte("a = 1\nb 2\n"))
	if err == nil || !strings.Contains(err.Error(), "line 2, column 3") {
		t.Errorf("got %v", err)
	}
}

// An operation that nobody checked is an error with a code, and changes
// nothing.
func TestUnchecked(t *testing.T) {
	f, err := toml.Open([]byte("s = \"x\"\na = [1]\nb.c = { d = 1 }\n[t]\n[[u]]\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		script string
		want   operation.Code
	}{
		{"replace /x 1", operation.CodeNoTarget},
		{"replace /s/x 1", operation.CodeNoTarget},
		{"replace /u/1 {}", operation.CodeNoTarget},
		{"replace x 1", operation.CodePointer},
		{"replace /a 1 2", operation.CodeShape},
		{"add /a k 1", operation.CodeNotObject},
		{"add /u k 1", operation.CodeNotObject},
		{"add . a 1", operation.CodeExists},
		{"add /b/c d 1", operation.CodeExists},
		{"add . k", operation.CodeShape},
		{"remove . k", operation.CodeNoTarget},
		{"remove /b/c k", operation.CodeNoTarget},
		{"remove /s k", operation.CodeNotObject},
		{"rename . k l", operation.CodeNoTarget},
		{"rename . a b", operation.CodeExists},
		{"insert /t - 1", operation.CodeNotArray},
		{"insert /b/c - 1", operation.CodeNotArray},
		{"insert /a 2 1", operation.CodeIndex},
		{"set /a 1 1", operation.CodeIndex},
		{"set /u 1 {}", operation.CodeIndex},
		{"set /u 0 1", operation.CodeUnsupportedPlace},
		{"replace /u/0 1", operation.CodeUnsupportedPlace},
		{"replace . 1", operation.CodeUnsupportedValue},
		{"add /t k [null]", operation.CodeUnsupportedValue},
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
