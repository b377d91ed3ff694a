package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// ReadArtifacts reads artifacts. A malformed one is a failure of the checker
// that wrote it.
func (e *Environment) ReadArtifacts(ctx context.Context, names []string) ([]*artifact.Artifact, error) {
	artifacts, failed, err := pipeline.ReadArtifacts(ctx, e.Encoded(names))
	var malformed *artifact.Error
	switch {
	case errors.As(err, &malformed):
		return nil, fmt.Errorf("%s: %w; nothing was applied: make it again with `autofix check --out`", names[failed], err)
	case err == nil:
		return artifacts, nil
	case errors.Is(err, context.Cause(ctx)):
		return nil, err
	}
	return nil, fmt.Errorf("artifact: %w", InputError(err))
}

// InputError returns a usage error if a file given on the command line does not
// exist or is not a file. If it exists and cannot be read, the error is a
// failure.
func InputError(err error) error {
	for _, kind := range []error{fs.ErrNotExist, syscall.EISDIR, syscall.ENOTDIR, syscall.ENAMETOOLONG, syscall.ELOOP} {
		if errors.Is(err, kind) {
			return &UsageError{Err: err}
		}
	}
	return err
}

// Encoded returns the artifacts in files, whose names are relative to the
// folder of the command.
func (e *Environment) Encoded(names []string) []pipeline.Encoded {
	files := make([]pipeline.Encoded, len(names))
	for i, name := range names {
		files[i].Path = e.Absolute(name)
	}
	return files
}
