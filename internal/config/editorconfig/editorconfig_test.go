package editorconfig_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

func set(t *testing.T, files map[string]string) *editorconfig.Set {
	t.Helper()
	s := new(editorconfig.Set)
	for folder, data := range files {
		if err := s.Add(folder, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestFor(t *testing.T) {
	s := set(t, map[string]string{
		".": "[*]\nindent_style = space\nindent_size = 4\nEnd_Of_Line = CRLF\n; a comment\n[*.{sh,bash}]\nindent_size=2\n" +
			"[Makefile]\nindent_style=tab\n[/top.txt]\ncharset=utf-8\n[lib/**.js]\nindent_size=8\n[num{1..3}.txt]\nindent_size=3\n" +
			"[[a]\nindent_size=7\n",
		"a":         "\ufeff[*.sh]\nindent_size = unset\nindent_style = tab\n",
		"a/b":       "root = true\n[*.txt]\ntab_width=5\nindent_size=tab\n",
		"a/b/c":     "[**]\nMax_Line_Length = 70\n[x*]\nmax_line_length = off\n",
		"elsewhere": "root=true\n",
	})
	tests := []struct{ path, property, want string }{
		{"x.go", "indent_size", "4"},
		{"deep/er/x.sh", "indent_size", "2"},
		{"x.go", "end_of_line", "crlf"},
		{"sub/Makefile", "indent_style", "tab"},
		{"top.txt", "charset", "utf-8"},
		{"sub/top.txt", "charset", ""},
		{"lib/x/y.js", "indent_size", "8"},
		{"a/lib/x.js", "indent_size", "4"},
		{"num2.txt", "indent_size", "3"},
		{"num4.txt", "indent_size", "4"},
		{"a/x.sh", "indent_size", ""},
		{"a/x.sh", "indent_style", "tab"},
		{"a/x.go", "indent_style", "space"},
		{"a/b/x.sh", "indent_style", ""},
		{"a/b/x.txt", "tab_width", "5"},
		{"a/b/c/y.txt", "max_line_length", "70"},
		{"a/b/c/y.txt", "tab_width", "5"},
		{"a/b/c/d/x.txt", "max_line_length", "off"},
	}
	for _, test := range tests {
		if got := s.For(test.path).Get(test.property); got != test.want {
			t.Errorf("%s of %s = %q, want %q", test.property, test.path, got, test.want)
		}
	}
}

// A line that begins with # or ; is a comment. Behind a value, they are part of
// it.
func TestComments(t *testing.T) {
	s := set(t, map[string]string{
		".": "root = true # a\n; b = c\n# d = e\n  ; f = g\n[*] # h\nindent_size = 2 # two\nindent_style = tab ; i\n" +
			"charset=utf-8#j\nend_of_line = lf\t# k\n# insert_final_newline = true\n;max_line_length = 80\ntab_width = 4\nown = a # b ; c\nempty = # d\n",
	})
	for name, want := range map[string]string{
		"indent_size": "2 # two", "indent_style": "tab ; i", "charset": "utf-8#j", "end_of_line": "lf\t# k",
		"insert_final_newline": "", "max_line_length": "", "tab_width": "4", "own": "a # b ; c", "empty": "# d",
	} {
		if got := s.For("x.go").Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	p := s.For("x.go")
	if columns, ok := p.IndentSize(); ok {
		t.Errorf("the size of indentation is %d", columns)
	}
	if _, ok := p.Tabs(); ok {
		t.Error("the style of indentation is known")
	}
	if editorconfig.IsRoot([]byte("root = true # a\n")) {
		t.Error("a root of another value")
	}
	if !editorconfig.IsRoot([]byte("# a\nroot = true\n[*]\nb = c\n")) {
		t.Error("no root")
	}
}

func TestProperties(t *testing.T) {
	tests := []struct {
		data    string
		tabs    string // tabs, spaces or nothing
		columns int    // 0: nothing is said
		line    int
	}{
		{"", "", 0, 0},
		{"indent_style=tab", "tabs", 0, 0},
		{"indent_style=tab\ntab_width=8", "tabs", 8, 0},
		{"indent_style=space\nindent_size=2\ntab_width=8", "spaces", 2, 0},
		{"indent_size=tab\ntab_width=3", "", 3, 0},
		{"indent_style=unset\nindent_size=0", "", 0, 0},
		{"indent_style=sideways\nindent_size=many\nmax_line_length=100", "", 0, 100},
		{"max_line_length=off", "", 0, 0},
	}
	for _, test := range tests {
		p := set(t, map[string]string{".": "[*]\n" + test.data}).For("a")
		tabs := ""
		switch is, ok := p.Tabs(); {
		case is && ok:
			tabs = "tabs"
		case ok:
			tabs = "spaces"
		}
		columns, said := p.IndentSize()
		line, limited := p.MaxLineLength()
		if tabs != test.tabs || said != (test.columns > 0) || said && columns != test.columns || limited != (test.line > 0) || limited && line != test.line {
			t.Errorf("%q: %q, %d %t, %d %t", test.data, tabs, columns, said, line, limited)
		}
	}
	p := set(t, map[string]string{".": "[*]\ninsert_final_newline=False\ntrim_trailing_whitespace=yes"}).For("a")
	if value, ok := p.Bool("insert_final_newline"); value || !ok {
		t.Errorf("insert_final_newline: %t, %t", value, ok)
	}
	if _, ok := p.Bool("trim_trailing_whitespace"); ok {
		t.Error("yes is neither true nor false")
	}
}

func TestKey(t *testing.T) {
	s := set(t, map[string]string{".": "[*.a]\nx=1\n[*.{b,c}]\nx=2\n"})
	if s.For("1.b").Key() != s.For("2.c").Key() || s.For("1.a").Key() == s.For("1.b").Key() || s.For("1.d").Key() != "" {
		t.Error("keys do not tell properties apart")
	}
	if got := (*editorconfig.Set)(nil).For("a").Key(); got != "" {
		t.Errorf("the nil set says %q", got)
	}
}

func TestLongLine(t *testing.T) {
	err := new(editorconfig.Set).Add("a", []byte("root=true\n"+strings.Repeat("x", 70000)))
	if want := "a/.editorconfig:2: a line of 70000 bytes; the limit is 65536"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Any bytes are a valid file, and have the same properties for a path each
// time.
func FuzzSet(f *testing.F) {
	for _, seed := range []string{"root=true\n[*]\na=b", "[{a,b}.{1..9}]\nx=y", "[[]\nx=1", "[a{b]\nx=1", "[!x]\n[\\", "[**/]\n=", "[{9..1}]\nq=1"} {
		f.Add([]byte(seed), "a/b.c")
	}
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		s := new(editorconfig.Set)
		if s.Add(".", data) != nil {
			return
		}
		if a, b := s.For(name).Key(), s.For(name).Key(); a != b {
			t.Errorf("%q, then %q", a, b)
		}
	})
}
