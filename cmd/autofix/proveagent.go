package main

import (
	"context"

	autofixai "github.com/rules-autofix/rules_autofix/autofix_ai"
	"github.com/rules-autofix/rules_autofix/internal/version"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/prove/change"
	"github.com/rules-autofix/rules_autofix/prove/engine"
	"github.com/rules-autofix/rules_autofix/prove/engine/acp"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// agent returns the agent of [ai], which works in a copy of the base.
func (s *proving) agent() (engine.Model, error) {
	ws, err := workspace.Open(s.repository.Root)
	if err != nil {
		return nil, err
	}
	defer ws.Close()
	run := &asking{aiFlags: &aiFlags{Trust: s.Trust}, env: s.env, ws: ws}
	if err := run.configure("", &pipeline.Options{Tools: s.env.tools()}); err != nil {
		return nil, err
	}
	switch {
	case run.refusal.Code != "":
		return nil, mistake("--engine=acp: %s", run.refusal.Detail)
	case !run.settings.Enabled:
		return nil, mistake("--engine=acp: [ai] enabled is false; see `autofix ai-check`")
	case len(run.settings.Command) == 0:
		return nil, mistake("--engine=acp: [ai] has no command; see `autofix ai-check`")
	}
	options, err := autofixai.Options(run.settings, s.repository.Root, version.Version)
	if err != nil {
		return nil, &usageError{err: err}
	}
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
