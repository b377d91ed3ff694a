package autofixai

import (
	"cmp"
	"context"
	"time"
)

// A Conversation answers the prompts for one file, one at a time.
type Conversation interface {
	// Ask returns an answer. The reply has the cost of the question even with
	// an error.
	Ask(ctx context.Context, prompt string) (Reply, error)
	Close()
}

// A Reply is an answer and its cost.
type Reply struct {
	Text                     string
	Prompts                  int // more than one if an agent ended, and another one was asked
	PromptBytes, AnswerBytes int
	Tokens                   Tokens
	Duration                 time.Duration
	Denied                   []string // the denied requests of the agent
}

// Tokens are the tokens that the model of an agent has used, as the agent
// reports them. All are zero if it reports none.
type Tokens struct {
	Input    int     `json:"input,omitempty"`
	Output   int     `json:"output,omitempty"`
	Total    int     `json:"total,omitempty"`
	Cost     float64 `json:"cost,omitempty"`
	Currency string  `json:"currency,omitempty"`
}

// Add adds tokens.
func (t *Tokens) Add(more Tokens) {
	t.Input, t.Output, t.Total = t.Input+more.Input, t.Output+more.Output, t.Total+more.Total
	t.Cost += more.Cost
	t.Currency = cmp.Or(t.Currency, more.Currency)
}

// Count returns the number of tokens.
func (t *Tokens) Count() int { return max(t.Total, t.Input+t.Output) }

// Agents opens conversations. It is safe for concurrent use.
type Agents interface {
	// Open starts a conversation. It lasts, as the agent does, until it is closed
	// or ctx ends.
	Open(ctx context.Context) (Conversation, error)
	// Identity returns the name and version of the agent, as far as they are
	// known without starting it, or since it was started.
	Identity() Identity
}

// An Identity identifies the agent that answers.
type Identity struct {
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
	Sandbox string `json:"sandbox,omitempty"` // the level that was reached
}
