package positions_test

import (
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/positions"
)

var (
	inBytes = positions.Columns{}
	inRunes = positions.Columns{Unit: positions.Runes}
	inUTF16 = positions.Columns{Unit: positions.UTF16}
	tabs8   = positions.Columns{Unit: positions.Runes, Tab: 8}
	noMark  = positions.Columns{Unit: positions.UTF16, NoMark: true}
)

func TestPositionAndOffset(t *testing.T) {
	for _, test := range []struct {
		name    string
		text    string
		ends    positions.Ends
		columns positions.Columns
		offset  int
		want    positions.Position
	}{
		{"the start", "ab\ncd", positions.LF, inBytes, 0, positions.Position{1, 1}},
		{"of an empty text", "", positions.LF, inUTF16, 0, positions.Position{1, 1}},
		{"the end of a line", "ab\ncd", positions.LF, inBytes, 2, positions.Position{1, 3}},
		{"the next line", "ab\ncd", positions.LF, inRunes, 3, positions.Position{2, 1}},
		{"the end of the text", "ab\ncd", positions.LF, inRunes, 5, positions.Position{2, 3}},
		{"after a line end at the end", "ab\n", positions.LF, inUTF16, 3, positions.Position{2, 1}},
		{"bytes of a rune", "é=x", positions.LF, inBytes, 3, positions.Position{1, 4}},
		{"a rune", "é=x", positions.LF, inRunes, 3, positions.Position{1, 3}},
		{"a rune beyond the first plane", "😀=x", positions.LF, inRunes, 4, positions.Position{1, 2}},
		{"is two code units", "😀=x", positions.LF, inUTF16, 4, positions.Position{1, 3}},
		{"a byte that is not UTF-8", "\xff\xfex", positions.LF, inRunes, 2, positions.Position{1, 3}},
		{"is a code unit", "\xff\xfex", positions.LF, inUTF16, 2, positions.Position{1, 3}},
		{"a tab at a stop", "\tx", positions.LF, tabs8, 1, positions.Position{1, 9}},
		{"a tab before the next stop", "ab\tx", positions.LF, tabs8, 3, positions.Position{1, 9}},
		{"a tab in bytes", "é\tx", positions.LF, positions.Columns{Tab: 8}, 3, positions.Position{1, 9}},
		{"a tab like any other", "ab\tx", positions.LF, inRunes, 3, positions.Position{1, 4}},
		{"after a byte order mark", "\ufeffab", positions.LF, inRunes, 4, positions.Position{1, 3}},
		{"that does not count", "\ufeffab", positions.LF, noMark, 4, positions.Position{1, 2}},
		{"nor its bytes", "\ufeffab", positions.LF, positions.Columns{NoMark: true}, 4, positions.Position{1, 2}},
		{"but one elsewhere does", "a\n\ufeffb", positions.LF, noMark, 5, positions.Position{2, 2}},
		{"a CR is a character", "ab\r\ncd", positions.LF, inRunes, 3, positions.Position{1, 4}},
		{"or part of the line end", "ab\r\ncd", positions.AnyEnd, inRunes, 4, positions.Position{2, 1}},
		{"or a line end alone", "a\rb\r\rc", positions.AnyEnd, inUTF16, 5, positions.Position{4, 1}},
		{"a CR at the end", "a\r", positions.AnyEnd, inUTF16, 2, positions.Position{2, 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := positions.New([]byte(test.text), test.ends)
			if got := text.Position(test.offset, test.columns); got != test.want {
				t.Errorf("offset %d is at %s, want %s", test.offset, got, test.want)
			}
			got, err := text.Offset(test.want, test.columns)
			if err != nil || got != test.offset {
				t.Errorf("%s is at offset %d, %v, want %d", test.want, got, err, test.offset)
			}
			if got := text.Nearest(test.want, test.columns); got != test.offset {
				t.Errorf("nearest to %s is offset %d, want %d", test.want, got, test.offset)
			}
		})
	}
}

