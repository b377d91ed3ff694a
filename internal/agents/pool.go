package agents

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
)

// maxDeaths is how many agents may end one after another without any answer.
const maxDeaths = 3

// A Pool serves sessions of one agent, and starts another one where it ended.
// After an agent has ended during a prompt, each session gets a separate agent:
// one that exits after each answer would end the other sessions too. The methods
// may be called concurrently.
type Pool struct {
	options Options
	turn    chan struct{} // held while an agent for all sessions is started

	mu     sync.Mutex
	agent  *Agent          // the last one that was started; nil before the first session
	agents map[*Agent]bool // the open ones; true until the first answer
	alone  bool            // each session gets a separate agent
	hope   error           // if set, no more agents are started
	deaths int             // since the last answer
	closed bool
}

// NewPool returns a pool. It starts the agent with the first session. The
// caller must call Close, because the contexts of the sessions do not end the
// agent.
func NewPool(options Options) *Pool {
	return &Pool{options: options, turn: make(chan struct{}, 1), agents: map[*Agent]bool{}}
}

// A PoolSession is a session of a pool. Its methods may not be called
// concurrently.
type PoolSession struct {
	*Session
	pool  *Pool
	alone bool // its agent serves no other session
}

// NewSession starts a session, and an agent for it if there is none. If the
// first agent could not be started, or three in a row gave no answer, it tries
// no other, and returns the same error for each call. Error.Started
// distinguishes the two.
func (p *Pool) NewSession(ctx context.Context) (*PoolSession, error) {
	// An agent may end between its start and the session.
	for {
		agent, alone, err := p.running(ctx)
		if err != nil {
			return nil, err
		}
		session, err := agent.NewSession(ctx)
		if err == nil {
			return &PoolSession{session, p, alone}, nil
		}
		gone := agent.Err() != nil
		if alone {
			if gone {
				_ = p.bury(agent)
			}
			p.release(agent)
		}
		if !gone || ctx.Err() != nil {
			return nil, err
		}
	}
}

// Prompt is like Session.Prompt. An answer is a sign that the agent works. If
// the agent ended, the prompt is sent once more to another one, in a new session
// without the earlier prompts.
func (s *PoolSession) Prompt(ctx context.Context, text string) (*Answer, error) {
	answer, err := s.Session.Prompt(ctx, text)
	s.pool.learn(s.agent, err)
	if ctx.Err() != nil || !s.agent.lost(err) {
		return answer, err
	}
	other, failed := s.pool.NewSession(ctx)
	if failed != nil {
		return answer, failed
	}
	s.Close()
	*s = *other
	again, err := s.Session.Prompt(ctx, text)
	s.pool.learn(s.agent, err)
	again.Prompts += answer.Prompts
	again.PromptBytes += answer.PromptBytes
	again.AnswerBytes += answer.AnswerBytes
	again.Duration += answer.Duration
	return again, err
}

// Close ends the session.
func (s *PoolSession) Close() {
	s.Session.Close()
	if s.alone {
		s.pool.release(s.agent)
	}
}

// learn notes the outcome of a prompt.
func (p *Pool) learn(agent *Agent, err error) {
	if err != nil && agent.Err() != nil {
		_ = p.bury(agent)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil || agent.Err() == nil {
		p.deaths = 0
		p.agents[agent] = false
	}
	p.alone = p.alone || agent.lost(err)
}

// lost reports whether a prompt failed because its agent ended, perhaps through
// another session.
func (a *Agent) lost(err error) bool {
	failure := asError(err)
	if failure == nil || a.Err() == nil {
		return false
	}
	return failure.Code == Exited || failure.Code == Protocol || failure.Code == OverLimit
}

// release closes an agent without sessions.
func (p *Pool) release(agent *Agent) {
	p.mu.Lock()
	delete(p.agents, agent)
	p.mu.Unlock()
	agent.Close()
}

// running returns an agent that can serve a session, and whether it serves only
// that one.
func (p *Pool) running(ctx context.Context) (agent *Agent, alone bool, err error) {
	select {
	case p.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, false, p.failure(Canceled, context.Cause(ctx))
	}
	p.mu.Lock()
	agent, err, alone = p.agent, p.hope, p.alone
	closed := p.closed
	p.mu.Unlock()
	if alone {
		<-p.turn // the starts need not wait for each other
	} else {
		defer func() { <-p.turn }()
	}
	switch {
	case closed:
		return nil, false, p.failure(Closed, nil)
	case err != nil:
		return nil, false, err
	case alone, agent == nil:
	case agent.Err() == nil:
		return agent, false, nil
	default:
		if err := p.bury(agent); err != nil {
			return nil, false, err
		}
	}
	// The other sessions go on when the one that needs the agent first is canceled.
	started, err := startFor(ctx, context.WithoutCancel(ctx), p.options)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		if p.agent == nil && !errors.Is(err, &Reason{Code: Canceled}) {
			p.hope = err
		} else if p.agent != nil {
			asError(err).Started = true // one had been
		}
		return nil, false, err
	}
	p.agent = started
	p.agents[started] = true
	if p.closed {
		started.Close()
	}
	return started, alone, nil
}

// bury counts an agent that ended without an answer, only once. It returns an
// error if there were too many.
func (p *Pool) bury(agent *Agent) error {
	why := agent.Err()
	agent.distrust(asError(why))
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.agents[agent] {
		p.agents[agent] = false
		if p.deaths++; p.deaths >= maxDeaths {
			p.hope = why
		}
	}
	return p.hope
}

// Info returns the agent's information about itself, and whether an agent has
// been started.
func (p *Pool) Info() (Info, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.agent == nil {
		return Info{}, false
	}
	return p.agent.Info(), true
}

// Close ends all agents of the pool, within a second.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	agents := slices.Collect(maps.Keys(p.agents))
	p.mu.Unlock()
	var closing sync.WaitGroup
	for _, agent := range agents {
		closing.Go(agent.Close)
	}
	closing.Wait()
}

func (p *Pool) failure(code Code, cause error) *Error {
	failure := newAgent(p.options).failure(code, cause, string(code))
	_, failure.Started = p.Info()
	return failure
}

// asError returns the *Error that each error of this package is.
func asError(err error) *Error {
	var failure *Error
	errors.As(err, &failure)
	return failure
}
