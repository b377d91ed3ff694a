package autofixai

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/agents"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

const testNonce = "0123456789abcdef"

// A scripted agent answers in turn, whoever asks, and remembers the prompts.
type scripted struct {
	answers []string                                        // "error: X" is an error
	after   func()                                          // called before each answer
	reply   func(ctx context.Context, prompt string) string // instead of answers; may be nil

	mu      sync.Mutex
	prompts []string
	opened  int
	closed  int
}

func (s *scripted) Identity() Identity { return Identity{Name: "scripted", Version: "1"} }

func (s *scripted) Open(context.Context) (Conversation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened++
	return s, nil
}

func (s *scripted) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed++
}

func (s *scripted) Ask(ctx context.Context, prompt string) (Reply, error) {
	if s.reply != nil {
		s.mu.Lock()
		s.prompts = append(s.prompts, prompt)
		s.mu.Unlock()
		text := s.reply(ctx, prompt)
		if ctx.Err() != nil {
			return Reply{}, context.Cause(ctx)
		}
		return Reply{Text: text, Tokens: Tokens{Total: 100}}, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prompts = append(s.prompts, prompt)
	if s.after != nil {
		s.after()
	}
	if len(s.answers) == 0 {
		return Reply{}, errors.New("the script is over")
	}
	text := s.answers[0]
	s.answers = s.answers[1:]
	reply := Reply{Text: text, PromptBytes: len(prompt), AnswerBytes: len(text), Tokens: Tokens{Total: 100}, Duration: time.Second}
	if why, failed := strings.CutPrefix(text, "error: "); failed {
		return reply, &agents.Error{Reason: agents.Reason{Code: agents.Code(why), Detail: why}, Agent: "scripted", Started: true}
	}
	return reply, nil
}

// words finds secrets that start with SECRET.
type words struct{ err error }

func (w words) Find(text string) (found []redact.Secret, err error) {
	for at := range text {
		if strings.HasPrefix(text[at:], "SECRET") {
			found = append(found, redact.Secret{Rule: "word", Start: at, End: at + len("SECRET")})
		}
	}
	return found, w.err
}

func (w words) Redact(text string) (string, int, error) {
	return strings.ReplaceAll(text, "SECRET", "[redacted]"), strings.Count(text, "SECRET"), w.err
}

func (w words) Tokenize(text string, _ bool) (string, Restorer, int, error) {
	const token = "TOKEN"
	return strings.ReplaceAll(text, "SECRET", token), replacer{token}, strings.Count(text, "SECRET"), w.err
}

func (words) Nonce() string { return "" }

type replacer struct{ token string }

func (r replacer) Restore(before, after string) (string, error) {
	if strings.Count(before, r.token) != strings.Count(after, r.token) {
		return "", errors.New("a token is gone")
	}
	return strings.ReplaceAll(after, r.token, "SECRET"), nil
}

func (r replacer) Hide(text string) string { return strings.ReplaceAll(text, "SECRET", r.token) }

// A trial is a run over a workspace.
type trial struct {
	files    map[string]string
	rules    []string
	settings string // of [ai]
	answers  []string
	reply    func(ctx context.Context, prompt string) string
	policy   policy.Policy
	secrets  Secrets
	cache    *Cache
	preview  bool
	after    func(root string)
	root     string // of an earlier trial
	context  func(source pipeline.Source) Contexts
	recheck  func(source pipeline.Source, path string, text []byte) (*pipeline.Rechecked, error) // nil, nil: the real one
	ctx      context.Context                                                                     // default: the context of the test
	agents   func(t *testing.T, r *Resolver)                                                     // changes the resolver, before the run
	err      bool                                                                                // the run is to fail
	warnings []string                                                                            // of the run
}

// A ran is the result of a trial.
type ran struct {
	*pipeline.Result
	root     string
	agent    *scripted
	resolver *Resolver
}

// workspace writes the files of a trial, and opens them.
func (try *trial) workspace(t *testing.T) (string, *workspace.Workspace) {
	t.Helper()
	root := try.root
	if root == "" {
		root = t.TempDir()
		for name, text := range try.files {
			full := filepath.Join(root, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	ws, err := workspace.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	return root, ws
}

// resolver returns a resolver, and the files that it reads, without checkers.
func (try *trial) resolver(t *testing.T) (*Resolver, pipeline.Source) {
	t.Helper()
	_, ws := try.workspace(t)
	t.Cleanup(func() { ws.Close() })
	settings, err := Merge(layer(t, "test", "[ai]\nenabled = true\ncommand = ['/agent']\n"+try.settings))
	if err != nil {
		t.Fatal(err)
	}
	return &Resolver{
		Settings: settings, Agents: &scripted{answers: try.answers, reply: try.reply}, Secrets: words{}, Nonce: testNonce, Unchecked: true,
		Recheck: func(_ context.Context, _ pipeline.Source, _ string, text []byte) (*pipeline.Rechecked, error) {
			return &pipeline.Rechecked{Text: text}, nil
		},
	}, ws
}

// resolve resolves one fix.
func (try *trial) resolve(t *testing.T, fix fixedits.Fix) []pipeline.Resolution {
	t.Helper()
	resolver, source := try.resolver(t)
	got, err := resolver.Resolve(t.Context(), source, []fixedits.Fix{fix})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func (try *trial) run(t *testing.T) *ran {
	t.Helper()
	root, ws := try.workspace(t)
	defer ws.Close()
	checkers, formats := builtin.Registry("test")
	opts := pipeline.Options{
		Tools: pipeline.Tools{Checkers: checkers, Formats: formats}, Safety: fixedits.SafetyUnsafe, Rules: try.rules,
		Policy: try.policy, DryRun: try.preview,
	}
	var names []string
	for name := range try.files {
		names = append(names, name)
	}
	var err error
	if opts.Config, err = pipeline.LoadConfig(ws, pipeline.ConfigFiles{}, names, opts.Tools); err != nil {
		t.Fatal(err)
	}
	settings, err := Merge(layer(t, "test", "[ai]\nenabled = true\ncommand = ['/agent']\n"+try.settings))
	if err != nil {
		t.Fatal(err)
	}
	agent := &scripted{answers: try.answers, reply: try.reply}
	if try.after != nil {
		agent.after = func() { try.after(root) }
	}
	resolver := &Resolver{Settings: settings, Agents: agent, Secrets: try.secrets, Nonce: testNonce, Cache: try.cache, Context: try.context}
	resolver.Warn = func(err error) { try.warnings = append(try.warnings, err.Error()) }
	if try.secrets == nil {
		resolver.Secrets = words{}
	}
	resolver.Recheck = func(ctx context.Context, source pipeline.Source, path string, text []byte) (*pipeline.Rechecked, error) {
		if try.recheck != nil {
			if r, err := try.recheck(source, path, text); r != nil || err != nil {
				return r, err
			}
		}
		return pipeline.Recheck(ctx, source, path, text, opts)
	}
	if try.agents != nil {
		try.agents(t, resolver)
	}
	opts.Resolve = resolver.Resolve
	if try.ctx == nil {
		try.ctx = t.Context()
	}
	result, err := pipeline.Fix(try.ctx, ws, names, opts)
	if (err != nil) != try.err {
		t.Fatal(err)
	}
	return &ran{result, root, agent, resolver}
}

// text returns a file after a trial.
func (r *ran) text(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(r.root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// last returns the last outcome of a rule.
func (r *ran) last(rule string) string {
	for i := len(r.Outcomes) - 1; i >= 0; i-- {
		if o := &r.Outcomes[i]; o.Rule == rule {
			return strings.TrimSpace(fmt.Sprintf("%s %s", o.Status, o.Reason.Code))
		}
	}
	return "none"
}

func (r *ran) detail(rule string) string {
	for i := len(r.Outcomes) - 1; i >= 0; i-- {
		if o := &r.Outcomes[i]; o.Rule == rule {
			return o.Reason.Detail
		}
	}
	return ""
}

// diff puts a diff into an answer.
func diff(body string) string {
	return "```diff\n--- a/Dockerfile\n+++ b/Dockerfile\n" + body + "```\n"
}

// saying returns the same context for all files.
func saying(text string) func(pipeline.Source) Contexts {
	return func(pipeline.Source) Contexts { return func(string) (string, error) { return text, nil } }
}
