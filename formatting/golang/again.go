package golang

import "bytes"

// FormatAgain returns what Format makes of once, which is what it made of before. It formats only what Format changed:
// the beginning of the file, declarations, and of functions the paragraphs. Of all else it is known what comes out,
// since what is printed of a declaration depends on nothing before the one above it, as in source, and what is printed
// of a paragraph on nothing beyond its neighbours.
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

// changedParts returns a file of the parts of once that are not in before, too, in the same order, each as short as
// shortened makes it. Ok is false where something might depend on the whole file.
func changedParts(before, once []byte) (file []byte, ok bool) {
	was, is := parts(before), parts(once)
	if len(was) < 2 || len(is) < 2 || marked(before[len(was[0]):]) || marked(once[len(is[0]):]) {
		return nil, false
	}
	pairs, old := paired(was, is)
	bodies := newBodies(was, old)
	var changed [][]byte
	for i, part := range is {
		if pairs[i] == none {
			if i > 0 && len(changed) == 0 {
				changed = append(changed, []byte("package p\n"))
			}
			changed = append(changed, bodies.shortened(part))
		}
	}
	return bytes.Join(changed, []byte("\n")), len(changed) > 0 // else parts were lost
}

// none stands for no index.
const none = -2 // and not -1, which is next to 0

// paired returns for each text of is the index of one in was that is equal to it, or none. The indices rise. Old are those
// of the others in was.
func paired(was, is [][]byte) (pairs, old []int) {
	pairs = make([]int, len(is))
	first, end, last := 0, len(was), len(is)
	for first < min(end, last) && bytes.Equal(was[first], is[first]) {
		pairs[first] = first
		first++
	}
	for min(end, last) > first && bytes.Equal(was[end-1], is[last-1]) {
		end--
		last--
		pairs[last] = end
	}
	places := make(map[string]int, end-first)
	for i := first; i < end; i++ {
		places[string(was[i])] = i
	}
	next := first // in was
	for i := first; i < last; i++ {
		at, ok := places[string(is[i])]
		if next < end && bytes.Equal(was[next], is[i]) {
			at, ok = next, true
		}
		if !ok || at < next {
			pairs[i] = none
			continue
		}
		for ; next < at; next++ {
			old = append(old, next)
		}
		pairs[i] = at
		next++
	}
	for ; next < end; next++ {
		old = append(old, next)
	}
	return pairs, old
}

// marked reports whether a comment below the first part may be about all of the file: a build constraint, which the
// printer moves to the top, or the position of what follows.
func marked(tail []byte) bool {
	return constrained(tail) || bytes.Contains(tail, []byte("\n//line ")) || bytes.Contains(tail, []byte("/*line "))
}

// parts cuts a file at the blank lines outside of all brackets, comments and strings: a part ends in a newline, and
// starts after a blank line with a declaration or the comments above one. The first part has all imports. A file that
// does not parse is cut anywhere.
func parts(src []byte) [][]byte { return cut(src, 0, declares) }

// cut cuts a text at the blank lines that lie in so many brackets, but in no comment or string, where starts holds of what
// follows. Each piece ends in a newline.
func cut(src []byte, within int, starts func(rest []byte) bool) [][]byte {
	var pieces [][]byte
	start, depth := 0, 0
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '\n' && depth == within && i+2 < len(src) && src[i+1] == '\n' && starts(src[i+2:]):
			pieces = append(pieces, src[start:i+1])
			start = i + 2
			i += 2
		case c == '(' || c == '[' || c == '{':
			depth++
			i++
		case c == ')' || c == ']' || c == '}':
			depth--
			i++
		default:
			i = tokenEnd(src, i)
		}
	}
	return append(pieces, src[start:])
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
