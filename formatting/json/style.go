package json

import (
	"bytes"

	"github.com/rules-autofix/rules_autofix/formatting/indentation"
)

// A style is the part of the layout that a file chooses for itself.
type style struct {
	indent      string // one level
	object      string // within the brackets of an object on one line
	array       string // within the brackets of an array
	beforeColon string
	afterColon  string
	afterComma  string // on one line
}

// styleOf returns the style of a text that parses.
func (l language) styleOf(src []byte) style {
	s := style{indent: l.options.Indent, object: " ", afterColon: " ", afterComma: " "}
	if !l.options.KeepIndent && !l.options.KeepLines {
		return s
	}
	found := surveyStyle(src)
	if unit := found.indent.Unit(); l.options.KeepIndent && unit != "" {
		s.indent = unit
	}
	if l.options.KeepLines {
		found.object.decide(&s.object)
		found.array.decide(&s.array)
		found.beforeColon.decide(&s.beforeColon)
		found.afterColon.decide(&s.afterColon)
		found.afterComma.decide(&s.afterComma)
	}
	return s
}

// A vote counts places with and without a space.
type vote struct{ with, without int }

// add counts the space between two tokens, unless it has a line end.
func (v *vote) add(between []byte) {
	switch {
	case bytes.IndexByte(between, '\n') >= 0:
	case len(between) > 0:
		v.with++
	default:
		v.without++
	}
}

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
	indent                                             indentation.Tally // of lines that start with an item, relative to the line with the opening bracket
	object, array, beforeColon, afterColon, afterComma vote
}

func surveyStyle(src []byte) *styleSurvey {
	s := new(styleSurvey)
	var open [][]byte // of each open bracket, the indentation of its line
	var margin []byte // the indentation of the line
	var last byte     // the first byte of the token before; 0 for a comment
	first := true
	previous := 0
	for start, end := token(src, 0); start < end; start, end = token(src, end) {
		between := src[previous:start]
		if newline := bytes.LastIndexByte(between, '\n'); newline >= 0 {
			margin, first = between[newline+1:], true
		}
		previous = end
		c := src[start]
		if isComment(src[start:end]) {
			last = 0
			continue // which says nothing of what follows on its line, either
		}
		s.spaces(last, c, between)
		switch {
		case c == '}' || c == ']':
			open = open[:len(open)-1]
		case first && len(open) > 0 && c != ',' && c != ':':
			s.indent.Add(open[len(open)-1], margin)
		}
		if c == '{' || c == '[' {
			open = append(open, margin)
		}
		first = false
		last = c
	}
	return s
}

// spaces counts the space between two tokens, by their first bytes.
func (s *styleSurvey) spaces(before, after byte, between []byte) {
	switch {
	case before == '{' && after != '}':
		s.object.add(between)
	case before == '[' && after != ']':
		s.array.add(between)
	case before == ',':
		s.afterComma.add(between)
	case before == ':':
		s.afterColon.add(between)
	case after == ':':
		s.beforeColon.add(between)
	}
}
