package autofixai

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/agents"
	"github.com/rules-autofix/rules_autofix/internal/clip"
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
		return unresolved(fixedits.Code("ai_agent_"+failure.Code), "%s", Told(err))
	}
	return unresolved(CodeAgent, "%v", err)
}

// Told returns the error of an agent in one line, with the end of the agent's
// standard error.
func Told(err error) string {
	failure, known := errors.AsType[*agents.Error](err)
	if !known || failure.Stderr == "" {
		return err.Error()
	}
	return fmt.Sprintf("%v; its standard error ends with %q", err, failure.Tail())
}

// CouldNotAsk reports whether an error means that no agent can be asked at all:
// none could be started, or it has no login.
func CouldNotAsk(err error) bool {
	failure, known := errors.AsType[*agents.Error](err)
	return known && (failure.Code == agents.Login || !failure.Started && failure.Code != agents.Canceled) && !errors.Is(err, ErrOutOfTime)
}

// couldNotAsk notes an error that says that no agent can be asked.
func (r *Resolver) couldNotAsk(err error) {
	if CouldNotAsk(err) {
		r.fail(err)
	}
}

// denied adds the denied requests of an agent to the outcome of a fix without an
// answer: some agents change files themselves, and give up when they cannot.
func (o outcome) denied(asked []string) outcome {
	if o.text == nil && len(asked) > 0 {
		slices.Sort(asked)
		asked = slices.Compact(asked)
		o.reason.Detail += fmt.Sprintf("; denied requests of the agent: %s", clip.Line(strings.Join(asked, ", "), 300))
	}
	return o
}

// fail notes the first error that fails the run.
func (r *Resolver) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fatal == nil {
		r.fatal = err
	}
}
