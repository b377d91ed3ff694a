package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

type renderCmd struct {
	Artifacts  []string
	Format     string
	Out        []string
	FixCommand string
	Verbose    bool
	Declared   bool
	AllowEmpty bool
}

func newRender(flags *cli.Globals, env *environment) *cobra.Command {
	var c renderCmd
	cmd := &cobra.Command{
		Use:   "render [flags] ARTIFACT...",
		Short: "Show what is in artifacts: as text, a patch, SARIF and other formats.",
		Long: `ARTIFACTS are what checks wrote with --out or --out=artifacts. Several are shown as one: a finding that several targets have is shown once.

Writes what "autofix check" writes with --out or --format, and checks nothing. text, agent, files, json, junit and markdown need only the artifacts; the other formats read the sources, which must be those that were checked. The configuration decides which fixes are pending.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Artifacts = args
			if len(args) == 0 && !c.AllowEmpty {
				return cli.Needs("ARTIFACT")(cmd, args)
			}
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	f.Choice(&c.Format, "format", report.OutputFormats(), strings.Replace(formatHelp, "print", "write", 1))
	f.List(&c.Out, "out", "[FORMAT=]FILE", fmt.Sprintf(outHelp, "the format of --format")+" Default: -.")
	f.Text(&c.FixCommand, "fix-command", "COMMAND", "The command that applies the fixes, for what is written.")
	cli.FromVariable(f.Toggle(&c.Verbose, "verbose", "List every finding as text, even if a rule reports many places in one file."), "AUTOFIX_VERBOSE")
	f.Toggle(&c.Declared, "declared", "Treat the sources as the declared inputs of a build action: read them as they are, through links, and use no configuration except --config and --tool-config.")
	f.Toggle(&c.AllowEmpty, "allow-empty", "Succeed even if there is no artifact.")
	return cmd
}

// Run renders.
func (c *renderCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	if len(c.Out) == 0 {
		c.Out = []string{"-"}
	}
	outputs, err := parseOutputs(c.Out, c.Format)
	if err != nil {
		return err
	}
	if env, err = env.claimStdout("", flagsOfOutputs(outputs)...); err != nil {
		return err
	}
	opts := pipeline.Options{Tools: env.Tools()}
	artifacts, source, err := c.open(ctx, flags, env, &opts)
	if err != nil {
		return err
	}
	var shown report.Shown // the build prints the paths of an action
	if ws, ok := source.(*workspace.Workspace); ok {
		defer ws.Close()
		shown = env.Shown(ws.Root())
	}
	combined, err := pipeline.UntilDone(ctx, func() (*report.Combined, error) { return report.Combine(source, artifacts, opts) })
	if err != nil {
		return err
	}
	text := report.TextOptions{Shown: shown, Fix: c.FixCommand, Verbose: c.Verbose, Each: "the artifact has each"}
	contents, err := pipeline.UntilDone(ctx, func() ([][]byte, error) {
		var all [][]byte
		for _, output := range outputs {
			content, err := combined.Render(output.format, text)
			if err != nil {
				return nil, err
			}
			all = append(all, content)
		}
		return all, nil
	})
	if err != nil {
		return err
	}
	for i, output := range outputs {
		err = errors.Join(err, env.writeText(output.file, contents[i]))
	}
	return err
}

// open returns the artifacts and the source of their files, and stores their
// configuration in opts.
func (c *renderCmd) open(ctx context.Context, flags *cli.Globals, env *environment, opts *pipeline.Options) ([]*artifact.Artifact, pipeline.Source, error) {
	if !c.Declared {
		ws, artifacts, err := env.openArtifacts(ctx, flags, c.Artifacts, nil, opts)
		return artifacts, ws, err
	}
	var err error
	if opts.Config, err = env.declaredConfig(flags, opts.Tools); err != nil {
		return nil, nil, err
	}
	artifacts, err := env.checkedArtifacts(ctx, c.Artifacts)
	return artifacts, workspace.OpenDeclared(env.Dir), err
}
