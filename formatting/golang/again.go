package golang

import (
	"bytes"
	"slices"
)

// FormatAgain returns what Format makes of once, which is what it made of before. It formats only the beginning of the
// file and the declarations that Format changed: of the others it is known what comes out, since what is printed of a
// declaration depends on nothing before the one above it, as in source.
func (l language) FormatAgain(path string, before, once []byte) ([]byte, error) {
	changed, ok := changedParts(before, once)
	if !ok {
		return l.Format(path, once)
	}
	again, err := l.source(changed)
	if err != nil || !bytes.Equal(again, changed) {
		return l.Format(path, once) // for the place
	}
	return once, nil
}

// changedParts returns a file of the parts of once that are not in before, too, in the same order. Ok is false where
// something might depend on the whole file.
func changedParts(before, once []byte) (file []byte, ok bool) {
	was, is := parts(before), parts(once)
	if len(was) < 2 || len(is) < 2 || marked(before[len(was[0]):]) || marked(once[len(is[0]):]) {
		return nil, false
	}
	places := make(map[string]int, len(was))
	for i, part := range was {
		places[string(part)] = i
	}
	var changed [][]byte
	next := 0 // in was: those before it have their counterparts in is behind them
	for _, part := range is {
		switch i, ok := places[string(part)]; {
		case next < len(was) && bytes.Equal(was[next], part):
			next++
		case ok && i > next:
			next = i + 1
		default:
			changed = append(changed, part)
		}
	}
	if len(changed) == 0 {
		return nil, false // parts were lost
	}
	if &changed[0][0] != &once[0] {
		changed = slices.Insert(changed, 0, []byte("package p\n"))
	}
	return bytes.Join(changed, []byte("\n")), true
}

// marked reports whether a comment below the first part may be about all of the file: a build constraint, which the
// printer moves to the top, or the position of what follows.
func marked(tail []byte) bool {
	for _, mark := range []string{"\n//go:build ", "\n// +build ", "\n//+build ", "\n//line ", "/*line "} {
		if bytes.Contains(tail, []byte(mark)) {
			return true
		}
	}
	return false
}

// parts cuts a file at the blank lines outside of all brackets, comments and strings: a part ends in a newline, and
// starts after a blank line with a declaration or the comments above one. The first part has all imports. A file that
// does not parse is cut anywhere.
func parts(src []byte) [][]byte {
	var cut [][]byte
	start, depth := 0, 0
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '\n' && depth == 0 && i+2 < len(src) && src[i+1] == '\n' && declares(src[i+2:]):
			cut = append(cut, src[start:i+1])
			start = i + 2
			i += 2
		case c == '(' || c == '[' || c == '{':
			depth++
			i++
		case c == ')' || c == ']' || c == '}':
			depth--
			i++
		case c == '`':
			i = after(src, i+1, "`")
		case c == '"' || c == '\'':
			i = afterQuoted(src, i)
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			i = lineEnd(src, i)
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			i = after(src, i+2, "*/")
		default:
			i++
		}
	}
	return append(cut, src[start:])
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
