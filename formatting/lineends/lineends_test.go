package lineends_test

import (
	"bytes"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/lineends"
)

func TestToLF(t *testing.T) {
	tests := []struct {
		src, want string
		lf, crlf  int
	}{
		{"", "", 0, 0},
		{"a", "a", 0, 0},
		{"a\nb\n", "a\nb\n", 2, 0},
		{"a\r\nb\r\n", "a\nb\n", 0, 2},
		{"a\r\nb\nc", "a\nb\nc", 1, 1},
		{"\r\n\r\n", "\n\n", 0, 2},
		{"a\rb\r", "a\rb\r", 0, 0},
		{"a\r\r\n", "a\r\n", 0, 1},
	}
	for _, test := range tests {
		got := lineends.ToLF([]byte(test.src))
		lf, crlf := got.Counts()
		if string(got.Text) != test.want || lf != test.lf || crlf != test.crlf {
			t.Errorf("ToLF(%q) = %q with %d LF and %d CRLF, want %q with %d and %d",
				test.src, got.Text, lf, crlf, test.want, test.lf, test.crlf)
		}
		if got.Mixed() != (test.lf > 0 && test.crlf > 0) || got.CRLF() != (test.crlf > test.lf) {
			t.Errorf("ToLF(%q): Mixed() = %t, CRLF() = %t", test.src, got.Mixed(), got.CRLF())
		}
	}
}

// Every byte of the view but its line ends is the byte at its offset in the
// original.
func TestOffset(t *testing.T) {
	src := []byte("a\r\nbc\n\r\nd\re\r\n")
	view := lineends.ToLF(src)
	for i, c := range view.Text {
		at := view.Offset(i)
		if c == '\n' {
			if line := src[at:view.Offset(i+1)]; string(line) != "\n" && string(line) != "\r\n" {
				t.Errorf("the line end at %d is %q", i, line)
			}
		} else if src[at] != c {
			t.Errorf("offset %d is %q, in the original at %d %q", i, c, at, src[at])
		}
	}
	if got := view.Offset(len(view.Text)); got != len(src) {
		t.Errorf("the end is at %d, want %d", got, len(src))
	}
}

func TestRestore(t *testing.T) {
	tests := []struct{ original, text, want string }{
		{"a\n", "b\nc\n", "b\nc\n"},
		{"a\r\n", "b\nc\n", "b\r\nc\r\n"},
		{"a\r\nb\n", "c\n", "c\n"},
		{"a\r\nb\nc\r\n", "d\n", "d\r\n"},
		{"", "d\n", "d\n"},
		{"a\r\r\n", "a\r\n", "a\r\r\n"},
	}
	for _, test := range tests {
		if got := lineends.ToLF([]byte(test.original)).Restore([]byte(test.text)); string(got) != test.want {
			t.Errorf("Restore(%q) in %q = %q, want %q", test.text, test.original, got, test.want)
		}
	}
}

// A file whose lines end alike comes back from its view as it was.
func FuzzRoundTrip(f *testing.F) {
	for _, seed := range []string{"", "a\r\nb\r\n", "a\nb", "\r\r\n", "\r"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		view := lineends.ToLF(src)
		if got := view.Restore(view.Text); !view.Mixed() && !bytes.Equal(got, src) {
			t.Errorf("%q came back as %q", src, got)
		}
	})
}
