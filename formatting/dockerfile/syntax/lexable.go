package syntax

import (
	"strings"
	"unicode/utf8"
)

// Lexable returns a text that the lexer of BuildKit reads in the same way,
// without the complaint on standard error that the lexer prints for each
// invalid UTF-8 byte and each NUL. Invalid bytes become U+FFFD, as in the
// lexer. NUL becomes a character that the text does not have.
func Lexable(text string) string {
	text, _ = lexable(text)
	return text
}

// lexable is Lexable. It also returns the character that stands for NUL, or 0.
func lexable(text string) (string, rune) {
	if !utf8.ValidString(text) {
		text = string([]rune(text)) // not strings.ToValidUTF8, which has one U+FFFD for many bytes
	}
	if strings.IndexByte(text, 0) < 0 {
		return text, 0
	}
	// A noncharacter; U+FFFD in a text that has all of them.
	standIn := '\ufdd0'
	for standIn <= '\ufdef' && strings.ContainsRune(text, standIn) {
		standIn++
	}
	if standIn > '\ufdef' {
		standIn = utf8.RuneError
	}
	return strings.ReplaceAll(text, "\x00", string(standIn)), standIn
}
