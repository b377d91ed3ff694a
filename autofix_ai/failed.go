package autofixai

import (
	"context"
	"errors"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A Failure is an error of an agent. Its code is that of the fix.
type Failure struct {
	Code    string // of the package agents
	Detail  string
	WayOut  string
	Started bool // an agent had started
	Err     error
}

func (f *Failure) Error() string { return f.Detail + ": " + f.WayOut }
func (f *Failure) Unwrap() error { return f.Err }

// ErrReplayMiss is the cause of the error for a question that a recording does
// not have.
var ErrReplayMiss = errors.New("the recording has no such question")

// failed returns the outcome of a question that the agent did not answer.
func (l *loop) failed(err error) outcome {
	failure, known := errors.AsType[*Failure](err)
	switch {
	case errors.Is(err, errOutOfTime) || known && errors.Is(failure.Err, errOutOfTime):
		return filtered(CodeBudget, "%v", errOutOfTime)
	case errors.Is(err, ErrReplayMiss):
		return unresolved(CodeReplayMiss, "%v", err)
	case known:
		return unresolved(fixedits.Code("ai_agent_"+failure.Code), "%v", err)
	}
	return unresolved("ai_agent_error", "%v", err)
}

// couldNotStart notes that no agent could be started.
func (r *Resolver) couldNotStart(err error) {
	failure, known := errors.AsType[*Failure](err)
	if errors.Is(err, context.Canceled) || errors.Is(err, errOutOfTime) || known && failure.Started {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fatal == nil {
		r.fatal = err
	}
}
