package formatting_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A fake is a language whose formatter a test defines. Its files end in .fake.
type fake struct {
	format func(src string) (string, error)
}

func (fake) Name() string               { return "fake" }
func (fake) Names() []*formatting.Names { return []*formatting.Names{formatting.NewNames("*.fake")} }

func (fake) Match(path string, _ []byte) bool { return strings.HasSuffix(path, ".fake") }

func (f fake) Parse(path string, src []byte) error {
	_, err := f.Format(path, src)
	return err
}

func (f fake) Format(_ string, src []byte) ([]byte, error) {
	out, err := f.format(string(src))
	return []byte(out), err
}

// upper formats by writing letters in upper case. It expects LF line endings,
// and a "!" is a syntax error.
func upper(src string) (string, error) {
	if i := strings.IndexByte(src, '!'); i >= 0 {
		line := 1 + strings.Count(src[:i], "\n")
		return "", &formatting.SyntaxError{Path: "a.fake", Line: line, Column: i - strings.LastIndex(src[:i], "\n"), Offset: i, Msg: "stray !"}
	}
	if strings.Contains(src, "\r\n") {
		return "", errors.New("a formatter saw CRLF")
	}
	return strings.ToUpper(src), nil
}

func TestFormatKeepsLineEndings(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"LF", "a\nb\n", "A\nB\n"},
		{"CRLF", "a\r\nb\r\n", "A\r\nB\r\n"},
		{"no line ending", "a", "A"},
		{"CRLF without a final newline", "a\r\nb", "A\r\nB"},
		{"a CR that does not end a line", "a\rb\r\n", "A\rB\r\n"},
		{"empty", "", ""},
	}
	r := formatting.NewRegistry(fake{format: upper})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := r.Format("a.fake", []byte(test.src))
			if err != nil || string(got.Text) != test.want {
				t.Errorf("Format(%q) = %q, %v, want %q", test.src, got.Text, err, test.want)
			}
			if language, differs, err := r.Differs("a.fake", []byte(test.src)); language != "fake" || differs != (test.src != test.want) || err != nil {
				t.Errorf("Differs(%q) = %s, %t, %v", test.src, language, differs, err)
			}
			if got.Changed != (test.src != test.want) {
				t.Errorf("Changed = %t", got.Changed)
			}
		})
	}
}

func TestFormatRefuses(t *testing.T) {
	grow := func(src string) (string, error) { return src + "x", nil }
	tests := []struct {
		name   string
		format func(string) (string, error)
		src    string
		want   string
	}{
		{"mixed line endings", upper, "a\nb\r\nc\n", "mixed line endings: 2 LF and 1 CRLF"},
		{"a binary file", upper, "ab\x00", "not text: NUL byte at offset 2"},
		{"a file over the limit", upper, strings.Repeat("a", formatting.MaxSize+1), "16777217 bytes exceeds the limit of 16777216"},
		{"an unstable formatter", grow, "a\nb", "not stable: a second run changes line 2 again"},
		{
			"a result that does not parse",
			func(src string) (string, error) {
				if src == "b" {
					return "", &formatting.SyntaxError{Path: "a.fake", Line: 1, Column: 1, Msg: "no b"}
				}
				return "b", nil
			},
			"a", "the formatted text does not parse: a.fake:1:1: no b",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := formatting.NewRegistry(fake{format: test.format})
			result, err := r.Format("a.fake", []byte(test.src))
			refused, ok := errors.AsType[*formatting.RefusedError](err)
			if !ok || !strings.Contains(refused.Reason, test.want) {
				t.Fatalf("err = %v, want a refusal: %s", err, test.want)
			}
			if result.Language != "fake" || result.Text != nil || refused.Path != "a.fake" || refused.Language != "fake" {
				t.Errorf("result %+v, error %+v", result, refused)
			}
		})
	}
}

func TestFormatReportsCrash(t *testing.T) {
	r := formatting.NewRegistry(fake{format: func(string) (string, error) { panic("out of cheese") }})
	want := "a.fake: the fake formatter crashed: out of cheese"
	_, err := r.Format("a.fake", []byte("a"))
	if crash, ok := errors.AsType[*formatting.CrashError](err); !ok || err.Error() != want || len(crash.Stack) == 0 {
		t.Errorf("Format: %v, want %s", err, want)
	}
	if err := r.Parse("a.fake", []byte("a")); err == nil || err.Error() != want {
		t.Errorf("Parse: %v, want %s", err, want)
	}
}

