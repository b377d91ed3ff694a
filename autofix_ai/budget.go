package autofixai

import (
	"context"
	"errors"
	"fmt"

	"github.com/rules-autofix/rules_autofix/budget"
)

// limits are the keys of [ai] for what a run may spend.
func (s *Settings) limits() budget.Limits {
	return budget.Limits{Questions: s.MaxFixes, Tokens: s.MaxTokens, Time: s.Total}
}

// limitKeys are the keys that limit what is spent.
var limitKeys = map[budget.What]string{budget.Questions: keyMaxFixes, budget.Tokens: keyMaxTokens, budget.Time: keyTotal}

// spend counts a fix that an agent is going to be asked for. It returns what is
// used up if it must not be, or "".
func (r *Resolver) spend() string {
	err := r.budget.Take()
	spent, over := errors.AsType[*budget.SpentError](err)
	if !over {
		return ""
	}
	return fmt.Sprintf("the run has used up %s, which is %s", limitKeys[spent.What], spent.Limit)
}

// inTime returns a context that ends when the run may ask no longer.
func (r *Resolver) inTime(ctx context.Context) (context.Context, context.CancelFunc) {
	left, limited := r.budget.Left()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, left, errOutOfTime)
}
