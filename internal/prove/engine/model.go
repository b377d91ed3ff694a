package engine

import (
	"context"
	"encoding/json"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
)

// A Model answers questions. It serves one at a time.
type Model interface {
	// Identity returns the name of the model, as far as known.
	Identity() Identity
	// Ask returns an answer. Errors are *Error if a code distinguishes them.
	// The usage counts even with an error.
	Ask(ctx context.Context, q *Question) (*Reply, error)
	Close()
}

// An Identity is who answers.
type Identity struct {
	Kind    string `json:"kind"` // of evidence.Engine
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
	Model   string `json:"model,omitempty"`
	// Edits is whether it is asked to edit the files of a folder, rather than to
	// answer with edits.
	Edits bool `json:"edits,omitempty"`
}

// A Question is one prompt. Its texts have no secrets.
type Question struct {
	Step   Step
	System string // the rules, in words of ours only
	Prompt string
	Nonce  string // of the lines around data in Prompt
	// Schema is the JSON Schema of an answer, in the strict subset that model
	// servers take: all properties are required, and no others are allowed.
	Schema json.RawMessage
	// Over has the changes of the tree over the base, for a model that edits
	// files itself; nil for the base.
	Over *change.Change
	// Spend is called before each request to a server or agent. If it returns an
	// error, the request must not be made, and that is the error of Ask.
	Spend func() error
}

// A Step is a kind of question.
type Step string

// The steps.
const (
	StepPlan      Step = "plan"
	StepTests     Step = "tests"
	StepFix       Step = "fix"
	StepSummarize Step = "summarize"
)

// A Reply is an answer.
type Reply struct {
	Text string
	// Diff has the edits of a model that edits files itself, as a diff against
	// Question.Over, or is empty.
	Diff string
	// Stderr is the end of the standard error of an agent. An error about its
	// answer shows it; no model gets it.
	Stderr string
	Usage  Usage
}

// Usage counts the requests, the tokens and the cost of an answer.
type Usage struct {
	Calls  int   `json:"calls"`                   // requests to the model, repeated ones included
	Input  int64 `json:"input_tokens,omitempty"`  // 0: not told
	Output int64 `json:"output_tokens,omitempty"` // 0: not told
	// Cost is an amount in Currency; without a currency, it is not known.
	Cost     float64 `json:"cost,omitempty"`
	Currency string  `json:"currency,omitempty"`
}
