package toml

import (
	"bytes"

	"github.com/rules-autofix/rules_autofix/formatting/indentation"
)

// indentOf returns one level of indentation for a text that is TOML.
func (l language) indentOf(src []byte) string {
	if !l.options.KeepIndent {
		return l.options.IndentString
	}
	if own := ownIndent(src); own != "" {
		return own
	}
	return l.options.IndentString
}

// ownIndent returns the indentation that a text has: that of most lines which
// start with an element, beyond the line on which the array that they are in
// opens.
func ownIndent(src []byte) string {
	var tally indentation.Tally
	var open [][]byte // of each open bracket, what its line starts with
	var margin []byte // what the line starts with
	first := true
	for i := 0; i < len(src); i++ {
		switch c := src[i]; c {
		case '\n':
			rest := src[i+1:]
			margin, first = rest[:len(rest)-len(bytes.TrimLeft(rest, " \t"))], true
			i += len(margin)
			continue
		case ' ', '\t', '\r':
			continue
		case '#':
			if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
				i += n - 1
				continue
			}
			return tally.Unit()
		case ']', '}':
			open = open[:len(open)-1]
		default:
			if first && len(open) > 0 && c != ',' {
				tally.Add(open[len(open)-1], margin)
			}
			switch c {
			case '[', '{':
				open = append(open, margin)
			case '"', '\'':
				i += stringLength(src[i:]) - 1
			}
		}
		first = false
	}
	return tally.Unit()
}
