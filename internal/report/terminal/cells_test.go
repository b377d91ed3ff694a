package terminal

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

func TestInline(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		"plain":                     "plain",
		"a\nb\r\nc":                 "a b c",
		"a\tb":                      "a   b",
		"\x1b[31mred\x1b]0;t\a":     "^[[31mred^[]0;t^G",
		"a\x00\x7f\u0085":           "a^@^?<U+0085>",
		"\u202eevil\u2066\u200b":    "<U+202E>evil<U+2066><U+200B>",
		"\ufeffmark":                "<U+FEFF>mark",
		"\xff\xfe":                  "<FF><FE>",
		"e\u0301 日本":                "e\u0301 日本",
		"\u0301alone":               "<U+0301>alone",
		"\u200d":                    "<U+200D>",
		"👩\u200d🚀 🇩🇪":               "👩\u200d🚀 🇩🇪",
		"\u2028":                    "<U+2028>",
		"a" + marks(40):             "a" + strings.Repeat("<U+0301>", 40),
		"e\u0301\u202e":             "e\u0301<U+202E>",
		"🏴\U000e0067\U000e007f end": "🏴\U000e0067\U000e007f end",
	} {
		if got := Inline(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// marks returns combining marks, of two bytes each.
func marks(n int) string { return strings.Repeat("\u0301", n) }

func TestStrip(t *testing.T) {
	long := strings.Repeat("0123456789", 10)
	for _, test := range []struct {
		line         string
		around       Range
		room         int
		text, carets string
	}{
		{line: "short", around: Range{1, 3}, room: 20, text: "short", carets: " ^^"},
		{line: "short", around: Range{5, 5}, room: 20, text: "short", carets: "     ^"},
		{line: "short", around: Range{2, 2}, room: 20, text: "short", carets: "  ^"},
		{line: "", around: Range{0, 0}, room: 20, text: "", carets: "^"},
		{line: "\tx", around: Range{1, 2}, room: 20, text: "    x", carets: "    ^"},
		{line: "ab\tx", around: Range{2, 3}, room: 20, text: "ab  x", carets: "  ^^"},
		{line: "日本語", around: Range{3, 6}, room: 20, text: "日本語", carets: "  ^^"},
		{line: "e\u0301x", around: Range{3, 4}, room: 20, text: "e\u0301x", carets: " ^"},
		{line: "\x1b[m", around: Range{0, 1}, room: 20, text: "^[[m", carets: "^^"},
		{line: "a\xffb", around: Range{2, 3}, room: 20, text: "a<FF>b", carets: "     ^"},
		{line: long, around: Range{50, 53}, room: 20, text: "...67890123456789...", carets: "       ^^^"},
		{line: long, around: Range{0, 1}, room: 20, text: "01234567890123...", carets: "^"},
		{line: long, around: Range{100, 100}, room: 20, text: "...67890123456789", carets: "                 ^"},
		{line: long, around: Range{10, 90}, room: 20, text: "...67890123456789...", carets: "       ^^^^^^^^^^"},
	} {
		part := stripOf([]byte(test.line), test.around, test.room)
		text := part.text(func(text string) string { return text })
		if carets := part.carets([]Range{test.around}); text != test.text || carets != test.carets {
			t.Errorf("%q, %v:\n%s\n%s\nwant\n%s\n%s", test.line, test.around, text, carets, test.text, test.carets)
		}
	}
}

// Whatever a line contains, what is shown of it is printable, fits, and has a
// caret.
func FuzzStrip(f *testing.F) {
	f.Add([]byte("a\tb\x1b[31m日本\xff\u202e"), 3, 5, 20)
	f.Add([]byte(strings.Repeat("x\u0301", 20_000)), 30_000, 30_010, 30)
	f.Add([]byte("a"+marks(40_000)), 70_000, 70_001, 16)
	f.Fuzz(func(t *testing.T, line []byte, start, end, room int) {
		if room < leastRoom || room > 400 {
			return
		}
		start = min(max(start, 0), len(line))
		end = min(max(end, start), len(line))
		part := stripOf(line, Range{start, end}, room)
		text := part.text(func(text string) string { return text })
		if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) }) {
			t.Errorf("%q: shows %q", line, text)
		}
		if width := displaywidth.String(text); width > room {
			t.Errorf("%q: %d columns, with room for %d", line, width, room)
		}
		if carets := part.carets([]Range{{start, end}}); !strings.Contains(carets, "^") {
			t.Errorf("%q, %d-%d: no caret below %q", line, start, end, text)
		}
	})
}
