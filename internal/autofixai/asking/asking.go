// Package asking is the step of a run that asks agents for the edits of fixes.
// It finds the settings, starts the agent, shows the questions, and adds them to
// the summary.
package asking

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/agents"
	autofixai "github.com/rules-autofix/rules_autofix/internal/autofixai"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/contextsummary"
	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/exit"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

// Options say how a run asks.
type Options struct {
	Ask        bool   // without it, the run says that it could
	Cache      string // such as autofixai.CacheUse
	DryRun     bool   // lists what would be sent, and asks nobody
	Transcript string // the folder of a new recording, as the person named it; or ""
	Replay     string // the folder of a recording to take answers from, likewise
	AllowRead  bool   // the agent may read files of the workspace
	Unchecked  bool   // answers that nothing can judge are applied too
	Once       bool   // the run has one round
	CheckOnly  bool   // the mode of the run shows no edits, so that nobody is asked
}

// A Run is the step in one run.
type Run struct {
	Options
	Source   Source
	Settings *autofixai.Settings
	Refusal  fixedits.Reason // for all fixes; none: agents are asked
	Resolver *autofixai.Resolver

	pool     *autofixai.Pool
	progress report.Progress

	mu       sync.Mutex
	wanted   bool   // a fix would have been asked for
	stop     func() // ends the progress of a question
	sendings []autofixai.Sending
}

// Begin adds the step to the options of a run, which have their configuration.
// The caller finishes it.
func Begin(source Source, options Options, opts *pipeline.Options, progress report.Progress) (*Run, error) {
	run := &Run{Options: options, Source: source, progress: progress, stop: func() {}}
	opts.Asks = run.asks(opts)
	if !run.Ask && !run.DryRun && run.Replay == "" {
		run.Refusal = fixedits.Reason{Code: autofixai.CodeNotRequested, Detail: "an agent can be asked for it: add --ai"}
		return run, nil
	}
	var err error
	if run.Settings, run.Refusal, err = source.Settings(); err != nil {
		return nil, err
	}
	switch s := run.Settings; {
	case run.CheckOnly && !run.DryRun:
		run.Refusal = fixedits.Reason{Code: autofixai.CodeCheckOnly, Detail: "--mode=check asks nobody; --mode=diff shows the patch"}
	case run.Refusal.Code != "":
	case len(s.Command) == 0 && run.Replay == "" && (s.Enabled || !s.Forbidden):
		run.Refusal = fixedits.Reason{Code: autofixai.CodeNotConfigured, Detail: "[ai] has no command"}
	case !s.Enabled:
		run.Refusal = fixedits.Reason{Code: autofixai.CodeDisabled, Detail: "[ai] enabled is false"}
	}
	if run.Refusal.Code != "" {
		run.warn(run.Refusal)
		return run, nil
	}
	if err := run.open(opts); err != nil {
		return nil, err
	}
	return run, nil
}

// warn prints why no agent is asked in spite of --ai.
func (run *Run) warn(reason fixedits.Reason) {
	out := ""
	switch reason.Code {
	case autofixai.CodeDisabled, autofixai.CodeNotConfigured:
		out = "; see `autofix ai-check`"
		if name, err := person.Path(); err == nil {
			out = fmt.Sprintf("; set enabled and command in [ai] of %s", name)
		}
	case autofixai.CodeUntrusted:
		out = "; if you trust it, add its folder to [trust] workspaces of your config.toml, or give --ai-trust-workspace"
	}
	run.progress.Say("--ai: no agent is asked: %s%s", reason.Detail, out)
}

// asks returns the function that tells why no agent is asked for a fix.
func (run *Run) asks(opts *pipeline.Options) func(fix *fixedits.Fix) fixedits.Reason {
	return func(fix *fixedits.Fix) fixedits.Reason {
		if !autofixai.IsID(fix.Resolver.ID) {
			return fixedits.Reason{}
		}
		if run.Refusal.Code == "" && opts.Config != nil {
			c := opts.Config.For(fix.Resolver.Path)
			if c.Broken(autofixai.Section) {
				return fixedits.Reason{Code: autofixai.CodeDisabled, Detail: c.Path + " has mistakes in [ai]"}
			}
			if autofixai.Forbids(c) {
				return fixedits.Reason{Code: autofixai.CodeDisabled, Detail: fmt.Sprintf("%s has enabled = false in [ai]", c.Path)}
			}
		}
		run.mu.Lock()
		defer run.mu.Unlock()
		run.wanted = true
		return run.Refusal
	}
}

// open makes the resolver, and adds it to the options.
func (run *Run) open(opts *pipeline.Options) error {
	root := run.Source.Workspace.Root()
	run.Resolver = &autofixai.Resolver{
		Once: run.Once, Preview: opts.DryRun, Unchecked: run.Unchecked,
		Settings: run.Settings, Secrets: autofixai.NewSecrets(run.Settings), Watch: run.Watch, Warn: run.Warn,
		Recheck: func(ctx context.Context, source pipeline.Source, path string, text []byte) (*pipeline.Rechecked, error) {
			return pipeline.Recheck(ctx, source, path, text, *opts)
		},
	}
	if len(run.Settings.Resolve) > 0 {
		opts.HandOver = autofixai.HandOver(run.Settings.Resolve)
	}
	if run.Settings.Context != autofixai.ContextNone {
		run.Resolver.Context = func(source pipeline.Source) autofixai.Contexts {
			return contextsummary.New(run.Source.Workspace, source).Of
		}
	}
	if cache, err := os.UserCacheDir(); err == nil {
		run.Resolver.Cache = &autofixai.Cache{Dir: filepath.Join(cache, "rules_autofix", "ai"), Mode: run.Cache}
	}
	switch {
	case run.Replay != "":
		agents, err := autofixai.ReplayFrom(run.Source.Absolute(run.Replay), run.Resolver)
		if err != nil {
			return &exit.UsageError{Err: fmt.Errorf("--ai-replay: %w", err)}
		}
		run.Resolver.Agents, run.Resolver.Cache = agents, nil
	default:
		reader := run.reader()
		pool, err := autofixai.NewPool(run.Settings, root, version.Version, reader)
		if err != nil {
			return &exit.UsageError{Err: err}
		}
		run.Resolver.Reads = reader != nil
		run.pool = pool
		run.Resolver.Cache.Recognize(pool, run.Settings)
		run.Resolver.Agents = pool
	}
	if run.DryRun {
		return run.list(opts)
	}
	if run.Transcript != "" {
		agents, err := autofixai.RecordTo(run.Source.Absolute(run.Transcript), run.Resolver.Agents, run.Resolver)
		if err != nil {
			return fmt.Errorf("--ai-transcript: %w", err)
		}
		run.Resolver.Agents = agents
	}
	opts.Resolve = run.Resolver.Resolve
	return nil
}

