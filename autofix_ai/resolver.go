package autofixai

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/autofix_ai/imageconfig"
	"github.com/rules-autofix/rules_autofix/autofix_ai/objective"
	"github.com/rules-autofix/rules_autofix/pipeline"
)

// A Recheck returns what the checkers say of a file with another text.
type Recheck func(ctx context.Context, path string, text []byte) (*pipeline.Rechecked, error)

// A Conversation answers the prompts for one file, one at a time.
type Conversation interface {
	// Ask returns an answer. With an error too, the reply has what the question
	// cost.
	Ask(ctx context.Context, prompt string) (Reply, error)
	Close()
}

// A Reply is an answer, with what it cost.
type Reply struct {
	Text                     string
	PromptBytes, AnswerBytes int
	Tokens                   Tokens
	Duration                 time.Duration
	Denied                   []string // what the agent asked for and did not get
}

// Tokens are what an agent says that its model has used. All are zero if it says
// nothing.
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

// An Identity says which agent answers.
type Identity struct {
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
	Sandbox string `json:"sandbox,omitempty"` // the level that was reached
}

// A Record is what became of a question, for reports.
type Record struct {
	Objective    string   `json:"objective"`
	Agent        Identity `json:"agent,omitzero"`
	Prompts      int      `json:"prompts"`
	Rounds       int      `json:"rounds"`
	PromptBytes  int      `json:"prompt_bytes"`
	AnswerBytes  int      `json:"answer_bytes"`
	Redactions   int      `json:"redactions"`
	Milliseconds int64    `json:"milliseconds"`
	Tokens       Tokens   `json:"tokens,omitzero"`
	Cached       bool     `json:"cached,omitempty"`
	Denied       []string `json:"denied,omitempty"`

	secrets int // in what an agent gets, before the policy
}

// A Step is a question that is about to be asked, for progress.
type Step struct {
	Path, Objective string
	Number, Of      int // of the questions of the run, as far as they are known
}

// A Sending is a question that a run without AI would have asked.
type Sending struct {
	Path, Rule, Objective string
	Bytes                 int  // of the first prompt
	Cached                bool // the answer is known
}

// A Resolver asks an agent for fixes. It is for one run. Its Resolve method is a
// pipeline.Resolver.
type Resolver struct {
	Settings *Settings
	Agents   Agents
	Recheck  Recheck
	Cache    *Cache                            // nil: none
	Secrets  Secrets                           // finds them in prompts
	Context  func(path string) (string, error) // of the workspace, for a file; may be nil
	Reads    bool                              // the agent may read files of the workspace
	Nonce    string                            // default: random
	Send     func(Sending)                     // if set, nobody is asked: it is called with what would be sent
	Watch    func(Step)                        // called before each question; may be nil
	Warn     func(error)                       // of what does not change the result; may be nil

	mu      sync.Mutex
	records map[string]*Record // by id of a fix
	asked   map[string]*asked  // by rule and path
	spent   spent
	began   time.Time
	fatal   error // the first of an agent that could not be started, or of a recording that lacks a question
}

// resolving is one call of Resolve.
type resolving struct {
	*Resolver
	settings *Settings
	source   pipeline.Source
	nonce    string
	life     context.Context // of conversations: that of the run
}

func (r *resolving) recheck(ctx context.Context, path string, text []byte) (*pipeline.Rechecked, error) {
	return r.Recheck(ctx, path, text)
}

// NewNonce returns a text that no file has.
func NewNonce() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// Records returns what became of the questions of the run, by id of the fix.
func (r *Resolver) Records() map[string]*Record {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.records
}

// Failure returns the error of an agent that was needed and could not be
// started, or of a recording that lacks a question, or nil.
func (r *Resolver) Failure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fatal
}

// Spent reports whether the run has used up its budget.
func (r *Resolver) Spent() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.overBudget() != ""
}

