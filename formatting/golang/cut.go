package golang

import "bytes"

// A piece is a part of a text between blank lines. It ends in a newline.
type piece struct {
	text  []byte
	level bool // it starts and ends in the brackets that it was cut in, and closes none of them
}

// parts cuts a file at the blank lines outside of all brackets, comments and strings: a part starts after a blank line with a
// declaration or the comments above one. The first part has all imports. A file that does not parse is cut anywhere.
func parts(src []byte) []piece {
	pieces, _ := cut(src, 0, 0, declares)
	return pieces
}

// cut cuts a text, which starts in so many brackets, at the blank lines that lie in depth of them, of which the innermost are
// those of a block, but in no comment or string, where starts holds of what follows. Deeper says whether there are blocks
// beyond that.
func cut(src []byte, start, depth int, starts func(rest []byte) bool) (pieces []piece, deeper bool) {
	from, open, level := 0, start, start == depth
	block := depth == 0 // the innermost of depth brackets, once so many are open
	for i := 0; i < len(src); {
		if !telling[src[i]] {
			i++
			continue
		}
		switch c := src[i]; {
		case c == '\n' && open == depth && block && i+2 < len(src) && src[i+1] == '\n' && starts(src[i+2:]):
			pieces = append(pieces, piece{src[from : i+1], level})
			from, level = i+2, true
			i += 2
		case c == '(' || c == '[' || c == '{':
			open++
			if open == depth {
				block = opensBlock(src, i)
			} else if open > depth {
				deeper = deeper || opensBlock(src, i)
			}
			i++
		case c == ')' || c == ']' || c == '}':
			open--
			level = level && open >= depth
			i++
		default:
			i = tokenEnd(src, i)
		}
	}
	return append(pieces, piece{src[from:], level && open == depth}), deeper
}

// telling has the characters that say where to cut, or start what is not cut. Most of a text is others.
var telling = func() (set [256]bool) {
	for _, c := range "\n()[]{}`\"'/" {
		set[c] = true
	}
	return set
}()

// opensBlock reports whether the bracket at i opens a block of statements, in a text that is formatted: there is a space before
// that of a block, a type, or of what stands in a list or a map.
func opensBlock(src []byte, i int) bool {
	if src[i] != '{' || i < 2 || src[i-1] != ' ' || src[i-2] == ',' || src[i-2] == ':' {
		return false
	}
	return !bytes.HasSuffix(src[:i], []byte("struct ")) && !bytes.HasSuffix(src[:i], []byte("interface "))
}

// declares reports whether text starts with a declaration that is no import, or with line comments directly above one.
func declares(text []byte) bool {
	for bytes.HasPrefix(text, []byte("//")) {
		text = text[min(lineEnd(text, 0)+1, len(text)):]
	}
	for _, word := range []string{"func", "type", "var", "const"} {
		if rest, ok := bytes.CutPrefix(text, []byte(word)); ok && len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
			return true
		}
	}
	return false
}

// follows reports whether text starts with a statement of a block, or its comment.
func follows(text []byte) bool {
	rest := bytes.TrimLeft(text, "\t")
	return len(rest) < len(text) && len(rest) > 0 && rest[0] != '}' && rest[0] != '\n'
}

// tokenEnd returns the offset of the end of the string, rune or comment that starts at i, or else of the byte there.
func tokenEnd(src []byte, i int) int {
	switch c := src[i]; {
	case c == '`':
		return after(src, i+1, "`")
	case c == '"' || c == '\'':
		return afterQuoted(src, i)
	case c == '/' && i+1 < len(src) && src[i+1] == '/':
		return lineEnd(src, i)
	case c == '/' && i+1 < len(src) && src[i+1] == '*':
		return after(src, i+2, "*/")
	}
	return i + 1
}

// lineEnd returns the offset of the end of the line that i is in: of its newline, or the length of src.
func lineEnd(src []byte, i int) int {
	if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(src)
}

// after returns the offset after the next end, or the length of src.
func after(src []byte, i int, end string) int {
	if n := bytes.Index(src[i:], []byte(end)); n >= 0 {
		return i + n + len(end)
	}
	return len(src)
}

// afterQuoted returns the offset after the string or rune at i, which ends at the line's end at the latest.
func afterQuoted(src []byte, i int) int {
	quote := src[i]
	for i++; i < len(src) && src[i] != '\n'; i++ {
		switch src[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		}
	}
	return min(i, len(src))
}
