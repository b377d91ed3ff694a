package main

import (
	"bytes"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/report"
	"github.com/rules-autofix/rules_autofix/workspace"
)

type renderCmd struct {
	Artifact string
	Format   string
	Out      string
	Verbose  bool
	Declared bool
}

func newRender(flags *globals, env *environment) *cobra.Command {
	c := renderCmd{Out: "-"}
	cmd := &cobra.Command{
		Use:   "render [flags] ARTIFACT",
		Short: "Show what is in an artifact: as text, a patch, SARIF and other formats.",
		Long: `ARTIFACT is what a check wrote with --out.

Writes what "autofix check" writes with --report, --diff, --sarif or --format, and checks nothing. text, files and json need only the artifact; the other formats read the sources, which must be those that were checked. The configuration decides which fixes are pending.`,
		Args: needsOne("ARTIFACT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Artifact = args[0]
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := flagsOf(cmd)
	f.choice(&c.Format, "format", []string{"text", "files", "json", "sarif", "github", "rdjson", "diff"}, "What to write. files writes the names of the files that have findings, and diff a patch with the changes that the fixes would make.")
	f.text(&c.Out, "out", "FILE", "Write it to this file; - is standard output.")
	fromVariable(f.toggle(&c.Verbose, "verbose", "List every finding as text, even if a rule reports many places in one file."), "AUTOFIX_VERBOSE")
	f.toggle(&c.Declared, "declared", "Treat the sources as the declared inputs of a build action: read them as they are, through links, and use no configuration except --config and --tool-config.")
	return cmd
}

// Run renders.
func (c *renderCmd) Run(ctx context.Context, flags *globals, env *environment) error {
	opts := pipeline.Options{Tools: env.tools()}
	a, source, err := c.open(ctx, flags, env, &opts)
	if err != nil {
		return err
	}
	if ws, ok := source.(*workspace.Workspace); ok {
		defer ws.Close()
	}
	if a.Tool.Name == opts.Tools.Checkers.Tool.Name {
		opts.Tools.Checkers = opts.Tools.Checkers.Without(a.Without...) // the same as in the check
	}
	content, err := pipeline.UntilDone(ctx, func() ([]byte, error) { return c.render(source, a, opts) })
	if err != nil {
		return err
	}
	return env.writeText(c.Out, content)
}

// open returns the artifact and the source of its files, and stores their
// configuration in opts.
func (c *renderCmd) open(ctx context.Context, flags *globals, env *environment, opts *pipeline.Options) (*artifact.Artifact, pipeline.Source, error) {
	if !c.Declared {
		ws, artifacts, err := env.openArtifacts(ctx, flags, []string{c.Artifact}, nil, opts)
		if err != nil {
			return nil, nil, err
		}
		return artifacts[0], ws, nil
	}
	var err error
	if opts.Config, err = env.declaredConfig(flags, opts.Tools); err != nil {
		return nil, nil, err
	}
	artifacts, err := env.checkedArtifacts(ctx, []string{c.Artifact})
	if err != nil {
		return nil, nil, err
	}
	return artifacts[0], workspace.OpenDeclared(env.dir), nil
}

// render returns the artifact in the format.
func (c *renderCmd) render(source pipeline.Source, a *artifact.Artifact, opts pipeline.Options) ([]byte, error) {
	checked := pipeline.OfArtifact(source, a)
	var out bytes.Buffer
	if c.Format == "diff" {
		err := checked.Plan(opts, func(plan *fixedits.Plan) error {
			for i := range plan.Outcomes {
				if o := &plan.Outcomes[i]; o.Status == fixedits.StatusStale {
					return fmt.Errorf("%s; check it again", o.Reason.String())
				}
			}
			return diffTo(plan.Files)(&out)
		})
		return out.Bytes(), judged(checked.Crashed, err)
	}
	var unread error
	findings := report.NewFindings(a, ruleTexts(opts.Tools.Checkers), func(path string) []byte {
		text, err := checked.ReadText(path)
		if err != nil && unread == nil {
			unread = err
		}
		return text
	})
	findings.Select(opts.Selection())
	text := report.TextOptions{Files: checked.Files, Verbose: c.Verbose, Each: "the artifact has each"}
	if err := printFindings(&out, c.Format, findings, text); err != nil {
		return nil, err
	}
	return out.Bytes(), unread
}
