package position

import (
	"fmt"
	"sort"
	"unicode/utf8"
)

// unitStep is the distance in bytes between two counts that Units keeps.
const unitStep = 1 << 10

// Units converts byte offsets in a text to offsets that count runes or UTF-16
// code units from the start of the text, from 0, and back. Like a column, an
// offset counts a byte that is not part of a rune as one.
type Units struct {
	text []byte
	unit Unit
	skip int // bytes of a mark that do not count

	at, counts []int // from time to time: a byte offset, and the units before it
}

// NewUnits counts the units of a text. The text must not change afterwards. Of
// columns, Tab is ignored: only columns have tabs.
func NewUnits(text []byte, columns Columns) *Units {
	u := &Units{text: text, unit: columns.Unit}
	if columns.NoMark && hasMark(text) {
		u.skip = len(mark)
	}
	if u.unit == Bytes {
		return u
	}
	count := 0
	for at := u.skip; at < len(text); {
		if len(u.at) == 0 || at-u.at[len(u.at)-1] >= unitStep {
			u.at, u.counts = append(u.at, at), append(u.counts, count)
		}
		width := runeWidth(text[at:])
		count += u.units(width)
		at += width
	}
	return u
}

// units returns the number of units of a rune of some bytes.
func (u *Units) units(width int) int {
	if u.unit == UTF16 && width == 4 {
		return 2
	}
	return 1
}

// runeWidth returns the number of bytes of the first rune of a text that is not
// empty; 1 for a byte that is not part of one.
func runeWidth(text []byte) int {
	if text[0] < utf8.RuneSelf {
		return 1
	}
	_, width := utf8.DecodeRune(text)
	return width
}

// Offset returns the byte offset of an offset in units. The error says that the
// text has no such offset, or that it is within a character.
func (u *Units) Offset(units int) (int, error) {
	if units < 0 {
		return 0, fmt.Errorf("%d is before the start of the text", units)
	}
	if u.unit == Bytes {
		if units > len(u.text)-u.skip {
			return 0, fmt.Errorf("%d is after the end of the text, which is at %d", units, len(u.text)-u.skip)
		}
		return u.skip + units, nil
	}
	at, count := u.skip, 0
	if i := sort.SearchInts(u.counts, units+1); i > 0 {
		at, count = u.at[i-1], u.counts[i-1]
	}
	for count < units && at < len(u.text) {
		width := runeWidth(u.text[at:])
		count += u.units(width)
		at += width
	}
	switch {
	case count < units:
		return 0, fmt.Errorf("%d is after the end of the text, which is at %d", units, count)
	case count > units:
		return 0, fmt.Errorf("%d is within a character", units)
	}
	return at, nil
}

// Units returns the offset in units of a byte offset. An offset outside of the
// text is clamped to it; one within a rune counts as the start of the rune.
func (u *Units) Units(offset int) int {
	offset = min(max(offset, u.skip), len(u.text))
	if u.unit == Bytes {
		return offset - u.skip
	}
	at, count := u.skip, 0
	if i := sort.SearchInts(u.at, offset+1); i > 0 {
		at, count = u.at[i-1], u.counts[i-1]
	}
	for at < offset {
		width := runeWidth(u.text[at:])
		if at+width > offset {
			break
		}
		count += u.units(width)
		at += width
	}
	return count
}
