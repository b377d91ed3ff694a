package printed_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/printed"
)

func TestText(t *testing.T) {
	for _, row := range []struct {
		name   string
		output evidence.Output
		want   string
	}{
		{"plain", evidence.Output{Head: "a\nb"}, "a\nb"},
		{"cut", evidence.Output{Head: "a\nb", Omitted: 7, Tail: "c\n"}, "a\nb\n[7 bytes are left out here]\nc\n"},
		{"escapes", evidence.Output{Head: "\x1b[31mFAIL\x1b[0m\r\nx\x00\x07y\u202ez\r10%\r20%"}, "FAIL\nxyz\n10%\n20%"},
		{"not text", evidence.Output{Head: "a\xffb"}, "a\ufffdb"},
		{
			"events of go test",
			evidence.Output{Head: `{"Action":"start","Package":"p"}
{"Action":"output","Package":"p","Test":"TestX","Output":"    x_test.go:3: \u001b[1mbad\u001b[0m\n"}
between
{"Action":"fail","Package":"p","Elapsed":0.1}
{"Action":3}
{"other":1}
`},
			"    x_test.go:3: bad\nbetween\n{\"Action\":3}\n{\"other\":1}\n",
		},
	} {
		if got := printed.Text(&row.output); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

func TestEnds(t *testing.T) {
	lines := strings.Repeat("0123456789\n", 100)
	for _, row := range []struct {
		name, text string
		max        int
		want       string
	}{
		{"short", "a\nb\n", 100, "a\nb\n"},
		{"lines", lines, 100, "0123456789\n0123456789\n[1012 bytes are left out here]\n" + strings.Repeat("0123456789\n", 6)},
		{"one long line", strings.Repeat("x", 100), 20, "xxxxx\n[79 bytes are left out here]\n" + strings.Repeat("x", 15)},
	} {
		if got := printed.Ends(row.text, row.max); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

func TestLine(t *testing.T) {
	for _, row := range []struct {
		text string
		max  int
		want string
	}{
		{"  a\n\tb \x1b[1mc\x1b[m ", 20, "a b c"},
		{"abcdefgh", 6, "abc..."},
		{"ééééé", 7, "éé..."},
		{"ééééé", 6, "é..."},
	} {
		if got := printed.Line(row.text, row.max); got != row.want {
			t.Errorf("%q: got %q, want %q", row.text, got, row.want)
		}
	}
	if got := printed.Lines("\n\na\n b\n\n", 20); got != "a\n b" {
		t.Errorf("got %q", got)
	}
}

// Whatever is printed is text in the end, and in its bounds.
func FuzzText(f *testing.F) {
	f.Add("a\x1b[", "{\"Action\":\"output\",\"Output\":\"\\u001b[1m\"}\n", 10)
	f.Add("\xff\xfe", "\u202e\r\n", 4)
	f.Fuzz(func(t *testing.T, head, tail string, max int) {
		text := printed.Text(&evidence.Output{Head: head, Tail: tail})
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\x1b\r\u202e") {
			t.Fatalf("%q", text)
		}
		max = 4 + (max&0xffff)%1000
		if got := printed.Line(text, max); len(got) > max || strings.Contains(got, "\n") || !utf8.ValidString(got) {
			t.Fatalf("line: %q", got)
		}
		if got := printed.Ends(text, max); len(got) > max+60 || !utf8.ValidString(got) {
			t.Fatalf("ends: %d bytes of %d", len(got), max)
		}
	})
}
