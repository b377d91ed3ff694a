package main

import (
	"context"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	autofixai "github.com/rules-autofix/rules_autofix/internal/autofixai"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/asking"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine/acp"
	"github.com/rules-autofix/rules_autofix/internal/version"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// agent returns the agent of [ai], which works in a copy of the base.
func (s *proving) agent() (engine.Model, error) {
	ws, err := workspace.Open(s.repository.Root)
	if err != nil {
		return nil, err
	}
	defer ws.Close()
	source := asking.Source{Workspace: ws, Tools: s.env.Tools(), Absolute: s.env.Absolute, Trust: s.Trust}
	settings, refusal, err := source.Settings()
	switch {
	case err != nil:
		return nil, err
	case refusal.Code != "":
		return nil, cli.Mistake("--engine=acp: %s", refusal.Detail)
	case !settings.Enabled:
		return nil, cli.Mistake("--engine=acp: [ai] enabled is false; see `autofix ai-check`")
	case len(settings.Command) == 0:
		return nil, cli.Mistake("--engine=acp: [ai] has no command; see `autofix ai-check`")
	}
	options, err := autofixai.Options(settings, s.repository.Root, version.Version)
	if err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	s.redactor = s.redactor.With(options.Hidden)
	s.options.Redactor = s.redactor
	return acp.New(acp.Options{Agent: *options, Open: func(ctx context.Context, over *change.Change) (acp.Folder, error) {
		tree, err := s.repository.Seal(ctx, s.base, "agent")
		if err != nil {
			return nil, err
		}
		if err := tree.Set(ctx, over); err != nil {
			tree.Close()
			return nil, err
		}
		return tree, nil
	}}), nil
}
