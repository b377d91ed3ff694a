// Package flow edits collections in brackets: the objects and arrays of JSON,
// the inline tables and arrays of TOML, and the flow collections of YAML. It
// decides what an inserted or removed item does to commas, lines, indentation
// and comments. Parsing, and the texts of items, are up to the languages.
package flow

import "strings"

// A Collection is a collection with its changes. Its text is divided into an
// opening bracket, a head, the pieces of the items, a tail, and a closing
// bracket.
type Collection struct {
	*Syntax
	Head, Tail string
	Commas     bool   // a comma follows the last item, if there is one
	Margin     string // the start of the line of the opening bracket
	Style      Style
}

// A Piece is the text around an item: a lead, the item, a mid, a comma and a
// trail. A comment at the end of a line belongs to the piece on that line, and
// the comments directly above an item belong to its lead.
//
// A space stays before the comma of a bare item, which is a key without a
// value: some parsers take "a:," for a key.
type Piece struct {
	Lead, Mid, Trail string
	Bare             bool
}

// Pieces has the pieces of the current items of a collection.
type Pieces interface {
	Len() int
	Read(i int) *Piece   // to be read
	Change(i int) *Piece // to be changed
}

// A Style is what new text follows where its neighbors do not decide.
type Style struct {
	Newline string
	Unit    string // one level of indentation
	Comma   string // after a comma on one line
	After   bool   // an edit within a line directly follows an item, and does not precede the next one
	Inside  bool   // a closing bracket on its own line has the indentation of the items
}

// A Syntax is the syntax of comments.
type Syntax struct {
	Line    string                 // the start of a comment up to the end of the line
	Block   bool                   // comments between /* and */ are allowed
	Belongs func(line string) bool // whether a line of a lead belongs to the item after it
}

const whitespace = " \t\r\n"

// Comment returns the length of the comment at the start of text, without the
// line end after a line comment. It is 0 if there is none.
func (s *Syntax) Comment(text string) int {
	switch {
	case strings.HasPrefix(text, s.Line):
		end := strings.IndexByte(text, '\n')
		switch {
		case end < 0:
			return len(text)
		case text[end-1] == '\r':
			return end - 1
		}
		return end
	case s.Block && strings.HasPrefix(text, "/*"):
		if end := strings.Index(text[2:], "*/"); end >= 0 {
			return end + 4
		}
		return len(text)
	}
	return 0
}

// Newline returns the offset of the first line end outside of comments, or -1.
// Only whitespace and comments are in the range.
func (s *Syntax) Newline(text string, start, end int) int {
	for i := start; i < end; i++ {
		switch text[i] {
		case '\n':
			if i > start && text[i-1] == '\r' {
				i--
			}
			return i
		case s.Line[0]:
			i += max(s.Comment(text[i:]), 1) - 1
		}
	}
	return -1
}

func (s *Syntax) hasNewline(text string) bool { return s.Newline(text, 0, len(text)) >= 0 }

// hasLineComment reports whether a comment in a text reaches up to the end of
// its line.
func (s *Syntax) hasLineComment(text string) bool {
	for i := 0; i < len(text); i++ {
		if length := s.Comment(text[i:]); length > 0 {
			if strings.HasPrefix(text[i:], s.Line) {
				return true
			}
			i += length - 1
		}
	}
	return false
}

// LineEnd returns the line end at the start of text.
func LineEnd(text string) string {
	switch {
	case strings.HasPrefix(text, "\n"):
		return "\n"
	case strings.HasPrefix(text, "\r\n"):
		return "\r\n"
	}
	return ""
}

// Indentation returns the spaces and tabs at the start of text.
func Indentation(text string) string { return text[:len(text)-len(strings.TrimLeft(text, " \t"))] }
