package change

import (
	"errors"

	"github.com/rules-autofix/rules_autofix/internal/patch"
)

func refuse(name string, code patch.Code, detail string) error {
	return &patch.Error{Path: name, Code: code, Detail: detail}
}

// named returns an error of package patch with the name of its file.
func named(name string, err error) error {
	e, ok := errors.AsType[*patch.Error](err)
	if !ok {
		return &patch.Error{Path: name, Code: patch.DiffReadFailed, Detail: "the file cannot be read", Err: err}
	}
	with := *e
	with.Path = name
	return &with
}
