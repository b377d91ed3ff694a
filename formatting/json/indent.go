package json

import (
	"bytes"

	"github.com/rules-autofix/rules_autofix/formatting/indentation"
)

// indentOf returns one level of indentation for a text that parses.
func (l language) indentOf(src []byte) string {
	if !l.options.KeepIndent {
		return l.options.Indent
	}
	if own := ownIndent(src); own != "" {
		return own
	}
	return l.options.Indent
}

// ownIndent returns the indentation that a text has: that of most lines which
// start with an item, beyond the line on which what they are in opens.
func ownIndent(src []byte) string {
	var tally indentation.Tally
	var open [][]byte // of each open bracket, what its line starts with
	var margin []byte // what the line starts with
	first := true
	previous := 0
	for start, end := token(src, 0); start < end; start, end = token(src, end) {
		if newline := bytes.LastIndexByte(src[previous:start], '\n'); newline >= 0 {
			margin, first = src[previous+newline+1:start], true
		}
		previous = end
		switch c := src[start]; {
		case isComment(src[start:end]):
			continue // which says nothing of what follows on its line, either
		case c == '}' || c == ']':
			open = open[:len(open)-1]
		case first && len(open) > 0 && c != ',' && c != ':':
			tally.Add(open[len(open)-1], margin)
		}
		if c := src[start]; c == '{' || c == '[' {
			open = append(open, margin)
		}
		first = false
	}
	return tally.Unit()
}
