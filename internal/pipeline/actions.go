package pipeline

import (
	"errors"
	"io/fs"
	"syscall"

	fixactions "github.com/rules-autofix/rules_autofix/internal/fixactions"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// ActionTexts returns the texts of a source to which fix actions are lowered.
// Their errors have codes.
func ActionTexts(source Source) fixactions.Reader {
	return func(path string) ([]byte, error) {
		text, err := source.Read(path)
		if err != nil {
			return nil, unreadable(err)
		}
		return text, nil
	}
}

func unreadable(err error) *operation.Error {
	large, isLarge := errors.AsType[*workspace.SizeError](err)
	switch {
	case isLarge:
		return &operation.Error{Code: operation.CodeNoFile, Why: large.Reason()}
	case errors.Is(err, workspace.ErrOutside):
		return &operation.Error{Code: operation.CodeOutside, Why: "not within the workspace"}
	case errors.Is(err, workspace.ErrNotRegular):
		return &operation.Error{Code: operation.CodeForeign, Why: "not a regular file"}
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return &operation.Error{Code: operation.CodeNoFile, Why: "there is no such file"}
	}
	return &operation.Error{Code: operation.CodeNoFile, Why: err.Error()}
}
