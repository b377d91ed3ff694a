package inert

import "strings"

// EscapeLength returns the length of the escape code of a terminal (ECMA-48)
// that a text starts with, or 0. A code that does not end within its line is
// cut there: more text is rather looked at than skipped.
func EscapeLength(text string) int {
	switch {
	case strings.HasPrefix(text, "\u009b"): // control sequence in one character
		return len("\u009b") + sequenceLength(text[len("\u009b"):])
	case strings.HasPrefix(text, "\u009d"): // command in one character
		return len("\u009d") + stringLength(text[len("\u009d"):])
	case !strings.HasPrefix(text, "\x1b"):
		return 0
	case len(text) == 1:
		return 1
	}
	switch c := text[1]; {
	case c == '[':
		return 2 + sequenceLength(text[2:])
	case strings.IndexByte("]PX^_", c) >= 0:
		return 2 + stringLength(text[2:])
	case c >= 0x20 && c < 0x30: // as in ESC ( B
		n := 1
		for n < len(text) && text[n] >= 0x20 && text[n] < 0x30 {
			n++
		}
		return min(n+1, len(text))
	case c >= 0x30 && c < 0x7f:
		return 2
	}
	return 1
}

// HasEscapes reports whether a text may have escape codes.
func HasEscapes(text string) bool {
	return strings.IndexByte(text, 0x1b) >= 0 || strings.Contains(text, "\u009b") || strings.Contains(text, "\u009d")
}

// StripEscapes returns a text without the escape codes of terminals.
func StripEscapes(text string) string {
	if !HasEscapes(text) {
		return text
	}
	var b strings.Builder
	for at := 0; at < len(text); {
		if n := EscapeLength(text[at:]); n > 0 {
			at += n
			continue
		}
		b.WriteByte(text[at])
		at++
	}
	return b.String()
}

// sequenceLength returns the length of the rest of a control sequence:
// parameters, intermediates and a final byte.
func sequenceLength(text string) int {
	n := 0
	for n < len(text) && text[n] >= 0x20 && text[n] < 0x40 {
		n++
	}
	if n < len(text) && text[n] >= 0x40 && text[n] < 0x7f {
		n++
	}
	return n
}

// stringLength returns the length of the rest of a code with a text, such as
// the title of a window.
func stringLength(text string) int {
	for i := range len(text) {
		switch {
		case text[i] == '\a':
			return i + 1
		case text[i] == '\n':
			return i
		case strings.HasPrefix(text[i:], "\x1b\\"), strings.HasPrefix(text[i:], "\u009c"):
			return i + 2
		}
	}
	return len(text)
}
