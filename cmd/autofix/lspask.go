package main

import (
	"context"
	"errors"
	"io"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	autofixai "github.com/rules-autofix/rules_autofix/internal/autofixai"
	"github.com/rules-autofix/rules_autofix/internal/editor"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// ask returns the function that asks an agent as `autofix fix --ai` does: with
// the same settings, trust, judges and verification.
func (c *lspCmd) ask(env *environment, flags *cli.Globals) editor.Ask {
	return func(ws *workspace.Workspace, opts *pipeline.Options, said io.Writer) (func(context.Context, error) error, error) {
		quiet := *env
		quiet.Stdout, quiet.Stderr, quiet.Steps, quiet.Terminal = io.Discard, said, said, false
		fix := fixCmd{Bazel: c.Bazel, BazelFlag: c.BazelFlag}
		fix.Ask, fix.Cache, fix.Once = true, autofixai.CacheUse, true
		opts.Shown = env.Shown(ws.Root())
		asks, verifying, err := fix.beginSteps(&quiet, ws, flags, opts)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, failure error) error {
			asks.Finish()
			if err := errors.Join(failure, verifying.Finish(ctx, opts.Shown)); err != nil {
				return err
			}
			return asks.Judge(nil)
		}, nil
	}
}
