package toml

import (
	"bytes"

	"github.com/rules-autofix/rules_autofix/formatting/indentation"
)

// A style is the part of the layout that a file chooses for itself.
type style struct {
	keep   bool   // what has no other rule stays
	indent string // one level, in arrays
	table  string // within the brackets of an inline table on one line
	array  string // within the brackets of an array
}

// styleOf returns the style of a text that is TOML.
func (l language) styleOf(src []byte) style {
	s := style{keep: l.options.KeepLayout, indent: l.options.IndentString, table: " "}
	if !l.options.KeepLayout && !l.options.KeepIndent {
		return s
	}
	found := surveyStyle(src)
	if unit := found.indent.Unit(); l.options.KeepIndent && unit != "" {
		s.indent = unit
	}
	if l.options.KeepLayout {
		found.table.decide(&s.table)
		found.array.decide(&s.array)
	}
	return s
}

// A vote counts places with and without a space.
type vote struct{ with, without int }

// decide sets a space if most places have one.
func (v vote) decide(space *string) {
	switch {
	case v.with > v.without:
		*space = " "
	case v.with < v.without:
		*space = ""
	}
}

// A styleSurvey collects the style of the places in a file.
type styleSurvey struct {
	indent       indentation.Tally // of lines that start with an element, relative to the line with the opening bracket
	table, array vote
}

func surveyStyle(src []byte) *styleSurvey {
	s := new(styleSurvey)
	var open [][]byte // of each open bracket, the indentation of its line
	var margin []byte // the indentation of the line
	first, value := true, false
	if len(src) > 0 {
		margin = src[:len(src)-len(bytes.TrimLeft(src, " \t"))]
	}
	for i := len(margin); i < len(src); i++ {
		switch c := src[i]; c {
		case '\n':
			rest := src[i+1:]
			margin, first, value = rest[:len(rest)-len(bytes.TrimLeft(rest, " \t"))], true, value && len(open) > 0
			i += len(margin)
			continue
		case ' ', '\t', '\r':
			continue
		case '#':
			if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
				i += n - 1
				continue
			}
			return s
		case '=':
			value = true
		case ']', '}':
			open = open[:len(open)-1]
		default:
			if first && len(open) > 0 && c != ',' {
				s.indent.Add(open[len(open)-1], margin)
			}
			switch c {
			case '[', '{':
				open = append(open, margin)
				if value { // not a header
					s.bracket(c, src[i+1:])
				}
			case '"', '\'':
				i += stringLength(src[i:]) - 1
			}
		}
		first = false
	}
	return s
}

// bracket counts an opening bracket by what follows it on its line.
func (s *styleSurvey) bracket(open byte, rest []byte) {
	next := bytes.TrimLeft(rest, " \t")
	if len(next) == 0 || bytes.IndexByte([]byte("\r\n#]}"), next[0]) >= 0 {
		return
	}
	v := &s.table
	if open == '[' {
		v = &s.array
	}
	if len(next) < len(rest) {
		v.with++
	} else {
		v.without++
	}
}
