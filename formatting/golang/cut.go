package golang

import "bytes"

// A piece is a part of a text, of whole lines.
type piece struct {
	text  []byte
	blank bool // there is a blank line above
	level bool // it starts and ends in the brackets that it was cut in, and closes none of them, or opens the like again
}

// parts cuts a file between declarations. The first part has all imports. A file that does not parse is cut anywhere.
func parts(src []byte) []piece {
	pieces, _ := cut(src, 0, 0)
	return pieces
}

// cut cuts a text, which starts in so many brackets, between lines that lie in depth of them, of which the innermost are braces,
// but in no comment or string. It cuts above a declaration, a statement or an element, at a blank line or where neither of the
// lines aligns anything with the other. Deeper says whether there are braces in these.
func cut(src []byte, start, depth int) (pieces []piece, deeper bool) {
	from, open, level, blank := 0, start, start == depth, false
	braces := depth == 0 // the innermost of depth brackets, once so many are open
	for i := 0; i < len(src); {
		if !telling[src[i]] {
			i++
			continue
		}
		switch c := src[i]; c {
		case '\n':
			i++
			if open != depth || !braces {
				continue
			}
			next := i
			spaced := next < len(src) && src[next] == '\n'
			if spaced {
				next++
			}
			if next < len(src) && cuttable(src, next, depth, spaced) {
				pieces = append(pieces, piece{src[from:i], blank, level})
				from, blank, level = next, spaced, true
				i = next
			}
		case '(', '[', '{':
			open++
			if open == depth {
				braces = c == '{'
			} else if open > depth {
				deeper = deeper || c == '{'
			}
			i++
		case ')', ']', '}':
			open--
			level = level && (open >= depth || bytes.HasPrefix(src[i:], between))
			i++
		default:
			i = tokenEnd(src, i)
		}
	}
	return append(pieces, piece{src[from:], blank, level && open == depth}), deeper
}

// between is what stands between two elements of a list, each of which starts on the line that the one before ends on.
var between = []byte("}, {\n")

// cuttable reports whether a text may be cut before the line at i, below a blank line or not.
func cuttable(src []byte, i, depth int, blank bool) bool {
	if depth == 0 {
		return (blank || declaresApart(src, i)) && declares(src[i:]) // in this order: a block of comments is looked through once
	}
	return (blank || startsApart(src, i)) && starts(src[i:])
}

// telling has the characters that say where to cut, or start what is not cut. Most of a text is others.
var telling = func() (set [256]bool) {
	for _, c := range "\n()[]{}`\"'/" {
		set[c] = true
	}
	return set
}()

// declares reports whether text starts with a declaration that is no import, or with line comments directly above one.
func declares(text []byte) bool {
	text = afterComments(text)
	for _, word := range []string{"func", "type", "var", "const"} {
		if rest, ok := bytes.CutPrefix(text, []byte(word)); ok && len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
			return true
		}
	}
	return false
}

// declaresApart reports whether the declaration at i, or below the line comments there, shares no column with the line above:
// that is the last of several, or the declaration is the first of several.
func declaresApart(src []byte, i int) bool {
	above := src[bytes.LastIndexByte(src[:i-1], '\n')+1 : i-1]
	if len(above) == 0 || commented(above) {
		return false
	}
	if string(above) == "}" || string(above) == ")" {
		return true
	}
	first := afterComments(src[i:])
	return bytes.HasSuffix(first[:lineEnd(first, 0)], []byte("{"))
}

// afterComments returns what follows the line comments that text starts with.
func afterComments(text []byte) []byte {
	for bytes.HasPrefix(text, []byte("//")) {
		text = text[min(lineEnd(text, 0)+1, len(text)):]
	}
	return text
}

// starts reports whether text starts with a statement of a block, or its comment.
func starts(text []byte) bool {
	rest := bytes.TrimLeft(text, "\t")
	return len(rest) < len(text) && len(rest) > 0 && rest[0] != '}' && rest[0] != '\n'
}

// startsApart reports whether the line at i shares no column with the one above: that has closing brackets alone, or this one is
// a case, which has one tab less.
func startsApart(src []byte, i int) bool {
	above := bytes.TrimLeft(src[bytes.LastIndexByte(src[:i-1], '\n')+1:i], "\t")
	if above[0] == '}' {
		return len(bytes.TrimRight(above, "}),\n")) == 0 || bytes.Equal(above, between)
	}
	rest := bytes.TrimLeft(src[i:lineEnd(src, i)], "\t")
	return (bytes.HasPrefix(rest, []byte("case ")) || bytes.HasPrefix(rest, []byte("default:"))) &&
		!bytes.HasSuffix(above, []byte("{\n")) && !commented(above)
}

// commented reports whether there may be a comment in a line.
func commented(line []byte) bool {
	return bytes.Contains(line, []byte("//")) || bytes.Contains(line, []byte("/*"))
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
