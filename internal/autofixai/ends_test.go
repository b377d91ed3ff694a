package autofixai

import (
	"bytes"
	"strings"
	"testing"
)

func TestEnds(t *testing.T) {
	for _, test := range []struct {
		name, file, text string // as agents see it
		changed, want    string
		edits            int
	}{
		{"LF", "a\nb\n", "a\nb\n", "a\nc\nb\n", "a\nc\nb\n", 1},
		{"CRLF", "a\r\nb\r\n", "a\nb\n", "a\nc\nb\n", "a\r\nc\r\nb\r\n", 1},
		{"mostly CRLF", "a\r\nb\nc\r\n", "a\nb\nc\n", "a\nb\nx\nc\n", "a\r\nb\nx\r\nc\r\n", 1},
		{"mostly LF", "a\nb\nc\r\n", "a\nb\nc\n", "a\nb\nx\nc\n", "a\nb\nx\nc\r\n", 1},
		{"a mark", "\ufeffa\r\nb\r\n", "a\nb\n", "x\nb\n", "\ufeffx\r\nb\r\n", 1},
		{"two places", "a\r\nb\r\nc\r\n", "a\nb\nc\n", "x\nb\ny\n", "x\r\nb\r\ny\r\n", 2},
		{"no newline at the end", "a\r\nb", "a\nb", "a\nc", "a\r\nc", 1},
		{"nothing changed", "a\r\nb\n", "a\nb\n", "a\nb\n", "a\r\nb\n", 0},
		{"empty", "", "", "a\n", "a\n", 1},
		{"all gone", "a\r\n", "a\n", "", "", 1},
	} {
		e := endsOf([]byte(test.file))
		if string(e.text) != test.text {
			t.Errorf("%s: an agent sees %q, want %q", test.name, e.text, test.text)
		}
		if got := string(e.apply([]byte(test.changed))); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if got := e.edits("f", []byte(test.changed)); len(got) != test.edits {
			t.Errorf("%s: %d edits, want %d", test.name, len(got), test.edits)
		}
	}
}

// A text that did not change gives the bytes of the file, and any text comes
// back as it is.
func FuzzEnds(f *testing.F) {
	f.Add("a\r\nb\n", "a\nc\n")
	f.Add("\ufeff\r\n\r", "\n")
	f.Fuzz(func(t *testing.T, file, text string) {
		e := endsOf([]byte(file))
		if !bytes.Equal(e.apply(e.text), []byte(file)) {
			t.Errorf("%q becomes %q", file, e.apply(e.text))
		}
		if strings.Contains(text, "\r") || strings.Contains(string(e.text), "\r") {
			return
		}
		if got := endsOf(e.apply([]byte(text))); string(got.text) != text && !strings.HasPrefix(text, "\ufeff") {
			t.Errorf("%q with %q becomes %q", file, text, got.text)
		}
	})
}