// Resolve asks for the edits of fixes: files side by side, and the fixes of one
// file one after the other, by the priority of their objectives. As soon as one
// is accepted, the others of its file are deferred, since they are to see its
// text.
func (r *Resolver) Resolve(ctx context.Context, source pipeline.Source, fixes []fixedits.Fix) ([]pipeline.Resolution, error) {
	r.start()
	byPath := map[string][]*fixedits.Fix{}
	var paths []string
	var answers []pipeline.Resolution
	for i := range fixes {
		fix := &fixes[i]
		if fix.Resolver.ID != ID {
			continue
		}
		path, err := source.Canonical(fix.Resolver.Path)
		if fix.Resolver.Path == "" || err != nil {
			answers = append(answers, resolution(fix, unresolved(CodeNoPath, "the fix does not name its file")))
			continue
		}
		if byPath[path] == nil {
			paths = append(paths, path)
		}
		byPath[path] = append(byPath[path], fix)
	}
	slices.Sort(paths)
	run := &resolving{Resolver: r, settings: r.Settings, source: source, nonce: r.Nonce, life: ctx}
	found := make([][]pipeline.Resolution, len(paths))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(max(1, r.Settings.Jobs))
	for i, path := range paths {
		group.Go(func() (err error) {
			found[i], err = run.file(inner, path, byPath[path])
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(append(found, answers)...), nil
}

func (r *Resolver) start() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.records == nil {
		r.records, r.asked, r.began = map[string]*Record{}, map[string]*asked{}, time.Now()
	}
	r.Nonce = cmp.Or(r.Nonce, NewNonce())
}

// An ask is a fix with its objective.
type ask struct {
	fix       *fixedits.Fix
	objective *objective.Objective
	request   *objective.Request
}

// file answers the fixes of one file.
func (r *resolving) file(ctx context.Context, path string, fixes []*fixedits.Fix) ([]pipeline.Resolution, error) {
	var asks []ask
	for _, fix := range fixes {
		request := &objective.Request{Rule: fix.Rule, Path: path, Title: fix.Title, Data: fix.Resolver.Data}
		asks = append(asks, ask{fix, objective.For(fix.Rule), request})
	}
	slices.SortFunc(asks, func(a, b ask) int {
		return cmp.Or(cmp.Compare(a.objective.Priority, b.objective.Priority), strings.Compare(a.fix.Rule, b.fix.Rule), strings.Compare(a.fix.ID, b.fix.ID))
	})
	var answers []pipeline.Resolution
	text, err := r.source.Read(path)
	if err != nil {
		for _, a := range asks {
			answers = append(answers, resolution(a.fix, unresolved(CodeUnreadable, "%v", err)))
		}
		return answers, nil
	}
	file := &fileRun{resolving: r, path: path, ends: endsOf(text)}
	defer file.close()
	r.allow(path, asks)
	for i, a := range asks {
		o, again := r.before(path, a.fix)
		if !again {
			o = file.redactDetail(file.answer(ctx, a))
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			r.remember(path, a.fix, o)
		}
		answer := resolution(a.fix, o)
		if o.text == nil {
			answers = append(answers, answer)
			continue
		}
		answer.Edits = file.ends.edits(path, o.text)
		answer.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf(path, text)}
		answers = append(answers, answer)
		for _, later := range asks[i+1:] {
			answers = append(answers, pipeline.Resolution{ID: later.fix.ID, Status: fixedits.StatusDeferred, Reason: fixedits.Reason{
				Code: CodeWaits, Detail: "it waits for the fix of " + a.fix.Rule,
			}})
		}
		break
	}
	return answers, nil
}

func resolution(fix *fixedits.Fix, o outcome) pipeline.Resolution {
	return pipeline.Resolution{ID: fix.ID, Status: o.status, Reason: o.reason}
}

// A fileRun asks for the fixes of one file, in one conversation.
type fileRun struct {
	*resolving
	path         string
	ends         *ends
	conversation Conversation
	base         *base // nil until it is needed
}

func (f *fileRun) close() {
	if f.conversation != nil {
		f.conversation.Close()
	}
}

// answer asks for one fix.
func (f *fileRun) answer(ctx context.Context, a ask) outcome {
	switch {
	case !utf8.Valid(f.ends.file):
		return filtered(CodeNotText, "the file is not UTF-8")
	case int64(len(f.ends.text)) > f.settings.MaxInput:
		return filtered(CodeTooLarge, "the file has %d bytes, the limit max-input-bytes is %d", len(f.ends.text), f.settings.MaxInput)
	}
	task, err := a.objective.Read(a.request)
	if err != nil {
		return unresolved(CodeBadData, "the data of the fix are not those of the objective %s: %v", a.objective.ID, err)
	}
	l := &loop{r: f.resolving, objective: a.objective, request: a.request, task: task}
	if a.request.IsDockerfile() {
		if l.before, err = imageconfig.Read(f.ends.text); err != nil {
			return filtered(CodeNoStage, "no agent is asked about a file that BuildKit does not read: %s", firstLine(err.Error()))
		}
	}
	if f.Context != nil {
		if l.context, err = f.Context(f.path); err != nil {
			return unresolved(CodeUnreadable, "the summary of the workspace: %v", err)
		}
	}
	record := &Record{Objective: a.objective.ID}
	if o := f.hide(l, record); o != nil {
		return *o
	}
	if err := f.findBase(ctx); err != nil {
		return unresolved(CodeCheckFailed, "%v", err)
	}
	l.base, l.record = f.base, record
	f.note(a.fix, record)
	o, hit := f.fromCache(ctx, l)
	if !hit {
		if over := f.spend(); over != "" {
			return filtered(CodeBudget, "%s", over)
		}
	}
	if f.Send != nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.Send(Sending{Path: f.path, Rule: a.fix.Rule, Objective: a.objective.ID, Bytes: len(l.firstPrompt()), Cached: hit})
		return filtered(CodeDryRun, "--ai-dry-run asks nobody")
	}
	if hit {
		return o
	}
	l.ask = f.asking(l)
	if f.Watch != nil {
		f.mu.Lock()
		step := Step{Path: f.path, Objective: a.objective.ID, Number: f.spent.fixes, Of: max(f.spent.fixes, f.spent.known)}
		f.mu.Unlock()
		f.Watch(step)
	}
	o = l.run(ctx)
	record.Agent = f.Agents.Identity()
	f.keep(l, o)
	return o
}

