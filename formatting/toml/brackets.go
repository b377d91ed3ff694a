package toml

import "bytes"

// A bracket is an array or an inline table in the source.
type bracket struct {
	open, close int  // offsets of its brackets
	lines       bool // whether there is a line end within it, and in no other within it
	comma       bool // whether one follows its last element
}

// brackets returns the brackets of a key and its value, from offset start to
// end, in the order in which they open.
func brackets(src []byte, start, end int) []bracket {
	var all []bracket
	var open []int  // indexes in all
	last := byte(0) // outside of whitespace and comments
	for i := start; i < end; i++ {
		c := src[i]
		switch c {
		case '"', '\'':
			i += stringLength(src[i:end]) - 1
		case '#':
			i += bytes.IndexByte(src[i:end], '\n') - 1
			continue
		case ' ', '\t', '\r':
			continue
		case '\n':
			all[open[len(open)-1]].lines = true
			continue
		case '[', '{':
			open = append(open, len(all))
			all = append(all, bracket{open: i})
		case ']', '}':
			all[open[len(open)-1]].close = i
			all[open[len(open)-1]].comma = last == ','
			open = open[:len(open)-1]
		}
		last = c
	}
	return all
}

// stringLength returns the length of the string at the start of src, including
// quotes.
func stringLength(src []byte) int {
	quote := src[0]
	delimiter := bytes.Repeat(src[:1], 3)
	if !bytes.HasPrefix(src, delimiter) {
		delimiter = delimiter[:1]
	}
	for i := len(delimiter); i < len(src); i++ {
		if src[i] == '\\' && quote == '"' {
			i++
			continue
		}
		if !bytes.HasPrefix(src[i:], delimiter) {
			continue
		}
		// One or two quotes may precede the quotes that end a string on several
		// lines.
		for end := i + len(delimiter); ; end++ {
			if len(delimiter) == 1 || end == len(src) || src[end] != quote {
				return end
			}
		}
	}
	return len(src)
}
