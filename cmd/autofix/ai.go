package main

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

	"github.com/rules-autofix/rules_autofix/agents"
	autofixai "github.com/rules-autofix/rules_autofix/autofix_ai"
	"github.com/rules-autofix/rules_autofix/autofix_ai/contextsummary"
	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/config/person"
	"github.com/rules-autofix/rules_autofix/internal/version"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/report"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// aiFlags are the flags for fixes by agents.
type aiFlags struct {
	AI         bool
	Set        []string
	Cache      string
	DryRun     bool
	Transcript string
	Replay     string
	Trust      bool
	AllowRead  bool
}

func (a *aiFlags) declare(f cli.FlagSet) {
	cli.FromVariable(f.Toggle(&a.AI, "ai", "Ask the agent of [ai] for fixes that checkers leave to one. They are unsafe: add --safety=unsafe."), "AUTOFIX_AI")
	f.List(&a.Set, "ai-set", "KEY=VALUE", "Set a key of [ai], such as agent=NAME, command=\"gemini --acp\" or timeout=2m. Also by AUTOFIX_AI_KEY. Repeatable.")
	cli.FromVariable(f.Choice(&a.Cache, "ai-cache", []string{autofixai.CacheUse, autofixai.CacheRefresh, autofixai.CacheOff}, "use takes accepted answers from your cache folder, so that a preview and the run that writes it ask once; refresh asks anew; off keeps nothing."), "AUTOFIX_AI_CACHE")
	f.Text(&a.Transcript, "ai-transcript", "DIR", "Record questions and answers in this folder, without secrets.")
	f.Text(&a.Replay, "ai-replay", "DIR", "Take the answers from a recording instead of an agent.")
	f.Toggle(&a.Trust, "ai-trust-workspace", "Let the autofix.toml in the root of the workspace name the agent to start, in this run.")
	f.Toggle(&a.AllowRead, "ai-allow-read", "Let the agent read files of the workspace, if context is read.")
	f.Toggle(&a.DryRun, "ai-dry-run", "List what would be sent to which agent, and ask nobody.")
}

// An asking is the step of a run that asks agents.
type asking struct {
	*aiFlags
	env      *environment
	ws       *workspace.Workspace
	settings *autofixai.Settings
	refusal  fixedits.Reason // for all fixes; none: agents are asked
	resolver *autofixai.Resolver
	pool     *autofixai.Pool

	mu       sync.Mutex
	progress func() // ends it
	sendings []autofixai.Sending
}

// begin adds the step to the options of a run, which have their configuration.
// file is the configuration file that the user named; it may be empty.
func (a *aiFlags) begin(env *environment, ws *workspace.Workspace, file string, opts *pipeline.Options, preview string) (*asking, error) {
	run := &asking{aiFlags: a, env: env, ws: ws, progress: func() {}}
	opts.Asks = run.asks(opts)
	if !a.AI && !a.DryRun && a.Replay == "" {
		run.refusal = fixedits.Reason{Code: autofixai.CodeNotRequested, Detail: "an agent can be asked for it: add --ai"}
		return run, nil
	}
	if err := run.configure(file); err != nil {
		return nil, err
	}
	switch s := run.settings; {
	case preview == "check" && !a.DryRun:
		run.refusal = fixedits.Reason{Code: autofixai.CodeCheckOnly, Detail: "--mode=check asks nobody; --mode=diff shows the patch"}
	case run.refusal.Code != "":
	case !s.Enabled:
		run.refusal = fixedits.Reason{Code: autofixai.CodeDisabled, Detail: "[ai] enabled is false"}
	case len(s.Command) == 0 && a.Replay == "":
		run.refusal = fixedits.Reason{Code: autofixai.CodeNotConfigured, Detail: "[ai] has no command"}
	}
	if run.refusal.Code != "" {
		run.warn(run.refusal)
		return run, nil
	}
	if err := run.open(opts); err != nil {
		return nil, err
	}
	return run, nil
}

// configure finds the settings.
func (run *asking) configure(file string) (err error) {
	run.settings, run.refusal, err = run.env.AISettings(cli.AISource{Workspace: run.ws, File: file, Set: run.Set, Trust: run.Trust})
	return err
}

// warn says why nothing will be asked although --ai was given.
func (run *asking) warn(reason fixedits.Reason) {
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
	fmt.Fprintf(run.env.Stderr, "autofix: --ai: no agent is asked: %s%s\n", reason.Detail, out)
}

// asks returns the function that tells why no agent is asked for a fix.
func (run *asking) asks(opts *pipeline.Options) func(fix *fixedits.Fix) fixedits.Reason {
	return func(fix *fixedits.Fix) fixedits.Reason {
		if fix.Resolver.ID != autofixai.ID {
			return fixedits.Reason{}
		}
		if run.refusal.Code == "" && opts.Config != nil {
			c := opts.Config.For(fix.Resolver.Path)
			if c.Broken(autofixai.Section) {
				return fixedits.Reason{Code: autofixai.CodeDisabled, Detail: c.Path + " has mistakes in [ai]"}
			}
			if autofixai.Forbids(c) {
				return fixedits.Reason{Code: autofixai.CodeDisabled, Detail: fmt.Sprintf("%s has enabled = false in [ai]", c.Path)}
			}
		}
		return run.refusal
	}
}

