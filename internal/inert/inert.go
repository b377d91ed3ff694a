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
	var pairs []string
	for _, c := range "&<>\"'\\`*_{}[]()#+!|~@:$^=" {
		pairs = append(pairs, string(c), fmt.Sprintf("&#%d;", c))
	}
	return strings.NewReplacer(pairs...)
}()

// Text returns a text as one line of Markdown, also for a cell of a table.
func Text(s string) string { return escapes.Replace(Line(s)) }

// Code is Text in the font of code.
func Code(s string) string { return "<code>" + Text(s) + "</code>" }

// Block returns a text of several lines as a block of code, which ends with a
// newline.
func Block(s string) string {
	s = Plain(s)
	longest, run := 2, 0
	for _, c := range []byte(s) {
		if c != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	return fence + "text\n" + strings.TrimRight(s, "\n") + "\n" + fence + "\n"
}

// Line puts a text on one line and makes the replacements of Plain.
func Line(s string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(Plain(s))
}

// Plain replaces control characters, characters that change the direction of
// text, and bytes that are not UTF-8, and removes the codes that color a
// terminal. Newlines and tabs stay.
func Plain(s string) string {
	s = strings.ReplaceAll(colors(strings.ToValidUTF8(s, "\ufffd")), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r' || r == '\u2028' || r == '\u2029':
			return '\n'
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\ufeff':
			return '\ufffd'
		}
		return r
	}, s)
}

// colors removes the sequences that start with ESC [ and end with a letter.
func colors(s string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, "\x1b[")
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i+2:]
		end := strings.IndexFunc(s, func(r rune) bool { return r < 0x20 || r > 0x3f })
		if end >= 0 && s[end] >= 0x40 && s[end] <= 0x7e {
			end++
		}
		if end < 0 {
			return b.String()
		}
		s = s[end:]
	}
}
