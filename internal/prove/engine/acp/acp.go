// Package acp asks agents over the Agent Client Protocol. An agent changes
// files of a throwaway copy of the tree, in a sandbox. Only the difference
// between the trees and the words of the agent count. An agent that only
// answers with edits is supported too.
//
// An agent that works in a tree sees its files unredacted, including secrets
// that somebody committed.
package acp

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/agents"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
)

// A Folder is a throwaway copy of the tree.
type Folder interface {
	Dir() string // absolute
	// Changed returns the changes of the folder over the base. It refuses links
	// and other things that are not regular files.
	Changed(ctx context.Context) (*change.Change, error)
	// Close removes the folder.
	Close() error
}

// Options say which agent is asked, and where it works.
type Options struct {
	// Agent is how it is run. Its Folder is set here, and so Wrap is required.
	Agent agents.Options
	// Open returns a folder that has the base with a change over it, which may be
	// empty and is not nil.
	Open func(ctx context.Context, over *change.Change) (Folder, error)
}

// New returns a model that starts an agent for each question: nothing of one
// survives to the next.
func New(o Options) engine.Model { return &model{options: o} }

type model struct {
	options Options

	mu   sync.Mutex
	info agents.Info // of the last agent
}

// Identity implements engine.Model.
func (m *model) Identity() engine.Identity {
	m.mu.Lock()
	defer m.mu.Unlock()
	return engine.Identity{Kind: engine.KindACP, Name: m.info.Name, Version: m.info.Version, Edits: true}
}

// Close implements engine.Model.
func (m *model) Close() {}

// Ask implements engine.Model.
func (m *model) Ask(ctx context.Context, q *engine.Question) (reply *engine.Reply, err error) {
	reply = &engine.Reply{}
	if q.Step != engine.StepTests && q.Step != engine.StepFix {
		return reply, m.prompt(ctx, q, "", reply)
	}
	over := q.Over
	if over == nil {
		over = &change.Change{}
	}
	folder, err := m.options.Open(ctx, over)
	if err != nil {
		return reply, &engine.Error{Code: engine.NoWorkspace, Detail: "there is no folder for the agent", Err: err}
	}
	defer func() {
		if closing := folder.Close(); closing != nil && err == nil {
			err = &engine.Error{Code: engine.NoWorkspace, Detail: "the folder of the agent cannot be removed", Err: closing}
		}
	}()
	// The agent and all its processes have ended when prompt returns.
	if err := m.prompt(ctx, q, folder.Dir(), reply); err != nil {
		return reply, err
	}
	changed, err := folder.Changed(ctx)
	if err == nil {
		changed, err = over.Inverse().Then(changed)
	}
	switch {
	case ctx.Err() != nil:
		return reply, &engine.Error{Code: engine.Canceled, Detail: "canceled", Err: context.Cause(ctx)}
	case err != nil:
		return reply, &engine.Error{Code: engine.BadEdits, Detail: "what the agent did to the files cannot be used", Err: err}
	}
	reply.Diff = changed.Diff()
	return reply, nil
}

// prompt runs an agent, in a folder or in an empty one, and asks it.
func (m *model) prompt(ctx context.Context, q *engine.Question, folder string, reply *engine.Reply) error {
	if err := q.Spend(); err != nil {
		return err
	}
	reply.Usage.Calls++
	options := m.options.Agent
	options.Folder = folder
	agent, err := agents.Start(ctx, options)
	if err != nil {
		return failed(err)
	}
	defer agent.Close()
	m.mu.Lock()
	m.info = agent.Info()
	m.mu.Unlock()
	session, err := agent.NewSession(ctx)
	if err != nil {
		return failed(err)
	}
	defer session.Close()
	answer, err := session.Prompt(ctx, q.System+"\n\n"+q.Prompt)
	reply.Usage.Input, reply.Usage.Output = int64(answer.Usage.Input), int64(answer.Usage.Output)
	reply.Usage.Cost, reply.Usage.Currency = answer.Usage.Cost, answer.Usage.Currency
	if err != nil {
		return failed(err)
	}
	reply.Text, reply.Stderr = answer.Text, agent.Stderr()
	return nil
}

var codes = map[agents.Code]engine.Code{
	agents.Canceled: engine.Canceled, agents.StartTimeout: engine.Timeout, agents.IdleTimeout: engine.Timeout, agents.Timeout: engine.Timeout,
	agents.Login: engine.Unauthorized, agents.RateLimited: engine.RateLimited, agents.Refused: engine.Refused, agents.MaxTokens: engine.Truncated,
	agents.AnswerTooLarge: engine.TooLarge,
}

// failed returns the error of an agent as one of an engine.
func failed(err error) error {
	code, detail := engine.AgentFailed, "the agent gives no answer"
	if e, ok := errors.AsType[*agents.Error](err); ok {
		code = cmp.Or(codes[e.Code], code)
		detail = engine.WithStderr(detail, e.Stderr)
	}
	return &engine.Error{Code: code, Detail: detail, Err: err}
}