// findBase checks the text that the loops start with.
func (f *fileRun) findBase(ctx context.Context) error {
	if f.base.blocking != nil {
		return nil
	}
	checked, err := f.Recheck(ctx, f.path, f.ends.file)
	if err != nil {
		return err
	}
	if checked.Crashed {
		return errors.New("a checker fails on the file")
	}
	f.base.findings, f.base.blocking = checked.Found, map[string]int{}
	for i := range checked.Found {
		if d := &checked.Found[i]; blocks(d) {
			f.base.blocking[keyOf(d)]++
		}
	}
	return nil
}

// asking returns the function that asks the agent, in one conversation for all
// fixes of the file.
func (f *fileRun) asking(l *loop) func(ctx context.Context, prompt string) (string, error) {
	return func(ctx context.Context, prompt string) (string, error) {
		if f.conversation == nil {
			opened, err := f.Agents.Open(f.life)
			if err != nil {
				f.couldNotStart(err)
				return "", err
			}
			f.conversation = opened
		}
		ctx, cancel := context.WithTimeoutCause(ctx, f.left(), errOutOfTime)
		defer cancel()
		l.record.Prompts++
		reply, err := f.conversation.Ask(ctx, prompt)
		l.record.PromptBytes += reply.PromptBytes
		l.record.AnswerBytes += reply.AnswerBytes
		l.record.Milliseconds += reply.Duration.Milliseconds()
		l.record.Tokens.Add(reply.Tokens)
		l.record.Denied = append(l.record.Denied, reply.Denied...)
		f.mu.Lock()
		f.spent.tokens += reply.Tokens.Count()
		f.mu.Unlock()
		if errors.Is(err, ErrReplayMiss) {
			f.fail(err)
		}
		if err != nil {
			// Another fix of the file gets a conversation that has not failed.
			f.conversation.Close()
			f.conversation = nil
		}
		return reply.Text, err
	}
}

func (r *Resolver) warn(err error) {
	if r.Warn != nil {
		r.Warn(err)
	}
}
