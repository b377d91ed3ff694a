package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/agents"
	autofixai "github.com/rules-autofix/rules_autofix/internal/autofixai"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/asking"
	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

type aiCheckCmd struct{ aiFlags }

func newAICheck(flags *cli.Globals, env *environment) *cobra.Command {
	var c aiCheckCmd
	cmd := &cobra.Command{
		Use:   "ai-check [flags]",
		Short: "Start the agent of [ai], and say whether it can be asked.",
		Long:  `Starts the agent that --ai would ask, in the same sandbox, and prints its name, version, login, modes and the level of the sandbox. No prompt is sent.`,
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return c.Run(cmd.Context(), flags, env) },
	}
	f := cli.FlagsOf(cmd)
	f.List(&c.Set, "ai-set", "KEY=VALUE", "Set a key of [ai]. Repeatable.")
	f.Toggle(&c.Trust, "ai-trust-workspace", "Let the autofix.toml in the root of the workspace name the agent to start, in this run.")
	return cmd
}

// Run starts the agent.
func (c *aiCheckCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	ws, err := env.openWorkspace(flags)
	if err != nil {
		return err
	}
	defer ws.Close()
	source := env.aiSource(ws, flags, &c.aiFlags)
	s, refusal, err := source.Settings()
	if err != nil {
		return err
	}
	out := env.Stdout
	if name, err := person.Path(); err == nil {
		fmt.Fprintf(out, "config:   %s\n", name)
	}
	fmt.Fprintf(out, "enabled:  %t\n", s.Enabled)
	if refusal.Code != "" {
		return &cli.UsageError{Err: fmt.Errorf("ai-check: %s; add the workspace to [trust] workspaces of your config.toml, or give --ai-trust-workspace", refusal.Detail)}
	}
	options, err := autofixai.Options(s, ws.Root(), version.Version)
	if err != nil {
		return &cli.UsageError{Err: fmt.Errorf("ai-check: %w", err)}
	}
	fmt.Fprintf(out, "command:  %s (from %s)\n", inert.Line(strings.Join(options.Command, " ")), s.From)
	agent, err := agents.Start(ctx, *options)
	if errors.Is(err, &agents.Reason{Code: agents.NoSandbox}) {
		tellRungs(ctx, out, s)
	}
	if err != nil {
		return asking.Shown(s.Explain(err))
	}
	defer agent.Close()
	info := agent.Info()
	fmt.Fprintf(out, "agent:    %s\n", inert.Line(strings.TrimSpace(info.Name+" "+info.Version)))
	fmt.Fprintf(out, "sandbox:  %s\n", orNone(info.Sandbox))
	if info.Sandbox == "" || info.Sandbox == sandbox.None.String() {
		tellRungs(ctx, out, s)
	}
	fmt.Fprintf(out, "network:  %s\n", s.Network)
	session, err := agent.NewSession(ctx)
	err = s.Explain(err)
	var failure *agents.Error
	if errors.As(err, &failure) && failure.Code == agents.Login {
		fmt.Fprintln(out, "login:    needed")
	}
	if err != nil {
		return asking.Shown(err)
	}
	defer session.Close()
	fmt.Fprintln(out, "login:    done, or not needed")
	modes := session.Modes()
	fmt.Fprintf(out, "mode:     %s\n", orNone(modes.Current))
	var names []string
	for _, mode := range modes.Offered {
		names = append(names, inert.Line(mode.ID))
	}
	fmt.Fprintf(out, "modes:    %s\n", orNone(strings.Join(names, ", ")))
	for line := range strings.Lines(agent.Stderr()) {
		fmt.Fprintf(out, "stderr:   %s\n", inert.Line(strings.TrimRight(line, "\r\n")))
	}
	if !s.Enabled {
		return &cli.FindingsError{What: "ai-check: the agent works, but [ai] enabled is false, so it is not asked"}
	}
	fmt.Fprintln(out, "autofix: the agent can be asked: autofix fix --ai --safety=unsafe")
	return nil
}

// tellRungs says which sandboxes the machine has.
func tellRungs(ctx context.Context, out io.Writer, s *autofixai.Settings) {
	if s.Sandbox == autofixai.SandboxOff {
		return
	}
	for _, rung := range sandbox.Probe(ctx) {
		fmt.Fprintf(out, "          %s\n", inert.Line(rung.String()))
	}
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return inert.Line(text)
}
