package position_test

import (
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

var (
	inBytes = position.Columns{}
	inRunes = position.Columns{Unit: position.Runes}
	inUTF16 = position.Columns{Unit: position.UTF16}
	tabs8   = position.Columns{Unit: position.Runes, Tab: 8}
	noMark  = position.Columns{Unit: position.UTF16, NoMark: true}
)

func TestPositionAndOffset(t *testing.T) {
	for _, test := range []struct {
		name    string
		text    string
		ends    position.Ends
		columns position.Columns
		offset  int
		want    position.Position
	}{
		{"the start", "ab\ncd", position.LF, inBytes, 0, position.Position{1, 1}},
		{"of an empty text", "", position.LF, inUTF16, 0, position.Position{1, 1}},
		{"the end of a line", "ab\ncd", position.LF, inBytes, 2, position.Position{1, 3}},
		{"the next line", "ab\ncd", position.LF, inRunes, 3, position.Position{2, 1}},
		{"the end of the text", "ab\ncd", position.LF, inRunes, 5, position.Position{2, 3}},
		{"after a line end at the end", "ab\n", position.LF, inUTF16, 3, position.Position{2, 1}},
		{"bytes of a rune", "é=x", position.LF, inBytes, 3, position.Position{1, 4}},
		{"a rune", "é=x", position.LF, inRunes, 3, position.Position{1, 3}},
		{"a rune beyond the first plane", "😀=x", position.LF, inRunes, 4, position.Position{1, 2}},
		{"is two code units", "😀=x", position.LF, inUTF16, 4, position.Position{1, 3}},
		{"a byte that is not UTF-8", "\xff\xfex", position.LF, inRunes, 2, position.Position{1, 3}},
		{"is a code unit", "\xff\xfex", position.LF, inUTF16, 2, position.Position{1, 3}},
		{"a tab at a stop", "\tx", position.LF, tabs8, 1, position.Position{1, 9}},
		{"a tab before the next stop", "ab\tx", position.LF, tabs8, 3, position.Position{1, 9}},
		{"a tab in bytes", "é\tx", position.LF, position.Columns{Tab: 8}, 3, position.Position{1, 9}},
		{"a tab like any other", "ab\tx", position.LF, inRunes, 3, position.Position{1, 4}},
		{"after a byte order mark", "\ufeffab", position.LF, inRunes, 4, position.Position{1, 3}},
		{"that does not count", "\ufeffab", position.LF, noMark, 4, position.Position{1, 2}},
		{"nor its bytes", "\ufeffab", position.LF, position.Columns{NoMark: true}, 4, position.Position{1, 2}},
		{"but one elsewhere does", "a\n\ufeffb", position.LF, noMark, 5, position.Position{2, 2}},
		{"a CR is a character", "ab\r\ncd", position.LF, inRunes, 3, position.Position{1, 4}},
		{"or part of the line end", "ab\r\ncd", position.AnyEnd, inRunes, 4, position.Position{2, 1}},
		{"or a line end alone", "a\rb\r\rc", position.AnyEnd, inUTF16, 5, position.Position{4, 1}},
		{"a line separator", "a\u2028b\r\n\u2029c", position.JavaScriptEnd, inUTF16, 10, position.Position{4, 1}},
		{"before one", "é\u2028b", position.JavaScriptEnd, inUTF16, 2, position.Position{1, 2}},
		{"or a character", "a\u2028b", position.AnyEnd, inUTF16, 4, position.Position{1, 3}},
		{"a CR at the end", "a\r", position.AnyEnd, inUTF16, 2, position.Position{2, 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := position.New([]byte(test.text), test.ends)
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
			if test.ends != position.LF || test.columns != inBytes {
				return
			}
			if got := position.At(test.text, test.offset); got != test.want {
				t.Errorf("without an index, offset %d is at %s, want %s", test.offset, got, test.want)
			}
		})
	}
}

func TestNoSuchPlace(t *testing.T) {
	for _, test := range []struct {
		name    string
		text    string
		ends    position.Ends
		columns position.Columns
		at      position.Position
		want    string
		nearest int
	}{
		{"line 0", "ab", position.LF, inBytes, position.Position{0, 1}, "0:1: no such place: lines and columns count from 1", 0},
		{"column 0", "ab", position.LF, inRunes, position.Position{1, 0}, "1:0: no such place: lines and columns count from 1", 0},
		{"a line too many", "ab\n", position.LF, inBytes, position.Position{3, 1}, "3:1: no such place: the text has 2 lines", 3},
		{"a column too many", "é\ncd", position.LF, inRunes, position.Position{1, 3}, "1:3: no such place: the line ends at column 2", 2},
		{"in bytes", "ab\ncd", position.LF, inBytes, position.Position{1, 9}, "1:9: no such place: the line ends at column 3", 2},
		{"after a mark", "\ufeffab\ncd", position.LF, position.Columns{NoMark: true}, position.Position{1, 9}, "1:9: no such place: the line ends at column 3", 5},
		{"within a CR LF", "ab\r\ncd", position.AnyEnd, inUTF16, position.Position{1, 4}, "1:4: no such place: the line ends at column 3", 2},
		{"within a surrogate pair", "😀x", position.LF, inUTF16, position.Position{1, 2}, "1:2: no such place: within a character", 0},
		{"within a tab", "\tx", position.LF, tabs8, position.Position{1, 4}, "1:4: no such place: within a character", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := position.New([]byte(test.text), test.ends)
			_, err := text.Offset(test.at, test.columns)
			var e *position.Error
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
	text := position.New([]byte("ab\ncd"), position.LF)
	for offset, want := range map[int]position.Position{-1: {1, 1}, 6: {2, 3}, 100: {2, 3}} {
		if got := text.Position(offset, inRunes); got != want {
			t.Errorf("offset %d is at %s, want %s", offset, got, want)
		}
		if got := position.At("ab\ncd", offset); got != want {
			t.Errorf("without an index, offset %d is at %s, want %s", offset, got, want)
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

// Every start of a rune has a position, which converts back to its offset, in
// every unit; columns increase along a line.
func FuzzRoundTrip(f *testing.F) {
	for _, seed := range []string{"", "ab\ncd\n", "é\t😀\r\nx\ry", "\ufeffa\r\n", "\xff\n\xf0\x9f", "a\u2028\r\n\u2029"} {
		f.Add([]byte(seed), uint8(0), uint8(0), uint8(0), false)
		f.Add([]byte(seed), uint8(2), uint8(8), uint8(1), true)
		f.Add([]byte(seed), uint8(2), uint8(8), uint8(2), true)
	}
	f.Fuzz(func(t *testing.T, src []byte, unit, tab, end uint8, noMark bool) {
		columns := position.Columns{Unit: position.Unit(unit % 3), Tab: int(tab % 9), NoMark: noMark}
		ends := position.Ends(end % 3)
		text := position.New(src, ends)
		first := 0
		if noMark && len(src) >= 3 && string(src[:3]) == "\ufeff" {
			first = 3
		}
		last := position.Position{}
		for offset := first; offset <= len(src); {
			at := text.Position(offset, columns)
			if at.Line < last.Line || at.Line == last.Line && at.Column <= last.Column {
				t.Fatalf("offset %d is at %s, after %s", offset, at, last)
			}
			last = at
			if bare := position.At(src, offset); ends == position.LF && columns == inBytes && bare != at {
				t.Fatalf("offset %d is at %s, and at %s without an index", offset, at, bare)
			}
			insideEnd := ends != position.LF && offset > 0 && offset < len(src) && src[offset-1] == '\r' && src[offset] == '\n'
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
