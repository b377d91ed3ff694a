package clip_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/clip"
)

func TestBytes(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"", ""}, {"abcd", "abcd"}, {"abcde", "abcd..."}, {"abcé", "abc..."}, {"日本語", "日..."}, {"a\xffb\xffcd", "ab..."},
	} {
		if got := clip.Bytes(row.text, 4); got != row.want {
			t.Errorf("%q: got %q, want %q", row.text, got, row.want)
		}
	}
}

func TestLine(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{" a \n\t b ", "a b"}, {"a\x1b[1mb", "a[1mb"}, {"a\u202eb\x00", "ab"}, {"\xffa", "a"}, {"a b c d e", "a b c ..."}, {"a  b  c", "a b c"},
	} {
		if got := clip.Line(row.text, 6); got != row.want {
			t.Errorf("%q: got %q, want %q", row.text, got, row.want)
		}
	}
}
