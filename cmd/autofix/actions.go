package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/process"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/spec"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

type actionsCmd struct {
	File     string
	Artifact []string
	selection
}

func newActions(flags *cli.Globals, env *environment) *cobra.Command {
	var c actionsCmd
	cmd := &cobra.Command{
		Use:   "actions [flags] FILE",
		Short: "Apply fix actions: structured operations on YAML, JSON and TOML.",
		Long: `FILE is a document of fix actions, in JSON, or in YAML if its name ends in .yaml or .yml. - reads JSON from stdin.

Lowers the operations of each action to edits that change nothing else, merges them, and writes all files in one transaction. An action is applied completely or, if one of its operations fails, not at all; each failure is printed as FILE: POINTER: CODE: REASON.`,
		Args: cli.NeedsOne("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c.File = args[0]
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	cli.FromVariable(f.Choice(&c.Mode, "mode", []string{"write", "diff", "print", "check", "lower"}, "What to do with the actions. write applies them, diff prints a patch, print prints the new texts, check prints only the summary, and lower prints the artifact, for `autofix fix --artifact`. diff and check exit 1 if something would change."), "AUTOFIX_MODE")
	cli.FromVariable(f.Choice(&c.Policy, "policy", policies, "permissive applies the actions that can be applied; strict applies all or nothing."), "AUTOFIX_POLICY")
	f.Choice(&c.Safety, "safety", []string{"unsafe", "suggestion", "safe"}, "Apply actions that are at least this safe. The confidence of an action is high for safe, medium for suggestion, and low for unsafe.")
	f.CommaList(&c.Rule, "rule", "GLOB", "Apply only the actions for these rules. Repeatable.")
	f.List(&c.Artifact, "artifact", "FILE", "An artifact with the findings that targets name by their diagnostic_id. Repeatable.")
	f.Text(&c.Summary, "summary", "FILE", "Write every fix with its status, as JSON.")
	cli.FromVariable(f.Toggle(&c.Verbose, "verbose", "List everything that is left, even if a rule reports many places in one file."), "AUTOFIX_VERBOSE")
	c.Rounds = 1
	return cmd
}

// Run applies or lowers actions.
func (c *actionsCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	env.growHeap()
	opts, err := c.options(env)
	if err != nil {
		return err
	}
	if env, err = c.claimStdout(env); err != nil {
		return err
	}
	document, err := c.read(env)
	if err != nil {
		return err
	}
	artifacts, err := env.ReadArtifacts(ctx, c.Artifact)
	if err != nil {
		return err
	}
	document.Resolve(artifacts...)
	var rules []string
	for i := range document.Actions {
		for _, target := range document.Actions[i].Targets {
			rules = append(rules, target.Rule)
		}
	}
	slices.Sort(rules)
	if err := pipeline.ResolveRules("--rule=", c.Rule, slices.Compact(rules)); err != nil {
		return err
	}
	selected := policy.Selection{Rules: c.Rule}
	if n := document.Select(opts.Safety, selected.Selects); n > 0 {
		if _, err := fmt.Fprintf(env.Stderr, "autofix: --safety or --rule leaves out %d of the actions\n", n); err != nil {
			return err
		}
	}
	opts.Safety, opts.Rules = fixedits.SafetyUnsafe, nil // the rest is selected
	if !opts.DryRun {
		if err := env.finishInterrupted(ctx, flags); err != nil {
			return err
		}
	}
	ws, err := env.openWorkspace(flags)
	if err != nil {
		return err
	}
	defer ws.Close()
	document.Follow(ws.Canonical)
	lowered, rejected, err := c.lower(ctx, env, ws, document)
	if err != nil {
		return err
	}
	if rejected > 0 && opts.Policy == policy.Strict {
		return &cli.FindingsError{What: fmt.Sprintf("%d of %d actions are rejected: --policy=strict applies all or nothing", rejected, len(document.Actions))}
	}
	if c.Mode == "lower" {
		return artifactTo(lowered)(env.Stdout)
	}
	return c.apply(ctx, flags, env, ws, lowered, opts)
}

// read reads the document. A malformed one is a failure of the program that
// wrote it.
func (c *actionsCmd) read(env *environment) (*spec.Document, error) {
	text, err := env.readInput(c.File)
	if err != nil {
		return nil, fmt.Errorf("fix actions: %w", err)
	}
	document, err := spec.Read(c.File, text)
	if mistakes, ok := errors.AsType[*spec.Errors](err); ok {
		if _, err := fmt.Fprintln(env.Stderr, mistakes); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("fix actions: %s is malformed: nothing was applied; `autofix schema fix-actions` prints its JSON Schema", c.File)
	}
	return document, err
}

// lower lowers the document, and prints the rejected actions, and the number of
// actions that change nothing.
func (c *actionsCmd) lower(ctx context.Context, env *environment, ws *workspace.Workspace, document *spec.Document) (a *artifact.Artifact, rejected int, err error) {
	var fixed []spec.Fixed
	a, err = pipeline.UntilDone(ctx, func() (a *artifact.Artifact, err error) {
		a, fixed = document.Artifact(pipeline.ActionTexts(ws))
		return a, a.Validate()
	})
	if err != nil {
		return nil, 0, err
	}
	shown, satisfied := env.Shown(ws.Root()), 0
	for i := range fixed {
		if fixed[i].Satisfied() {
			satisfied++
		}
		if fixed[i].Rejected == nil {
			continue
		}
		rejected++
		fixed[i].Rejected.File = inert.Line(shown.Of(fixed[i].Rejected.File))
		if _, err := fmt.Fprintf(env.Stderr, "%s (action %s)\n", fixed[i].Rejected, fixed[i].Action.ID); err != nil {
			return nil, 0, err
		}
	}
	if satisfied > 0 {
		if _, err := fmt.Fprintf(env.Stderr, "autofix: satisfied already, nothing to do: %d of %s\n", satisfied, report.NumberOf(len(fixed), "action")); err != nil {
			return nil, 0, err
		}
	}
	return a, rejected, nil
}

// apply applies the fixes of an artifact as `fix --artifact` does.
func (c *actionsCmd) apply(ctx context.Context, flags *cli.Globals, env *environment, ws *workspace.Workspace, a *artifact.Artifact, opts pipeline.Options) error {
	artifacts := []*artifact.Artifact{a}
	var err error
	if opts.Config, err = env.loadConfig(ws, flags, pipeline.Paths(ws, artifacts), opts.Tools); err != nil {
		return err
	}
	opts.Each = c.drop(&opts)
	opts.Shown = env.Shown(ws.Root())
	c.record(&opts, ws)
	result, err := pipeline.Apply(ctx, ws, artifacts, opts)
	if err != nil {
		return err
	}
	s := report.SummaryOf(result, &opts, c.preview())
	s.Checked.Artifacts = 1
	s.Fix = c.command()
	s.Again = "run again: " + s.Fix
	s.Patch = c.patchHint(env, ws.Root())
	return c.finish(env, result, s)
}

// command returns the command line that applies the actions.
func (c *actionsCmd) command() string {
	args := []string{"actions"}
	if c.Policy != string(policy.Permissive) {
		args = append(args, "--policy="+c.Policy)
	}
	if c.Safety != string(fixedits.SafetyUnsafe) {
		args = append(args, "--safety="+c.Safety)
	}
	for _, glob := range c.Rule {
		args = append(args, "--rule="+glob)
	}
	args = append(args, artifactFlags(c.Artifact)...)
	return process.CommandLine("autofix", append(args, c.File)...)
}
