package report

import "testing"

func TestLinesAt(t *testing.T) {
	tests := []struct {
		name   string
		text   string
		offset int
		want   position
	}{
		{"an empty text has one place", "", 0, position{1, 1, 1}},
		{"columns start at 1", "abc", 0, position{1, 1, 1}},
		{"the end of a text without newline", "abc", 3, position{1, 4, 4}},
		{"a newline is the last column of its line", "ab\ncd", 2, position{1, 3, 3}},
		{"a line starts after the newline", "ab\ncd", 3, position{2, 1, 1}},
		{"the place after a final newline is a line", "ab\n", 3, position{2, 1, 1}},
		{"two bytes, one code unit", "é!", 2, position{1, 3, 2}},
		{"four bytes, two code units", "😀!", 4, position{1, 5, 3}},
		{"a byte that is not UTF-8 is one unit", "\xff\xfe!", 2, position{1, 3, 3}},
		{"CR belongs to its line", "a\r\nb", 2, position{1, 3, 3}},
		{"a byte order mark is no UTF-16 column", "\ufeffab", 4, position{1, 5, 2}},
		{"only the first line has a byte order mark", "\n\ufeffa", 4, position{2, 4, 2}},
		{"an offset past the end is the end", "ab", 9, position{1, 3, 3}},
		{"a negative offset is the start", "ab", -1, position{1, 1, 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := newLines([]byte(test.text)).at(test.offset); got != test.want {
				t.Errorf("at(%d) of %q = %+v, want %+v", test.offset, test.text, got, test.want)
			}
		})
	}
}
