package artifact

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// An Error describes an error in an artifact, and its place.
type Error struct {
	Field  string // such as fixes[3].edits[0].end; empty for the document as a whole
	Line   int    // 1-based place in the JSON text; 0 if the error is about a value
	Column int    // 1-based, in bytes
	Reason string
}

// Error returns `artifact: FIELD: REASON`, followed by the place in the JSON
// text if it is known.
func (e *Error) Error() string {
	text := "artifact: "
	if e.Field != "" {
		text += e.Field + ": "
	}
	text += e.Reason
	if e.Line > 0 {
		text += fmt.Sprintf(" (line %d, column %d)", e.Line, e.Column)
	}
	return text
}

// invalid returns an Error about a value.
func invalid(field, format string, args ...any) *Error {
	return &Error{Field: field, Reason: fmt.Sprintf(format, args...)}
}

// within prepends the name of an enclosing field, such as "edits[2]", to the
// field of e.
func (e *Error) within(field string) *Error {
	switch {
	case e.Field == "":
		e.Field = field
	case e.Field[0] == '[':
		e.Field = field + e.Field
	default:
		e.Field = field + "." + e.Field
	}
	return e
}

// item returns the name of the i-th element of a list.
func item(i int) string {
	return "[" + strconv.Itoa(i) + "]"
}

// quote returns untrusted text on one line of bounded length.
func quote[T ~string | ~[]byte](text T) string {
	const most = 60
	s := string(text[:min(len(text), most)])
	if len(text) == len(s) {
		return strconv.Quote(s)
	}
	for len(s) > 0 && !utf8.RuneStart(text[len(s)]) {
		s = s[:len(s)-1]
	}
	return strconv.Quote(s) + "..."
}
