package engine

import (
	"context"
	"encoding/json"

	"github.com/rules-autofix/rules_autofix/prove/change"
)

// A Model answers questions. It serves one at a time.
type Model interface {
	// Identity returns who answers, as far as it is known.
	Identity() Identity
	// Ask returns an answer. Errors are *Error where a code tells them apart. The
	// usage counts with an error too.
	Ask(ctx context.Context, q *Question) (*Reply, error)
	Close()
}

// An Identity is who answers.
type Identity struct {
	Kind    string // of evidence.Engine
	Name    string
	Version string
	Model   string
}

// A Question is what one prompt asks. Its texts have no secrets.
type Question struct {
	Step   Step
	System string // the rules, in words of ours only
	Prompt string
	// Schema is the JSON Schema of an answer, in the strict subset that model
	// servers take: all properties are required, and no others are allowed.
	Schema json.RawMessage
	// Over is what the tree has over the base, for a model that edits files itself;
	// nil for the base.
	Over *change.Change
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
	// Diff is what a model that edits files itself did to them, as a diff against
	// Question.Over, or empty.
	Diff  string
	Usage Usage
}

// Usage is what an answer took.
type Usage struct {
	Calls         int   // requests to the model, repeated ones included
	Input, Output int64 // tokens; 0: not told
	// Cost is an amount in Currency; without a currency, it is not known.
	Cost     float64
	Currency string
}
