package engine

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/agents/transcript"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

// Record returns a model whose questions and answers are recorded in a folder,
// without secrets and without the nonces. It returns each answer as recorded.
func Record(m Model, dir string, r *redact.Redactor) (Model, error) {
	return recordings(m, dir, r, false)
}

// Replay returns a model that answers from a recording. A question that it does
// not have is an error with the code NotRecorded.
func Replay(dir string, r *redact.Redactor) (Model, error) {
	return recordings(nil, dir, r, true)
}

// Resume returns a model that answers from a recording if it can, asks the
// other model for the rest, and records that. So a run that was killed
// continues without repeating a question. The usage of recorded answers counts
// as if spent now.
func Resume(m Model, dir string, r *redact.Redactor) (Model, error) {
	return recordings(m, dir, r, true)
}

func recordings(m Model, dir string, r *redact.Redactor, replay bool) (Model, error) {
	rec := &recording{model: m, clean: cleaner(r), repeats: map[string]int{}}
	var err error
	if m != nil {
		// It makes the folder, which a replay needs.
		rec.recorder, err = transcript.NewRecorder(dir, rec.clean)
	}
	if err == nil && replay {
		rec.replay, err = transcript.Open(dir, rec.clean)
	}
	if err == nil && m == nil {
		err = rec.peek()
	}
	if err != nil {
		return nil, &Error{Code: BadRecording, Detail: "the recording", Err: err}
	}
	return rec, nil
}

// peek reads from one of the answers the properties that questions depend on.
func (r *recording) peek() error {
	first, ok := r.replay.First()
	if !ok {
		return errors.New("empty")
	}
	var a recordedAnswer
	err := json.Unmarshal(first.Answer, &a)
	r.edits = a.Who.Edits
	return err
}

func cleaner(r *redact.Redactor) transcript.Clean {
	return func(text string) (string, error) {
		text, _, err := r.Redact(text)
		return text, err
	}
}

// A skipper is a model that counts questions, including the ones that a
// recording answers.
type skipper interface{ Skip(step Step) }

type recording struct {
	model    Model // nil: answers are from the recording only
	clean    transcript.Clean
	recorder *transcript.Recorder // nil: nothing is recorded
	replay   *transcript.Replay   // nil: nothing is answered from the recording

	mu      sync.Mutex
	who     Identity // of the last recorded answer that was given
	edits   bool     // whether the recorded models edited files
	repeats map[string]int
}

// recordedRequest has every input that an answer depends on.
type recordedRequest struct {
	Step   Step            `json:"step"`
	System string          `json:"system"`
	Prompt string          `json:"prompt"`
	Schema json.RawMessage `json:"schema,omitempty"`
	Over   string          `json:"over,omitempty"`   // digest of the change
	Repeat int             `json:"repeat,omitempty"` // how often the same was asked before
}

type recordedAnswer struct {
	Text  string   `json:"text"`
	Diff  string   `json:"diff,omitempty"`
	Usage Usage    `json:"usage"`
	Who   Identity `json:"who"`
}

// standIn replaces a nonce in a recording.
const standIn = "{nonce}"

// Identity implements Model. If the model was not asked, the recording has the
// rest.
func (r *recording) Identity() Identity {
	who := Identity{Kind: KindRecorded}
	if r.model != nil {
		who = r.model.Identity()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	who.Name = cmp.Or(who.Name, r.who.Name)
	who.Version = cmp.Or(who.Version, r.who.Version)
	who.Model = cmp.Or(who.Model, r.who.Model)
	who.Edits = who.Edits || r.model == nil && r.edits
	return who
}

// Close implements Model.
func (r *recording) Close() {
	if r.model != nil {
		r.model.Close()
	}
}

// request returns the request that is recorded for a question.
func (r *recording) request(q *Question) (json.RawMessage, error) {
	request := recordedRequest{
		Step: q.Step, System: q.System, Prompt: strings.ReplaceAll(q.Prompt, q.Nonce, standIn), Schema: q.Schema,
	}
	if q.Over != nil && !q.Over.Empty() {
		request.Over = q.Over.SHA256()
	}
	text, err := json.Marshal(&request)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	key := hex.EncodeToString(sum[:])
	r.mu.Lock()
	request.Repeat = r.repeats[key]
	r.repeats[key]++
	r.mu.Unlock()
	return json.Marshal(&request)
}

// Ask implements Model.
func (r *recording) Ask(ctx context.Context, q *Question) (*Reply, error) {
	request, err := r.request(q)
	if err != nil {
		return nil, &Error{Code: BadRecording, Detail: "the question", Err: err}
	}
	if r.replay != nil {
		exchange, err := r.replay.Answer(request)
		_, miss := errors.AsType[*transcript.MissError](err)
		switch {
		case err == nil:
			return r.again(q, exchange)
		case !miss:
			return nil, &Error{Code: BadRecording, Detail: "the recording", Err: err}
		case r.model == nil:
			return nil, &Error{Code: NotRecorded, Detail: "the recording has no answer to " + string(q.Step), Err: err}
		}
	}
	reply, err := r.model.Ask(ctx, q)
	if err != nil {
		return reply, err
	}
	return r.record(q, request, reply)
}

// again returns a recorded answer.
func (r *recording) again(q *Question, e transcript.Exchange) (*Reply, error) {
	var a recordedAnswer
	if err := json.Unmarshal(e.Answer, &a); err != nil {
		return nil, &Error{Code: BadRecording, Detail: "an answer of the recording is not of its format", Err: err}
	}
	for range min(max(a.Usage.Calls, 0), 1000) {
		if err := q.Spend(); err != nil {
			return nil, err
		}
	}
	r.mu.Lock()
	r.who = a.Who
	r.mu.Unlock()
	if s, ok := r.model.(skipper); ok {
		s.Skip(q.Step)
	}
	restore := func(text string) string { return strings.ReplaceAll(text, standIn, q.Nonce) }
	return &Reply{Text: restore(a.Text), Diff: restore(a.Diff), Usage: a.Usage}, nil
}

// record records an answer, and returns it as it will be replayed.
func (r *recording) record(q *Question, request json.RawMessage, reply *Reply) (*Reply, error) {
	out := *reply
	for _, text := range []*string{&out.Text, &out.Diff} {
		clean, err := r.clean(*text)
		if err != nil {
			return &Reply{Usage: reply.Usage}, &Error{Code: Secrets, Detail: "the search for secrets in an answer failed, so it is not used", Err: err}
		}
		*text = clean
	}
	who := r.model.Identity()
	hide := func(text string) string { return strings.ReplaceAll(text, q.Nonce, standIn) }
	answer, err := json.Marshal(&recordedAnswer{Text: hide(out.Text), Diff: hide(out.Diff), Usage: out.Usage, Who: who})
	if err == nil {
		err = r.recorder.Record(transcript.Exchange{
			Request: request, Answer: answer,
			Meta: transcript.Meta{Agent: who.Name, Version: who.Version, InputTokens: out.Usage.Input, OutputTokens: out.Usage.Output},
		})
	}
	if err != nil {
		return &Reply{Usage: reply.Usage}, &Error{Code: BadRecording, Detail: "the answer cannot be recorded", Err: err}
	}
	return &out, nil
}
