package syntax

import (
	"strings"
	"unicode/utf8"
)

// Lexable returns what BuildKit's lexer reads as it does a text, without a complaint on the standard error, which it makes of
// each byte that is no UTF-8 and each NUL: the former is U+FFFD, as the lexer has it, and the latter a character that the text
// does not have.
func Lexable(text string) string {
	text, _ = lexable(text)
	return text
}

// lexable returns what Lexable does, and the character that stands for NUL; 0 where none does.
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
