package main

import (
	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	autofixai "github.com/rules-autofix/rules_autofix/internal/autofixai"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/asking"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// aiFlags are the flags for fixes by agents.
type aiFlags struct {
	asking.Options
	Set   []string
	Trust bool
}

func (a *aiFlags) declare(f cli.FlagSet) {
	cli.FromVariable(f.Toggle(&a.Ask, "ai", "Ask the agent of [ai] for fixes that checkers leave to one. They are unsafe: add --safety=unsafe."), "AUTOFIX_AI")
	f.List(&a.Set, "ai-set", "KEY=VALUE", "Set a key of [ai], such as agent=NAME, command=\"gemini --acp\" or timeout=2m. Also by AUTOFIX_AI_KEY. Repeatable.")
	cli.FromVariable(f.Choice(&a.Cache, "ai-cache", []string{autofixai.CacheUse, autofixai.CacheRefresh, autofixai.CacheOff}, "use takes accepted answers from your cache folder, so that a preview and the run that writes it ask once; refresh asks anew; off keeps nothing."), "AUTOFIX_AI_CACHE")
	f.Text(&a.Transcript, "ai-transcript", "DIR", "Record questions and answers in this folder, without secrets.")
	f.Text(&a.Replay, "ai-replay", "DIR", "Take the answers from a recording instead of an agent.")
	f.Toggle(&a.Trust, "ai-trust-workspace", "Let the autofix.toml in the root of the workspace name the agent to start, in this run.")
	f.Toggle(&a.AllowRead, "ai-allow-read", "Let the agent read files of the workspace, if context is read.")
	f.Toggle(&a.Unchecked, "ai-unchecked", "Also apply answers that nothing can judge, which are only previews otherwise: for findings whose checker cannot run again, such as imported ones, and for files of other languages.")
	f.Toggle(&a.DryRun, "ai-dry-run", "List what would be sent to which agent, and ask nobody.")
}

// begin adds the step that asks agents to the options of a run, which have
// their configuration.
func (a *aiFlags) begin(env *environment, ws *workspace.Workspace, flags *cli.Globals, opts *pipeline.Options) (*asking.Run, error) {
	return asking.Begin(env.aiSource(ws, flags, a), a.Options, opts, env)
}

// aiSource returns where the settings of [ai] come from.
func (e *environment) aiSource(ws *workspace.Workspace, flags *cli.Globals, a *aiFlags) asking.Source {
	return asking.Source{Workspace: ws, Tools: e.Tools(), Absolute: e.Absolute, File: flags.Config, Set: a.Set, Trust: a.Trust}
}

// flags returns the flags that ask in the same way, for a run that writes.
func (a *aiFlags) flags() []string {
	var flags []string
	if a.Ask {
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
	if a.Unchecked {
		flags = append(flags, "--ai-unchecked")
	}
	if a.AllowRead {
		flags = append(flags, "--ai-allow-read")
	}
	return flags
}
