// Package coded has errors with a code, which programs may rely on, and which
// knows the way out.
package coded

import "fmt"

// A Code names a reason. WayOut returns what to do about it, or "".
type Code interface {
	~string
	WayOut() string
}

// An Error is a reason, what happened, and its cause, if there is one.
type Error[C Code] struct {
	Code   C
	Detail string // the event, or the thing it is about
	Err    error
}

// New returns an error with a detail as fmt.Sprintf formats it.
func New[C Code](code C, err error, format string, args ...any) *Error[C] {
	return &Error[C]{code, fmt.Sprintf(format, args...), err}
}

// Error returns `DETAIL: CAUSE; WAY OUT`.
func (e *Error[C]) Error() string { return Sentence(e.Detail, e.Err, e.Code.WayOut()) }

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
