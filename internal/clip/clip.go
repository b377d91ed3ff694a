// Package clip bounds texts that are shown.
package clip

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const dots = "..."

// Bytes returns a text, or its first bytes and "..." if it has more. It cuts
// between two characters.
func Bytes(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + dots
}

// Within returns a text, or its start and "..." that are at most so many bytes
// together. It cuts between two characters.
func Within(text string, most int) string {
	if len(text) <= most {
		return text
	}
	at := max(most-len(dots), 0)
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	return text[:at] + dots
}

// Runes returns a text, or its first characters and "..." if it has more.
func Runes(text string, most int) string {
	for at := range text {
		if most == 0 {
			return text[:at] + dots
		}
		most--
	}
	return text
}

// Ended returns a text of at most so many characters, which ends with end if it
// was cut.
func Ended(text string, most int, end string) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	keep := most - utf8.RuneCountInString(end)
	for at := range text {
		if keep <= 0 {
			return text[:at] + end
		}
		keep--
	}
	return text
}

// Line returns a text as one line of printable characters, of at most so many
// bytes as Bytes counts them. Between words is one space.
func Line(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return Bytes(strings.Join(strings.Fields(text), " "), most)
}
