package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/internal/process"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

type mergeCmd struct {
	Artifacts []string
	Import    []string
	Out       string
	Diff      string
	Summary   string
}

func newMerge(flags *cli.Globals, env *environment) *cobra.Command {
	var c mergeCmd
	cmd := &cobra.Command{
		Use:   "merge [flags] [ARTIFACT...]",
		Short: "Merge artifacts into one plan, without writing any source.",
		Long:  `Merges the safe fixes of artifacts into one plan over the current sources. The order of the artifacts does not matter. "autofix fix --artifact=OUT" applies the plan later, if the sources have not changed.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Artifacts = args
			if len(c.Artifacts) == 0 && len(c.Import) == 0 {
				return cli.Needs("ARTIFACT, or --import=NAME=FILE")(cmd, args)
			}
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	f.List(&c.Import, "import", "NAME=FILE", fmt.Sprintf(importHelp, "Its fixes are merged like those of an artifact."))
	f.Text(&c.Out, "out", "FILE", "Write the plan as one artifact.")
	f.Text(&c.Diff, "diff", "FILE", "Write the plan as a patch.")
	f.Text(&c.Summary, "summary", "FILE", "Write every fix with its status, as JSON.")
	return cmd
}

// Run merges.
func (c *mergeCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	env.growHeapFor(c.Import)
	env, err := env.claimStdout("", outputFlag{"--out", c.Out}, outputFlag{"--diff", c.Diff}, outputFlag{"--summary", c.Summary})
	if err != nil {
		return err
	}
	opts := pipeline.Options{Tools: env.Tools()}
	ws, artifacts, err := env.openArtifacts(ctx, flags, c.Artifacts, c.Import, &opts)
	if err != nil {
		return err
	}
	defer ws.Close()
	opts.Shown = env.Shown(ws.Root())
	var result *pipeline.Result
	merged, err := pipeline.UntilDone(ctx, func() (merged *artifact.Artifact, err error) {
		merged, result, err = pipeline.Merge(ws, artifacts, opts)
		return merged, err
	})
	if err != nil {
		return err
	}
	s := report.SummaryOf(result, &opts, true)
	s.Checked.Artifacts, s.Checked.Reports = len(c.Artifacts), len(c.Import)
	s.Again = again(env, ws.Root(), "autofix fix", s.StaleFiles())
	if len(c.Artifacts) == 0 {
		s.Again = importAgain
	}
	if c.Diff != "" {
		s.Patch = report.PatchHint(ws.Root(), env.Dir, c.Diff)
	}
	if c.Out != "" && c.Out != "-" {
		s.Fix = process.CommandLine("autofix", "fix", "--artifact="+c.Out)
	}
	err = errors.Join(
		env.writeFile(c.Out, artifactTo(merged)),
		env.writeFile(c.Diff, func(w writer) error { return report.Diff(w, result.Files) }),
		env.writeFile(c.Summary, func(w writer) error { return report.SummaryJSON(w, s) }),
	)
	if err != nil {
		return report.Judged(result.Crashed, opts.Shown, err)
	}
	err = report.SummaryText(env.Stdout, s, env.color)
	if err == nil {
		err = report.FailedError(result.Failed, opts.Shown)
	}
	return report.Judged(result.Crashed, opts.Shown, err)
}
