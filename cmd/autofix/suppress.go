package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/process"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

type suppressCmd struct {
	pathFlags
	programFlags
	selection
}

func newSuppress(flags *cli.Globals, env *environment) *cobra.Command {
	var c suppressCmd
	cmd := &cobra.Command{
		Use:   "suppress --rule=GLOB [flags] [PATH...]",
		Short: "Write comments that silence the findings of a rule.",
		Long: `PATHS are the files and folders to check. Default: the working folder.

Checks the files, and writes above each finding the comment that its rule obeys: "hadolint ignore" for rules of hadolint, "buildifier: disable" for rules of buildifier, and "autofix ignore" for all others. A finding that only a comment for the whole file can silence, such as a formatter's, gets that. Nothing else changes. Exits 1 if a finding is left, as in JSON, which has no comments: autofix.toml can turn the rule off there. A comment that silences nothing any more is a finding of the rules unused-ignore, with a safe fix.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Paths = args
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	f.CommaList(&c.Rule, "rule", "GLOB", "Silence the findings of these rules, such as format/go, DL3020, buildifier/* or text. Repeatable. Required.")
	f.Choice(&c.Mode, "mode", []string{"write", "diff", "print", "check"}, "What to do with the comments. write writes them, diff prints a patch, print prints the new texts, and check prints only the summary. diff and check exit 1 if something would change.")
	f.Toggle(&c.Verbose, "verbose", "List every finding that is left, even if a rule reports many places in one file.")
	c.pathFlags.declare(f)
	c.programFlags.declare(f)
	c.Policy, c.Safety, c.Rounds = string(policy.Permissive), string(fixedits.SafetySafe), 1
	return cmd
}

// Run writes comments.
func (c *suppressCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	if len(c.Rule) == 0 {
		return cli.Mistake("--rule is missing: name the rules to silence, such as --rule=DL3008")
	}
	opts, err := c.options(env)
	if err != nil {
		return err
	}
	if env, err = c.claimStdout(env); err != nil {
		return err
	}
	if !opts.DryRun {
		if err := env.finishInterrupted(ctx, flags); err != nil {
			return err
		}
	}
	ws, files, err := env.openPaths(ctx, flags, &c.pathFlags, &opts)
	if err != nil {
		return err
	}
	defer ws.Close()
	opts.Shown = env.Shown(ws.Root())
	others, err := c.programFlags.begin(env, ws, files, nil, &opts)
	if err != nil {
		return err
	}
	if err := env.knownRules(c.Rule, opts.Tools.Checkers, nil, others...); err != nil {
		return err
	}
	opts.Progress = env.progress("checking", nil)
	checked, err := pipeline.Check(ctx, ws, files, "", opts)
	env.ProgressDone()
	if err != nil {
		return err
	}
	env.tellOff(c.Rule, files, &opts)
	opts.Progress = nil
	found, err := pipeline.Suppress(ctx, ws, checked, opts)
	if err != nil {
		return err
	}
	opts.Rules, opts.Config = nil, nil // they are about the findings, not about comments
	result, err := pipeline.Apply(ctx, ws, []*artifact.Artifact{found.Artifact}, opts)
	if err != nil {
		return err
	}
	result.Crashed = checked.Crashed
	s := report.SummaryOf(result, &opts, c.preview())
	s.Checked = report.Checked{Files: checked.Files, Checkers: checked.Artifact.Checkers}
	s.Outcomes, s.Silenced = result.BySilenced(), true
	for _, left := range found.Stay {
		left.Reason += "; to turn the rule off there: " + report.TurnedOff(&left.Diagnostic)
		s.Left = append(s.Left, left)
	}
	s.Fix = c.pathFlags.command(process.CommandLine("autofix", slices.Concat([]string{"suppress"}, ruleFlags(c.Rule), c.programFlags.flags())...))
	s.Again, s.Patch = "run again: "+s.Fix, c.patchHint(env, ws.Root())
	for _, d := range found.Whole {
		env.Say("%s:%d: no comment there silences %s: there is one at the top, for the whole file", inert.Line(env.Shown(ws.Root()).Of(d.Path)), d.Line, d.Rule)
	}
	if err := c.finish(env, result, s); err != nil || len(s.Left) == 0 {
		return err
	}
	return &cli.FindingsError{}
}
