package redact

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// lineEnd matches the end of a line that goes on in the next one, with comments
// between.
const lineEnd = "[\\\\`][ \\t\\r]*\\n(?:[ \\t]*#[^\\n]*\\n)*"

var continuation = lazyregexp.New("^" + lineEnd)

// plus matches the text between two strings that a program joins.
var plus = lazyregexp.New(`^["'][ \t]*\+[ \t\r\n]*["']`)

// dividerLength returns the length of the divider of a word at the start of a
// text, or 0: the end of a line that goes on in the next one, or quotes.
func dividerLength(text string) int {
	switch rest := strings.TrimLeft(text[1:], " \t\r"); text[0] {
	case '\\', '`':
		if strings.HasPrefix(rest, "\n") {
			return len(continuation().FindString(text))
		}
	case '"', '\'':
		switch {
		case strings.HasPrefix(rest, "+"):
			return max(1, len(plus().FindString(text)))
		case len(text) > 1 && (text[1] == '"' || text[1] == '\''):
			return 2
		}
		return 1
	}
	return 0
}

// join returns the lines of a text that have dividers of words, such as the
// quotes in abc"def"'ghi', without the dividers. The pieces are nil if there are
// no such lines.
func join(text string) (string, []piece) {
	if !strings.ContainsAny(text, "\\`\"'") {
		return "", nil
	}
	var b strings.Builder
	var pieces []piece
	done, end := 0, 0 // the end of the written text, and of its line
	put := func(to int) {
		if to > done {
			pieces = append(pieces, piece{at: b.Len(), start: done, end: to})
			b.WriteString(text[done:to])
		}
	}
	for at := 1; at < len(text); at++ {
		next := at + dividerLength(text[at:])
		if next == at {
			continue
		}
		if next >= len(text) || !within(text[at-1]) || !within(text[next]) || wordAround(text, at, next) < minRun {
			at = next - 1
			continue
		}
		if at >= end {
			put(end)
			done = strings.LastIndexByte(text[:at], '\n') + 1
		}
		put(at)
		done, at = next, next-1
		end = lineEndAt(text, done)
	}
	put(end)
	return b.String(), pieces
}

// wordAround returns the length of the word that ends at an offset and goes on
// at another one, without the divider between. It counts up to minRun bytes on
// each side.
func wordAround(text string, end, start int) int {
	from, to := end, start
	for from > 0 && text[from-1] > ' ' && end-from < minRun {
		from--
	}
	for to < len(text) && text[to] > ' ' && to-start < minRun {
		to++
	}
	return end - from + to - start
}

// within reports whether a secret without quotes may have a character.
func within(c byte) bool {
	return c > ' ' && strings.IndexByte("\"'`\\,;|&<>()[]{}=:", c) < 0
}
