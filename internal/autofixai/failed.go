package autofixai

import (
	"errors"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/agents"
)

// ErrReplayMiss is the cause of the error for a question that a recording does
// not have.
var ErrReplayMiss = errors.New("the recording has no such question")

// failed returns the outcome of a question that the agent did not answer.
func failed(err error) outcome {
	failure, known := errors.AsType[*agents.Error](err)
	switch {
	case errors.Is(err, ErrOutOfTime):
		return filtered(CodeBudget, "%v", ErrOutOfTime)
	case errors.Is(err, ErrReplayMiss):
		return unresolved(CodeReplayMiss, "%v", err)
	case known:
		return unresolved(fixedits.Code("ai_agent_"+failure.Code), "%v", err)
	}
	return unresolved(CodeAgent, "%v", err)
}

// couldNotStart notes that no agent could be started.
func (r *Resolver) couldNotStart(err error) {
	failure, known := errors.AsType[*agents.Error](err)
	if errors.Is(err, ErrOutOfTime) || known && (failure.Started || failure.Code == agents.Canceled) {
		return
	}
	r.fail(err)
}

// fail notes the first error that fails the run.
func (r *Resolver) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fatal == nil {
		r.fatal = err
	}
}
