// Package budget bounds the spending of a run on models: questions, tokens,
// money and time.
package budget

import (
	"fmt"
	"sync"
	"time"
)

// Limits are the most that a run may spend. A limit of 0 is none.
type Limits struct {
	Questions int
	Tokens    int
	Cost      float64 // in the currency of the provider
	Time      time.Duration
}

// A Budget counts the use of models by a run. The time runs from the first call
// of any method. It is safe for concurrent use; the zero Budget has no limits.
type Budget struct {
	Limits Limits

	mu        sync.Mutex
	began     time.Time
	questions int
	tokens    int
	cost      float64
}

// A What names a quantity that a budget limits.
type What string

// The quantities that a budget counts.
const (
	Questions What = "questions"
	Tokens    What = "tokens"
	Cost      What = "cost"
	Time      What = "time"
)

// A SpentError names the quantity that is used up.
type SpentError struct {
	What  What
	Spent string // as a person writes it
	Limit string
}

func (e *SpentError) Error() string {
	return fmt.Sprintf("the budget is used up: %s %s of %s", e.Spent, e.What, e.Limit)
}

// Take counts a question that is about to be asked. The error is a *SpentError
// if it must not be.
func (b *Budget) Take() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.over(); err != nil {
		return err
	}
	b.questions++
	return nil
}

// Add counts the tokens and the cost of an answer.
func (b *Budget) Add(tokens int, cost float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.start()
	b.tokens, b.cost = b.tokens+tokens, b.cost+cost
}

// Used returns the tokens and the cost so far.
func (b *Budget) Used() (tokens int, cost float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tokens, b.cost
}

// Asked returns the number of questions so far.
func (b *Budget) Asked() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.questions
}

// Left returns how long questions may still take, and whether that is limited.
func (b *Budget) Left() (left time.Duration, limited bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.start()
	if b.Limits.Time <= 0 {
		return 0, false
	}
	return max(0, b.Limits.Time-time.Since(b.began)), true
}

func (b *Budget) start() {
	if b.began.IsZero() {
		b.began = time.Now()
	}
}

func (b *Budget) over() error {
	b.start()
	l, passed := b.Limits, time.Since(b.began)
	switch {
	case l.Questions > 0 && b.questions >= l.Questions:
		return &SpentError{Questions, fmt.Sprint(b.questions), fmt.Sprint(l.Questions)}
	case l.Tokens > 0 && b.tokens >= l.Tokens:
		return &SpentError{Tokens, fmt.Sprint(b.tokens), fmt.Sprint(l.Tokens)}
	case l.Cost > 0 && b.cost >= l.Cost:
		return &SpentError{Cost, fmt.Sprintf("%.2f", b.cost), fmt.Sprintf("%.2f", l.Cost)}
	case l.Time > 0 && passed >= l.Time:
		return &SpentError{Time, passed.Round(time.Second).String(), l.Time.String()}
	}
	return nil
}
