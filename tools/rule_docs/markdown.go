package main

import (
	"fmt"
	"strings"
)

// prose returns a text as Markdown with the same appearance. Text between
// backquotes is code in both.
func prose(text string) string {
	var b strings.Builder
	code := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '`':
			code = !code
		case code:
		case strings.IndexByte(`\*<[]~`, c) >= 0, c == '_' && !(i > 0 && i+1 < len(text) && alphanumeric(text[i-1]) && alphanumeric(text[i+1])):
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

func alphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// cell returns a text as Markdown for a table cell.
func cell(text string) string { return strings.ReplaceAll(prose(text), "|", `\|`) }

// example returns a file below a title. If invisible bytes matter, they are
// made visible and explained.
func example(title, text, language string) string {
	if text == "" {
		return ""
	}
	shown, key := visible(text)
	fence := "```"
	for strings.Contains(shown, fence) {
		fence += "`"
	}
	return fmt.Sprintf("\n%s:\n\n%s%s\n%s%s\n%s", title, fence, language, shown, fence, key)
}

// visible returns a file with visible carriage returns, trailing spaces and a
// missing final newline, and an explanation of the symbols.
func visible(text string) (shown, key string) {
	var b strings.Builder
	var words []string
	say := func(word string) {
		for _, w := range words {
			if w == word {
				return
			}
		}
		words = append(words, word)
	}
	for line := range strings.Lines(text) {
		body, ended := strings.CutSuffix(line, "\n")
		body, returned := strings.CutSuffix(body, "\r")
		kept := strings.TrimRight(body, " ")
		b.WriteString(kept)
		if n := len(body) - len(kept); n > 0 {
			b.WriteString(strings.Repeat("·", n))
			say("`·` stands for a space")
		}
		if returned {
			b.WriteString("␍")
			say("`␍` stands for a carriage return")
		}
		if !ended {
			say("the last line has no newline")
		}
		b.WriteByte('\n')
	}
	if len(words) > 0 {
		key = "\nHere " + strings.Join(words, ", and ") + ".\n"
	}
	return b.String(), key
}