func TestNoSuchPlace(t *testing.T) {
	for _, test := range []struct {
		name    string
		text    string
		ends    positions.Ends
		columns positions.Columns
		at      positions.Position
		want    string
		nearest int
	}{
		{"line 0", "ab", positions.LF, inBytes, positions.Position{0, 1}, "0:1: no such place: lines and columns count from 1", 0},
		{"column 0", "ab", positions.LF, inRunes, positions.Position{1, 0}, "1:0: no such place: lines and columns count from 1", 0},
		{"a line too many", "ab\n", positions.LF, inBytes, positions.Position{3, 1}, "3:1: no such place: the text has 2 lines", 3},
		{"a column too many", "é\ncd", positions.LF, inRunes, positions.Position{1, 3}, "1:3: no such place: the line ends at column 2", 2},
		{"in bytes", "ab\ncd", positions.LF, inBytes, positions.Position{1, 9}, "1:9: no such place: the line ends at column 3", 2},
		{"after a mark", "\ufeffab\ncd", positions.LF, positions.Columns{NoMark: true}, positions.Position{1, 9}, "1:9: no such place: the line ends at column 3", 5},
		{"within a CR LF", "ab\r\ncd", positions.AnyEnd, inUTF16, positions.Position{1, 4}, "1:4: no such place: the line ends at column 3", 2},
		{"within a surrogate pair", "😀x", positions.LF, inUTF16, positions.Position{1, 2}, "1:2: no such place: it is within a character", 0},
		{"within a tab", "\tx", positions.LF, tabs8, positions.Position{1, 4}, "1:4: no such place: it is within a character", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := positions.New([]byte(test.text), test.ends)
			_, err := text.Offset(test.at, test.columns)
			var e *positions.Error
			if !errors.As(err, &e) || err.Error() != test.want {
				t.Errorf("error %v, want %s", err, test.want)
			}
			if got := text.Nearest(test.at, test.columns); got != test.nearest {
				t.Errorf("the nearest place is offset %d, want %d", got, test.nearest)
			}
		})
	}
}

func TestOffsetsOutsideOfTheText(t *testing.T) {
	text := positions.New([]byte("ab\ncd"), positions.LF)
	for offset, want := range map[int]positions.Position{-1: {1, 1}, 6: {2, 3}, 100: {2, 3}} {
		if got := text.Position(offset, inRunes); got != want {
			t.Errorf("offset %d is at %s, want %s", offset, got, want)
		}
	}
	for line, want := range map[int]int{-1: 0, 0: 0, 1: 0, 2: 3, 3: 3} {
		if got := text.Start(line); got != want {
			t.Errorf("line %d starts at %d, want %d", line, got, want)
		}
	}
	if text.Lines() != 2 || text.Line(2) != 1 || text.Line(3) != 2 {
		t.Errorf("%d lines; offsets 2 and 3 are in lines %d and %d", text.Lines(), text.Line(2), text.Line(3))
	}
}

// Every start of a rune is a place, and its place leads back to it, whatever is
// counted; columns grow along a line.
func FuzzRoundTrip(f *testing.F) {
	for _, seed := range []string{"", "ab\ncd\n", "é\t😀\r\nx\ry", "\ufeffa\r\n", "\xff\n\xf0\x9f"} {
		f.Add([]byte(seed), uint8(0), uint8(0), false, false)
		f.Add([]byte(seed), uint8(2), uint8(8), true, true)
	}
	f.Fuzz(func(t *testing.T, src []byte, unit, tab uint8, noMark, anyEnd bool) {
		columns := positions.Columns{Unit: positions.Unit(unit % 3), Tab: int(tab % 9), NoMark: noMark}
		ends := positions.LF
		if anyEnd {
			ends = positions.AnyEnd
		}
		text := positions.New(src, ends)
		first := 0
		if noMark && len(src) >= 3 && string(src[:3]) == "\ufeff" {
			first = 3
		}
		last := positions.Position{}
		for offset := first; offset <= len(src); {
			at := text.Position(offset, columns)
			if at.Line < last.Line || at.Line == last.Line && at.Column <= last.Column {
				t.Fatalf("offset %d is at %s, after %s", offset, at, last)
			}
			last = at
			insideEnd := anyEnd && offset > 0 && offset < len(src) && src[offset-1] == '\r' && src[offset] == '\n'
			if got, err := text.Offset(at, columns); !insideEnd && (err != nil || got != offset) {
				t.Fatalf("%s of offset %d is offset %d, %v", at, offset, got, err)
			}
			if got := text.Nearest(at, columns); !insideEnd && got != offset {
				t.Fatalf("nearest to %s of offset %d is offset %d", at, offset, got)
			}
			_, width := utf8.DecodeRune(src[offset:])
			offset += max(width, 1)
		}
	})
}
