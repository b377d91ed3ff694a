package engine

import (
	"context"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// Nobody returns an engine that never answers, for a patch that is given.
func Nobody() Engine { return nobody{} }

type nobody struct{}

func (nobody) Info() evidence.Engine { return evidence.Engine{Kind: KindNone} }
func (nobody) Close()                {}

func (nobody) Plan(context.Context, *Task) (*Plan, error) { return nil, nobodyAnswers() }

func (nobody) Edit(context.Context, *Task, Ask) (*Proposal, error) { return nil, nobodyAnswers() }

func (nobody) Summarize(context.Context, *Summary) (*evidence.Words, error) {
	return nil, nobodyAnswers()
}

func nobodyAnswers() error { return &Error{Code: None, Detail: "there is no engine to ask"} }

// The kinds of engines.
const (
	KindNone     = "none"
	KindOpenAI   = "openai"
	KindACP      = "acp"
	KindScripted = "scripted"
	KindRecorded = "recorded"
)