// list makes the resolver list and record its questions instead of asking them.
func (run *Run) list(opts *pipeline.Options) (err error) {
	run.Resolver.Send = func(s autofixai.Sending) { run.sendings = append(run.sendings, s) }
	if run.Transcript != "" {
		if run.Resolver.Unsent, err = autofixai.RecordUnsent(run.Source.Absolute(run.Transcript), run.Resolver); err != nil {
			return fmt.Errorf("--ai-transcript: %w", err)
		}
	}
	opts.Resolve = run.Resolver.Resolve
	return nil
}

// reader returns the server of files for the agent, or nil unless the settings
// and a flag both allow it.
func (run *Run) reader() agents.FileReader {
	if run.Settings.Context != autofixai.ContextRead {
		return nil
	}
	if !run.AllowRead {
		run.progress.Say(`[ai] context = "read" serves no files without --ai-allow-read`)
		return nil
	}
	return &agents.ReadRoot{Root: run.Source.Workspace.Root(), Redact: func(_, text string) (string, error) {
		text, _, err := run.Resolver.Secrets.Redact(text)
		return text, err
	}}
}

// Watch shows the last question that was asked, and its duration.
func (run *Run) Watch(step autofixai.Step) {
	run.mu.Lock()
	defer run.mu.Unlock()
	run.stop()
	what := fmt.Sprintf("asking for %s in %s (%d of %d)", step.Objective, inert.Line(step.Path), step.Number, step.Of)
	if run.Resolver != nil {
		tokens, cost := run.Resolver.Used()
		if tokens > 0 {
			what += fmt.Sprintf("; %d tokens", tokens)
		}
		if cost > 0 {
			what += fmt.Sprintf("; cost %.2f", cost)
		}
	}
	run.stop = run.progress.Tick(what)
}

// Warn prints a warning.
func (run *Run) Warn(err error) { run.progress.Say("warning: %v", err) }

// Finish ends the agent.
func (run *Run) Finish() {
	run.mu.Lock()
	defer run.mu.Unlock()
	run.stop()
	if run.pool != nil {
		run.pool.Close()
		run.Resolver.Cache.Clean()
	}
	run.progress.ProgressDone()
}

// Verifies returns the function that tells which fixes are by an agent, and are
// verified for that if it can be done at all.
func (run *Run) Verifies(possible bool) func(o *fixedits.Outcome) bool {
	if run.Resolver == nil || !possible {
		return nil
	}
	return func(o *fixedits.Outcome) bool { return run.Resolver.Records()[o.OwnID] != nil }
}

// Report adds the questions to a summary.
func (run *Run) Report(s *report.Summary) {
	if run.Resolver == nil {
		return
	}
	s.AI = &report.AI{Fixes: map[string]any{}}
	for id, record := range run.Resolver.Records() {
		s.AI.Fixes[id] = record
		s.AI.Prompts += record.Prompts
		s.AI.Tokens += record.Tokens.Count()
		if record.Cached {
			s.AI.Cached++
		}
	}
	slices.SortFunc(run.sendings, func(a, b autofixai.Sending) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Rule, b.Rule))
	})
	for _, sending := range run.sendings {
		s.AI.Sendings = append(s.AI.Sendings, report.Sending(sending))
	}
	if run.DryRun {
		s.AI.Agent = strings.Join(run.Settings.Command, " ")
	}
}

// Shown returns the error of an agent, followed by the end of its standard error.
func Shown(err error) error {
	failure, known := errors.AsType[*agents.Error](err)
	if !known || failure.Stderr == "" {
		return err
	}
	lines := strings.Split(inert.Plain(failure.Stderr), "\n")
	return fmt.Errorf("%w\nits standard error ends with:\n  %s", err, strings.Join(lines, "\n  "))
}

// Judge returns an error if --ai was given, an agent was needed, and none could
// be asked, or if a recording lacks a question.
func (run *Run) Judge(verdict error) error {
	var err error
	if run.Resolver != nil {
		err = run.Resolver.Failure()
	} else if code := run.Refusal.Code; run.wanted && run.Ask && !run.DryRun && (code == autofixai.CodeNotConfigured || code == autofixai.CodeUntrusted) {
		err = errors.New(run.Refusal.Detail)
	}
	var findings *exit.FindingsError
	switch {
	case err == nil || verdict != nil && !errors.As(verdict, &findings):
		return verdict
	case errors.Is(err, autofixai.ErrReplayMiss):
		return fmt.Errorf("--ai-replay: %w", err)
	}
	return fmt.Errorf("--ai: no agent could be asked: %w", Shown(err))
}
