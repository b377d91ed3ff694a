package position_test

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

func TestUnits(t *testing.T) {
	for _, test := range []struct {
		name, text string
		columns    position.Columns
		units      int
		want       int
		wrong      string
	}{
		{name: "bytes", text: "é😀x", units: 2, want: 2},
		{name: "runes", text: "é😀x", columns: position.Columns{Unit: position.Runes}, units: 2, want: 6},
		{name: "code units", text: "é😀x", columns: position.Columns{Unit: position.UTF16}, units: 3, want: 6},
		{name: "the end", text: "é😀x", columns: position.Columns{Unit: position.UTF16}, units: 4, want: 7},
		{name: "an empty text", columns: position.Columns{Unit: position.UTF16}},
		{name: "a mark that counts", text: "\ufeffx", columns: position.Columns{Unit: position.UTF16}, units: 1, want: 3},
		{name: "a mark that does not", text: "\ufeffx", columns: position.Columns{Unit: position.UTF16, NoMark: true}, units: 1, want: 4},
		{name: "a mark that does not, in bytes", text: "\ufeffx", columns: position.Columns{NoMark: true}, want: 3},
		{name: "within a character", text: "😀", columns: position.Columns{Unit: position.UTF16}, units: 1, wrong: "1 is within a character"},
		{name: "after the end", text: "é", columns: position.Columns{Unit: position.Runes}, units: 3, wrong: "3 is after the end of the text, which is at 1"},
		{name: "after the end, in bytes", text: "é", units: 3, wrong: "3 is after the end of the text, which is at 2"},
		{name: "before the start", text: "é", units: -1, wrong: "-1 is before the start of the text"},
		{name: "far", text: strings.Repeat("é😀x", 1000), columns: position.Columns{Unit: position.UTF16}, units: 3999, want: 6999},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := position.NewUnits([]byte(test.text), test.columns).Offset(test.units)
			if test.wrong != "" {
				if err == nil || err.Error() != test.wrong {
					t.Fatalf("%d, %v, want %q", got, err, test.wrong)
				}
				return
			}
			if err != nil || got != test.want {
				t.Errorf("%d, %v, want %d", got, err, test.want)
			}
		})
	}
}

func FuzzUnits(f *testing.F) {
	for _, seed := range []string{"", "ab\n", "é\t😀x", "\ufeffa", "\xff\xf0\x9f", strings.Repeat("a😀é", 160)} {
		f.Add([]byte(seed), uint8(1), true)
		f.Add([]byte(seed), uint8(2), false)
	}
	f.Fuzz(func(t *testing.T, text []byte, unit uint8, noMark bool) {
		columns := position.Columns{Unit: position.Unit(unit % 3), NoMark: noMark}
		units := position.NewUnits(text, columns)
		skip := 0
		if noMark && strings.HasPrefix(string(text), "\ufeff") {
			skip = 3
		}
		for offset := skip; ; {
			want := offset - skip
			counted := string([]rune(string(text[skip:offset]))) // each odd byte is a rune
			switch columns.Unit {
			case position.Runes:
				want = utf8.RuneCountInString(counted)
			case position.UTF16:
				want = len(utf16.Encode([]rune(counted)))
			}
			if got := units.Units(offset); got != want {
				t.Fatalf("offset %d is at %d, want %d", offset, got, want)
			}
			if got, err := units.Offset(want); err != nil || got != offset {
				t.Fatalf("%d of offset %d is offset %d, %v", want, offset, got, err)
			}
			if offset == len(text) {
				break
			}
			_, width := utf8.DecodeRune(text[offset:])
			offset += width
		}
	})
}
