package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	autofixai "github.com/rules-autofix/rules_autofix/internal/autofixai"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/detect"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

type analyzeCmd struct {
	pathFlags
	Format string
	Rule   []string
	aiFlags
	checkOutputs
}

func newAnalyze(flags *cli.Globals, env *environment) *cobra.Command {
	var c analyzeCmd
	cmd := &cobra.Command{
		Use:   "analyze --ai [flags] [PATH...]",
		Short: "Ask the agent of [ai] for findings that no rule can compute.",
		Long: `PATHS are the files and folders to ask about. Default: the working folder.

Sends each file of a known kind to the agent, and prints what it finds, by the rules ai/NAME. What is not in the file is dropped and counted. Findings are what a model says: they never fail the command. Their fixes have no edits: save the artifact with --out, and ask for them with fix --artifact=FILE --ai --safety=unsafe.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Paths = args
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	c.aiFlags.declare(f)
	cli.FromVariable(f.Choice(&c.Format, "format", report.OutputFormats(), formatHelp), "AUTOFIX_FORMAT")
	cli.FromVariable(f.CommaList(&c.Rule, "rule", "GLOB", "Ask only for these rules, such as ai/cache-order. Repeatable."), "AUTOFIX_RULE")
	c.checkOutputs.declare(f)
	c.pathFlags.declare(f)
	return cmd
}

// Run asks, and prints the findings.
func (c *analyzeCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	if !c.Ask && !c.DryRun && c.Replay == "" {
		return cli.Mistake("analyze sends files to an agent: say so with --ai, or list them with --ai-dry-run")
	}
	var names []string
	for _, rule := range detect.Rules() {
		names = append(names, rule.Name)
	}
	if err := pipeline.ResolveRules("--rule=", c.Rule, names); err != nil {
		return err
	}
	printed := ""
	if c.Format != "text" {
		printed = "--format=" + c.Format
	}
	env, err := c.claimStdout(env, printed)
	if err != nil {
		return err
	}
	opts := pipeline.Options{Tools: env.Tools()}
	ws, files, err := env.openPaths(ctx, flags, &c.pathFlags, &opts)
	if err != nil {
		return err
	}
	defer ws.Close()
	shown := env.Shown(ws.Root())
	run, err := c.aiFlags.begin(env, ws, flags, &opts)
	if err != nil {
		return err
	}
	defer run.Finish()
	if run.Refusal.Code != "" {
		return &cli.UsageError{Err: fmt.Errorf("analyze: no agent is asked: %s", run.Refusal.Detail)}
	}
	var allowed []string
	for _, file := range files {
		if !autofixai.Forbids(opts.Config.For(file)) {
			allowed = append(allowed, file)
		}
	}
	if c.DryRun {
		return c.list(env.Stdout, run.Settings, allowed, shown)
	}
	r := run.Resolver
	found, counts, err := detect.Analyze(ctx, ws, allowed, detect.Options{
		Settings: r.Settings, Agents: r.Agents, Secrets: r.Secrets, Cache: r.Cache, Rules: c.Rule, Tool: opts.Tools.Checkers.Tool, Origin: c.Origin,
		Warn: run.Warn, Watch: func(path string, number, of int) {
			run.Watch(autofixai.Step{Path: path, Objective: "findings", Number: number, Of: of})
		},
	})
	run.Finish()
	if err != nil {
		return err
	}
	checked := pipeline.OfArtifact(ws, found)
	text := report.TextOptions{Shown: shown, Files: counts.Asked + counts.Cached, Verbose: c.Verbose, Each: "--verbose lists each"}
	findings, changes, err := c.write(ctx, env, checked, opts, c.Format, text)
	if err != nil {
		return err
	}
	text.Color = env.color
	if err := report.Write(env.Stdout, c.Format, findings, changes, text); err != nil {
		return err
	}
	counts.Text(env.Stderr, shown)
	return nil
}

// list prints which files would be sent.
func (c *analyzeCmd) list(w io.Writer, s *autofixai.Settings, files []string, shown report.Shown) error {
	n := 0
	for _, file := range files {
		if detect.Asks(file, c.Rule) {
			n++
			if _, err := fmt.Fprintf(w, "  %s\n", inert.Line(shown.Of(file))); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintf(w, "autofix: AI: would be sent to %[2]s: %[1]s\n", report.NumberOf(n, "file"), inert.Line(strings.Join(s.Command, " ")))
	return err
}
