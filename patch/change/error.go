package change

import (
	"errors"
	"strconv"

	"github.com/rules-autofix/rules_autofix/internal/coded"
	"github.com/rules-autofix/rules_autofix/patch"
)

// The codes of errors that package patch does not have.
const (
	FileAndFolder patch.Code = "change_file_and_folder"
	TooLarge      patch.Code = "change_too_large"
	NoFileName    patch.Code = "edits_no_file_name"
)

var waysOut = map[patch.Code]string{
	FileAndFolder: "delete the file, or put the other one elsewhere",
	TooLarge:      "make a smaller change",
	NoFileName:    "write the path of the file on the line before each search/replace block",
}

// An Error says why a change is refused.
type Error struct {
	Path   string // of the file, or empty if it is about the whole change
	Code   patch.Code
	Line   int    // of the diff or the answer, from 1; 0 if there is no single one
	Detail string // has no text of the file or of the change
	Err    error  // a cause, or nil
}

// Error implements error. It ends with what to do about it.
func (e *Error) Error() string {
	s := ""
	if e.Path != "" {
		s = plain(e.Path) + ": "
	}
	if e.Line > 0 {
		s += "line " + strconv.Itoa(e.Line) + ": "
	}
	return coded.Sentence(s+e.Detail, e.Err, e.WayOut()) + " (" + string(e.Code) + ")"
}

// WayOut says in a few words what to do about the error.
func (e *Error) WayOut() string {
	if way := waysOut[e.Code]; way != "" {
		return way
	}
	return e.Code.WayOut()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// plain returns a name, quoted if a terminal would not show it unchanged.
func plain(name string) string {
	if quoted := strconv.Quote(name); len(quoted) != len(name)+2 {
		return quoted
	}
	return name
}

func refuse(name string, code patch.Code, detail string) error {
	return &Error{Path: name, Code: code, Detail: detail}
}

// wrap adds the name of a file to an error of package patch.
func wrap(name string, err error) error {
	var e *patch.Error
	if !errors.As(err, &e) {
		return &Error{Path: name, Code: patch.DiffReadFailed, Detail: "the file cannot be read", Err: err}
	}
	return &Error{Path: name, Code: e.Code, Line: e.Line, Detail: e.Detail, Err: e.Err}
}
