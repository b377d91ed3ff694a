package autofixai

import (
	"context"
	"errors"
	"fmt"

	"github.com/rules-autofix/rules_autofix/internal/agents/budget"
)

// Budget returns the budget of a run.
func (s *Settings) Budget() *budget.Budget {
	return &budget.Budget{Limits: budget.Limits{Questions: s.MaxFixes, Tokens: s.MaxTokens, Time: s.Total}}
}

// limitKeys are the keys of the limits.
var limitKeys = map[budget.What]string{budget.Questions: keyMaxFixes, budget.Tokens: keyMaxTokens, budget.Time: keyTotal}

// Spend counts a question that is about to be asked. If a limit forbids it,
// Spend returns the limit that is used up, otherwise "".
func Spend(b *budget.Budget) string {
	spent, over := errors.AsType[*budget.SpentError](b.Take())
	if !over {
		return ""
	}
	return fmt.Sprintf("the run has used up %s, which is %s", limitKeys[spent.What], spent.Limit)
}

// ErrOutOfTime is the cause of the end of a context of InTime.
var ErrOutOfTime = errors.New("the run has used up total-timeout")

// InTime returns a context that ends when the run may ask no longer.
func InTime(ctx context.Context, b *budget.Budget) (context.Context, context.CancelFunc) {
	left, limited := b.Left()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, left, ErrOutOfTime)
}