// The line and column of a syntax error are the same with CRLF. Its offset is
// in the original file.
func TestSyntaxErrorInOriginal(t *testing.T) {
	r := formatting.NewRegistry(fake{format: upper})
	src := []byte("a\r\nb\r\nc!\r\n")
	for name, err := range map[string]error{
		"Parse":  r.Parse("a.fake", src),
		"Format": func() error { _, err := r.Format("a.fake", src); return err }(),
	} {
		e, ok := errors.AsType[*formatting.SyntaxError](err)
		if !ok || e.Line != 3 || e.Column != 2 || src[e.Offset] != '!' {
			t.Errorf("%s: %+v", name, err)
		}
	}
}

// A clean file comes back as the same bytes, not as a copy.
func TestFormatOfCleanFile(t *testing.T) {
	r := formatting.NewRegistry(fake{format: upper})
	for _, src := range [][]byte{[]byte("A\nB\n"), []byte("A\r\nB\r\n")} {
		result, err := r.Format("a.fake", src)
		if err != nil || result.Changed || &result.Text[0] != &src[0] {
			t.Errorf("%q: %+v, %v", src, result, err)
		}
	}
}

func TestFormatOfUnknownLanguage(t *testing.T) {
	src := []byte("a\x00\r\nb\n")
	r := formatting.NewRegistry(fake{format: upper})
	result, err := r.Format("a.txt", src)
	if err != nil || result.Language != "" || result.Changed || !bytes.Equal(result.Text, src) {
		t.Errorf("%+v, %v", result, err)
	}
	if err := r.Parse("a.txt", src); err != nil {
		t.Error(err)
	}
}

func TestRegistryTakesFirstMatch(t *testing.T) {
	r := formatting.NewRegistry(fake{format: upper})
	if l := r.For("a.fake", nil); l == nil || l.Name() != "fake" {
		t.Errorf("For(a.fake) = %v", l)
	}
	if l := r.For("a.txt", nil); l != nil {
		t.Errorf("For(a.txt) = %v", l)
	}
	defer func() {
		if recover() == nil {
			t.Error("two languages of the same name are accepted")
		}
	}()
	formatting.NewRegistry(fake{}, fake{})
}

// Differs formats a file once. It reports errors in the file, but not that
// Format would refuse the result.
func TestDiffers(t *testing.T) {
	tests := []struct {
		name, path, src string
		language        string
		differs         bool
		want            string // the error
	}{
		{name: "no language", path: "a.txt", src: "a"},
		{name: "clean", path: "a.fake", src: "A", language: "fake"},
		{name: "not clean", path: "a.fake", src: "a", language: "fake", differs: true},
		{name: "clean, with CRLF", path: "a.fake", src: "A\r\nB\r\n", language: "fake"},
		{name: "not clean, with CRLF", path: "a.fake", src: "A\r\nb\r\n", language: "fake", differs: true},
		{name: "not stable", path: "a.fake", src: "?", language: "fake", differs: true},
		{name: "syntax", path: "a.fake", src: "A\na!", language: "fake", want: "a.fake:2:2: stray !"},
		{name: "binary", path: "a.fake", src: "a\x00", language: "fake", want: "a.fake: not formatted as fake: not text: NUL byte at offset 1"},
		{
			name: "mixed line endings", path: "a.fake", src: "a\r\nb\n", language: "fake",
			want: "a.fake: not formatted as fake: mixed line endings: 1 LF and 1 CRLF; fix text/line-endings first",
		},
		{name: "a crash", path: "a.fake", src: "panic", language: "fake", want: "a.fake: the fake formatter crashed: panic"},
	}
	lang := fake{format: func(src string) (string, error) {
		switch {
		case src == "panic":
			panic(src)
		case strings.HasPrefix(src, "?"):
			return src + "?", nil
		}
		return upper(src)
	}}
	r := formatting.NewRegistry(lang)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			language, differs, err := r.Differs(test.path, []byte(test.src))
			said := ""
			if err != nil {
				said = err.Error()
			}
			if language != test.language || differs != test.differs || said != test.want {
				t.Errorf("%q, %t, %q", language, differs, said)
			}
		})
	}
}
