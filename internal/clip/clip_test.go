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

func TestWithin(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"", ""}, {"abcdé", "abcdé"}, {"abcdefg", "abc..."}, {"abéefgh", "ab..."}, {"日本語", "日..."}, {"\xff\xff\xffabcd", "\xff\xff\xff..."},
	} {
		if got := clip.Within(row.text, 6); got != row.want {
			t.Errorf("%q: got %q, want %q", row.text, got, row.want)
		}
	}
}

func TestRunes(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"", ""}, {"日本語", "日本語"}, {"日本語x", "日本語..."}, {"abcde", "abc..."}, {"a\xffbc", "a\xffb..."},
	} {
		if got := clip.Runes(row.text, 3); got != row.want {
			t.Errorf("%q: got %q, want %q", row.text, got, row.want)
		}
	}
}

func TestEnded(t *testing.T) {
	for _, row := range []struct {
		text string
		most int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "a.."}, {"äöüß", 4, "äöüß"}, {"äöüßx", 4, "äö.."}, {"", 0, ""}} {
		if got := clip.Ended(row.text, row.most, ".."); got != row.want {
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
