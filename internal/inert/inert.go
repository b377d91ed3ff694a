// Package inert puts texts of strangers into Markdown so that nothing in them
// is Markdown, HTML, a link, a mention or an instruction to a terminal.
package inert

import (
	"fmt"
	"strings"
	"unicode"
)

// escapes replaces the characters that may start something in Markdown or HTML.
var escapes = func() *strings.Replacer {
	pairs := []string{"www.", "www&#46;"} // a link, even without a scheme
	for _, c := range "&<>\"'\\`*_{}[]()#+!|~@:$^=" {
		pairs = append(pairs, string(c), fmt.Sprintf("&#%d;", c))
	}
	return strings.NewReplacer(pairs...)
}()

// parted puts a space without width behind what GitHub takes for the start of a
// mention. It looks for mentions in the text that a page shows, where an escape
// is the character again.
var parted = strings.NewReplacer("@", "@\u200b", "#", "#\u200b", "GH-", "GH-\u200b", "gh-", "gh-\u200b")

// Text returns a text as one line of Markdown, also for a cell of a table.
func Text(s string) string { return escapes.Replace(parted.Replace(Line(s))) }

// Code returns a text as one line of Markdown in the font of code, in which
// nothing is a mention, character by character.
func Code(s string) string { return "<code>" + escapes.Replace(Line(s)) + "</code>" }

// Block returns a text of several lines as a block of code, which ends with a
// newline.
func Block(s string) string {
	s = Plain(s)
	fence := Fence(s)
	return fence + "text\n" + strings.TrimRight(s, "\n") + "\n" + fence + "\n"
}

// Fence returns the line of backticks that starts and ends a block of code with
// a text: longer than any in it.
func Fence(s string) string {
	longest, run := 2, 0
	for _, c := range []byte(s) {
		if c != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}

// Line puts a text on one line and makes the replacements of Plain.
func Line(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		return r
	}, Plain(s))
}

// Plain replaces control characters, characters that change the direction of
// text, and bytes that are not UTF-8, and removes the escape codes of
// terminals. Newlines and tabs stay.
func Plain(s string) string {
	s = strings.ReplaceAll(StripEscapes(strings.ToValidUTF8(s, "\ufffd")), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r >= ' ' && r < 0x7f, r == '\n', r == '\t':
			return r
		case r == '\r' || r == '\u2028' || r == '\u2029':
			return '\n'
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\ufeff':
			return '\ufffd'
		}
		return r
	}, s)
}
