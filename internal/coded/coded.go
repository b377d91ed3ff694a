// Package coded has errors with a code, which programs may rely on, and which
// knows the way out.
package coded

import (
	"fmt"
	"strconv"
)

// A Code names a reason. WayOut returns what to do about it, or "".
type Code interface {
	~string
	WayOut() string
}

// A Shown code is at the end of the texts of its errors.
type Shown interface{ Shown() }

// A Leading code is at the start of the texts of its errors.
type Leading interface{ Leading() }

// An Error is a reason, what happened, and its cause, if there is one.
type Error[C Code] struct {
	Path   string // of the file that it is about, or empty
	Code   C
	Line   int    // that it is about, from 1; 0 if there is no single one
	Detail string // the event, or the thing it is about
	Err    error
}

// New returns an error with a detail as fmt.Sprintf formats it.
func New[C Code](code C, err error, format string, args ...any) *Error[C] {
	return &Error[C]{Code: code, Detail: fmt.Sprintf(format, args...), Err: err}
}

// Error returns `PATH: line LINE: DETAIL: CAUSE; WAY OUT (CODE)`, without
// missing parts.
func (e *Error[C]) Error() string {
	place := ""
	if _, leading := any(e.Code).(Leading); leading {
		place = string(e.Code) + ": "
	}
	if e.Path != "" {
		place += plain(e.Path) + ": "
	}
	if e.Line > 0 {
		place += "line " + strconv.Itoa(e.Line) + ": "
	}
	text := Sentence(place+e.Detail, e.Err, e.Code.WayOut())
	if _, shown := any(e.Code).(Shown); shown {
		text += " (" + string(e.Code) + ")"
	}
	return text
}

// plain returns a path, quoted if a terminal would not show it unchanged.
func plain(path string) string {
	if quoted := strconv.Quote(path); len(quoted) != len(path)+2 {
		return quoted
	}
	return path
}

// Unwrap returns the cause.
func (e *Error[C]) Unwrap() error { return e.Err }

// Is reports whether target has the same code, so that errors.Is(err,
// &Error{Code: Timeout}) works.
func (e *Error[C]) Is(target error) bool {
	other, ok := target.(*Error[C])
	return ok && other.Code == e.Code
}

// Sentence returns `DETAIL: CAUSE; WAY OUT`, without missing parts.
func Sentence(detail string, cause error, way string) string {
	if cause != nil {
		detail += ": " + cause.Error()
	}
	if way != "" {
		detail += "; " + way
	}
	return detail
}