// open makes what asks.
func (run *asking) open(opts *pipeline.Options) error {
	root := run.ws.Root()
	run.resolver = &autofixai.Resolver{
		Settings: run.settings, Secrets: autofixai.NewSecrets(), Watch: run.watch, Warn: run.warning,
		Recheck: func(ctx context.Context, source pipeline.Source, path string, text []byte) (*pipeline.Rechecked, error) {
			return pipeline.Recheck(ctx, source, path, text, *opts)
		},
	}
	if run.settings.Context != autofixai.ContextNone {
		run.resolver.Context = func(source pipeline.Source) autofixai.Contexts { return contextsummary.New(run.ws, source).Of }
	}
	if cache, err := os.UserCacheDir(); err == nil {
		run.resolver.Cache = &autofixai.Cache{Dir: filepath.Join(cache, "rules_autofix", "ai"), Mode: run.Cache}
	}
	switch {
	case run.Replay != "":
		agents, err := autofixai.ReplayFrom(run.env.Absolute(run.Replay), run.resolver)
		if err != nil {
			return &cli.UsageError{Err: fmt.Errorf("--ai-replay: %w", err)}
		}
		run.resolver.Agents, run.resolver.Cache = agents, nil
	default:
		reader := run.reader()
		pool, err := autofixai.NewPool(run.settings, root, version.Version, reader)
		if err != nil {
			return &cli.UsageError{Err: err}
		}
		run.resolver.Reads = reader != nil
		run.pool = pool
		run.resolver.Cache.Recognize(pool, run.settings)
		run.resolver.Agents = pool
	}
	if run.Transcript != "" {
		agents, err := autofixai.RecordTo(run.env.Absolute(run.Transcript), run.resolver.Agents, run.resolver)
		if err != nil {
			return fmt.Errorf("--ai-transcript: %w", err)
		}
		run.resolver.Agents = agents
	}
	if run.DryRun {
		run.resolver.Send = func(s autofixai.Sending) { run.sendings = append(run.sendings, s) }
	}
	opts.Resolve = run.resolver.Resolve
	return nil
}

// reader returns what serves files to the agent, or nil: the settings and a flag
// both have to allow it.
func (run *asking) reader() agents.FileReader {
	if run.settings.Context != autofixai.ContextRead {
		return nil
	}
	if !run.AllowRead {
		fmt.Fprintln(run.env.Stderr, `autofix: [ai] context = "read" serves no files without --ai-allow-read`)
		return nil
	}
	return &agents.ReadRoot{Root: run.ws.Root(), Redact: func(_, text string) (string, error) {
		text, _, err := run.resolver.Secrets.Redact(text)
		return text, err
	}}
}

// watch shows the last question that was asked.
func (run *asking) watch(step autofixai.Step) {
	run.mu.Lock()
	defer run.mu.Unlock()
	run.progress()
	run.progress = run.env.asking(step)
}

func (run *asking) warning(err error) { fmt.Fprintf(run.env.Stderr, "autofix: warning: %v\n", err) }

// finish ends the agent.
func (run *asking) finish() {
	run.mu.Lock()
	defer run.mu.Unlock()
	run.progress()
	if run.pool != nil {
		run.pool.Close()
		run.resolver.Cache.Clean()
	}
	run.env.ProgressDone()
}

// verifies returns the function that tells which fixes are by an agent, and are
// verified for that if it can be done at all.
func (run *asking) verifies(possible bool) func(o *fixedits.Outcome) bool {
	if run.resolver == nil || !possible {
		return nil
	}
	return func(o *fixedits.Outcome) bool { return run.resolver.Records()[o.OwnID] != nil }
}

// tell adds the questions to a summary.
func (run *asking) tell(s *report.Summary) {
	if run.resolver == nil {
		return
	}
	s.AI = &report.AI{Fixes: map[string]any{}}
	for id, record := range run.resolver.Records() {
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
		s.AI.Agent = strings.Join(run.settings.Command, " ")
	}
}

// judge returns an error if --ai was given and no agent could be started, or a
// recording lacks a question.
func (run *asking) judge(verdict error) error {
	if run.resolver == nil {
		return verdict
	}
	err := run.resolver.Failure()
	var findings *cli.FindingsError
	switch {
	case err == nil || verdict != nil && !errors.As(verdict, &findings):
		return verdict
	case errors.Is(err, autofixai.ErrReplayMiss):
		return fmt.Errorf("--ai-replay: %w", err)
	}
	return fmt.Errorf("--ai: no agent could be started: %w", err)
}

// flags returns the flags that ask in the same way, for a run that writes.
func (a *aiFlags) flags() []string {
	var flags []string
	if a.AI {
		flags = append(flags, "--ai")
	}
	for _, pair := range a.Set {
		flags = append(flags, "--ai-set="+pair)
	}
	if a.Replay != "" {
		flags = append(flags, "--ai-replay="+a.Replay)
	}
	if a.Trust {
		flags = append(flags, "--ai-trust-workspace")
	}
	if a.AllowRead {
		flags = append(flags, "--ai-allow-read")
	}
	return flags
}
