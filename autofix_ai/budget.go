package autofixai

import (
	"fmt"
	"time"
)

// Spent is what a run has used of its budget.
type spent struct {
	fixes, tokens int
	known         int // fixes that the run knows of, for progress
}

// overBudget returns what is used up, or "". The caller holds the lock.
func (r *Resolver) overBudget() string {
	s := r.Settings
	switch {
	case r.spent.fixes >= s.MaxFixes:
		return fmt.Sprintf("the run has asked for %d fixes, which is max-fixes", r.spent.fixes)
	case s.MaxTokens > 0 && r.spent.tokens >= s.MaxTokens:
		return fmt.Sprintf("the run has used %d tokens, the limit max-tokens is %d", r.spent.tokens, s.MaxTokens)
	case !r.began.IsZero() && time.Since(r.began) >= s.Total:
		return fmt.Sprintf("the run has asked for %s, which is total-timeout", s.Total)
	}
	return ""
}

// expect notes how many more fixes the run knows of, for progress.
func (r *Resolver) expect(fixes int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.spent.known = r.spent.fixes + fixes
}

// spend counts a fix that an agent is going to be asked for, or returns what is
// used up.
func (r *Resolver) spend() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	over := r.overBudget()
	if over == "" {
		r.spent.fixes++
	}
	return over
}

// left returns how long the run may still ask.
func (r *Resolver) left() time.Duration {
	return max(0, r.Settings.Total-time.Since(r.began))
}
