package agents

import (
	"context"
	"errors"
	"sync"
)

// maxDeaths is how many agents may end one after another without any answer.
const maxDeaths = 3

// A Pool serves sessions of one agent, and starts another one where it ended.
// Its methods may be called concurrently.
type Pool struct {
	options Options
	turn    chan struct{} // held by the one that starts an agent

	mu     sync.Mutex
	agent  *Agent // nil before the first session
	agents []*Agent
	hope   error // why no agent is started anymore
	deaths int   // since the last answer
	closed bool
}

// NewPool returns a pool. It starts the agent with the first session. The
// caller must call Close, because the contexts of the sessions do not end the
// agent.
func NewPool(options Options) *Pool {
	return &Pool{options: options, turn: make(chan struct{}, 1)}
}

// A PoolSession is a session of a pool.
type PoolSession struct {
	*Session
	pool *Pool
}

// NewSession starts a session, and an agent for it if there is none. If the
// first agent could not be started, or three in a row gave no answer, it tries
// no other, and returns the same error for each call. Error.Started
// distinguishes the two.
func (p *Pool) NewSession(ctx context.Context) (*PoolSession, error) {
	// An agent may end between its start and the session.
	for {
		agent, err := p.running(ctx)
		if err != nil {
			return nil, err
		}
		session, err := agent.NewSession(ctx)
		if err == nil {
			return &PoolSession{session, p}, nil
		}
		if agent.Err() == nil || ctx.Err() != nil {
			return nil, err
		}
	}
}

// Prompt is like Session.Prompt. An answer is a sign that the agent works.
func (s *PoolSession) Prompt(ctx context.Context, text string) (*Answer, error) {
	answer, err := s.Session.Prompt(ctx, text)
	if s.agent.Err() == nil || err == nil {
		s.pool.mu.Lock()
		s.pool.deaths = 0
		s.pool.mu.Unlock()
	}
	return answer, err
}

// running returns an agent that can serve a session.
func (p *Pool) running(ctx context.Context) (*Agent, error) {
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return nil, p.failure(Canceled, context.Cause(ctx))
	}
	p.mu.Lock()
	agent, err := p.agent, p.hope
	closed := p.closed
	p.mu.Unlock()
	switch {
	case closed:
		return nil, p.failure(Closed, nil)
	case err != nil:
		return nil, err
	case agent != nil && agent.Err() == nil:
		return agent, nil
	case agent != nil:
		if err := p.bury(agent); err != nil {
			return nil, err
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
		return nil, err
	}
	p.agent = started
	p.agents = append(p.agents, started)
	if p.closed {
		started.Close()
	}
	return started, nil
}

// bury counts an agent that ended. It returns an error if there were too many.
func (p *Pool) bury(agent *Agent) error {
	why := agent.Err()
	agent.distrust(asError(why))
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.deaths++; p.deaths >= maxDeaths {
		p.hope = why
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
	agents := p.agents
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
