package autofixai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/agents/markers"
	"github.com/rules-autofix/rules_autofix/internal/agents/transcript"
)

// RecordTo returns agents whose questions and answers are recorded in a folder,
// without secrets and without the random parts of a run.
func RecordTo(dir string, who Agents, r *Resolver) (Agents, error) {
	recorder, err := transcript.NewRecorder(dir, r.clean())
	if err != nil {
		return nil, err
	}
	return &recorded{who, recorder, r}, nil
}

type recorded struct {
	Agents
	recorder *transcript.Recorder
	resolver *Resolver
}

func (a *recorded) Open(ctx context.Context) (Conversation, error) {
	c, err := a.Agents.Open(ctx)
	if err != nil {
		return nil, err
	}
	return &recordedConversation{c, a}, nil
}

type recordedConversation struct {
	Conversation
	agents *recorded
}

func (c *recordedConversation) Ask(ctx context.Context, prompt string) (Reply, error) {
	reply, err := c.Conversation.Ask(ctx, prompt)
	if err != nil {
		return reply, err
	}
	who := c.agents.Identity()
	recording := c.agents.recorder.Record(transcript.Exchange{
		Request: transcript.Text(prompt), Answer: transcript.Text(reply.Text),
		Meta: transcript.Meta{
			Agent: who.Name, Version: who.Version, InputTokens: int64(reply.Tokens.Input), OutputTokens: int64(reply.Tokens.Output),
		},
	})
	if recording != nil {
		c.agents.resolver.warn(fmt.Errorf("--ai-transcript: %w", recording))
	}
	return reply, nil
}

// RecordUnsent returns a function that records a question without an answer in
// a folder.
func RecordUnsent(dir string, r *Resolver) (func(prompt string) error, error) {
	recorder, err := transcript.NewRecorder(dir, r.clean())
	if err != nil {
		return nil, err
	}
	return func(prompt string) error {
		return recorder.Record(transcript.Exchange{Request: transcript.Text(prompt), Answer: noAnswer})
	}, nil
}

// noAnswer stands for the answer to a question that was not sent.
var noAnswer = json.RawMessage("null")

// ReplayFrom returns agents that answer from a recording.
func ReplayFrom(dir string, r *Resolver) (Agents, error) {
	replay, err := transcript.Open(dir, r.clean())
	if err != nil {
		return nil, err
	}
	return &replayed{replay, r}, nil
}

type replayed struct {
	replay   *transcript.Replay
	resolver *Resolver
}

func (a *replayed) Open(context.Context) (Conversation, error) { return a, nil }
func (a *replayed) Identity() Identity                         { return Identity{Name: "recording"} }
func (a *replayed) Close()                                     {}

func (a *replayed) Ask(_ context.Context, prompt string) (Reply, error) {
	exchange, err := a.replay.Answer(transcript.Text(prompt))
	if _, miss := errors.AsType[*transcript.MissError](err); miss {
		return Reply{}, fmt.Errorf("%w: %w", ErrReplayMiss, err)
	}
	if err != nil {
		return Reply{}, err
	}
	if bytes.Equal(exchange.Answer, noAnswer) {
		return Reply{}, fmt.Errorf("%w: --ai-dry-run made it, so it has questions only", ErrReplayMiss)
	}
	var text string
	if err := json.Unmarshal(exchange.Answer, &text); err != nil {
		return Reply{}, fmt.Errorf("--ai-replay: the answer is not a text: %w", err)
	}
	for stand, random := range a.resolver.random() {
		text = strings.ReplaceAll(text, stand, random)
	}
	return Reply{
		Text: text, PromptBytes: len(prompt), AnswerBytes: len(text),
		Tokens: Tokens{Input: int(exchange.Meta.InputTokens), Output: int(exchange.Meta.OutputTokens)},
	}, nil
}

// clean returns a function that removes from a text the secrets and the random
// parts of the run.
func (r *Resolver) clean() transcript.Clean {
	return func(text string) (string, error) {
		for stand, random := range r.random() {
			text = strings.ReplaceAll(text, random, stand)
		}
		text, _, err := r.Secrets.Redact(text)
		return text, err
	}
}

// maxDerived is how often a nonce is derived in the questions about a file at
// most: in each round, and in the retry of a malformed answer.
const maxDerived = maxRounds + 1

// random returns the random texts of the run, by their placeholders in a
// recording.
func (r *Resolver) random() map[string]string {
	r.start()
	all := map[string]string{"{nonce}": r.Nonce}
	// An answer that repeats a nonce makes the next question derive another.
	nonce := r.Nonce
	for i := range maxDerived {
		nonce = markers.After(nonce)
		all[fmt.Sprintf("{nonce %d}", i+1)] = nonce
	}
	if tokens := r.Secrets.Nonce(); tokens != "" {
		all["{tokens}"] = tokens
	}
	return all
}
