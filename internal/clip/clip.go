// Package clip bounds texts that are shown.
package clip

import (
	"strings"
	"unicode"
)

// Bytes returns a text, or its first bytes and "..." if it has more. It cuts
// between two characters.
func Bytes(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
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
