package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// changedLines is the flag --changed-lines.
type changedLines struct {
	Since string // a revision, or "" if it is not given
}

// sinceHead is the revision of the flag without one.
const sinceHead = "HEAD"

func (c *changedLines) declare(f cli.FlagSet) {
	f.TextOr(&c.Since, "changed-lines", "REV", sinceHead, "Only findings and fixes that touch lines that changed since HEAD, or since the commit where HEAD and REV parted. Formatters change only what touches these lines.")
}

// flag returns the flag, or "" if it is not given.
func (c *changedLines) flag() string {
	switch c.Since {
	case "":
		return ""
	case sinceHead:
		return "--changed-lines"
	}
	return "--changed-lines=" + c.Since
}

// only returns the files that have changed, and stores their changed lines in
// opts.
func (c *changedLines) only(ctx context.Context, ws *workspace.Workspace, staged bool, files []string, opts *pipeline.Options) ([]string, error) {
	if c.Since == "" {
		return files, nil
	}
	revision := c.Since
	if revision == sinceHead {
		revision = "" // a branch without commits has none
	}
	changed, err := ws.Changed(ctx, revision, staged)
	if err != nil {
		return nil, noCheckout(c.flag(), err)
	}
	opts.Lines = changed.Lines
	return slices.DeleteFunc(slices.Clone(files), func(file string) bool { return !changed.Has(file) }), nil
}

// noCheckout returns the error of a flag that needs git: a mistake in the
// command if there is no checkout, or no such revision.
func noCheckout(flag string, err error) error {
	if missing, ok := errors.AsType[*workspace.NoRevisionError](err); ok {
		return &cli.UsageError{Err: fmt.Errorf("%s: %s", flag, missing.Why)}
	}
	_, none := errors.AsType[*workspace.NoCheckoutError](err)
	if err = fmt.Errorf("%s: %w", flag, err); none {
		return &cli.UsageError{Err: err}
	}
	return err
}
