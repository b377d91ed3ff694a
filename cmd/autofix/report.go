package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/hmarr/codeowners"
	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/report/overview"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

type reportCmd struct {
	Runs       []string
	Out        string
	FixCommand string
}

func newReport(flags *cli.Globals, env *environment) *cobra.Command {
	var c reportCmd
	cmd := &cobra.Command{
		Use:   "report [flags] [NAME=]RUN...",
		Short: "Show the findings of one or more runs by owner, folder and rule.",
		Long: `A RUN is what --out=artifacts=FILE wrote, or a folder with such files whose names end in .json. Several are in the order of time, the last at the end. NAME, such as a date, is shown in place of the name of the file.

Writes one page of HTML, which needs no other file, no script and no network: the findings of the last run by owner, folder and rule, how many of them one command fixes, and how that changed from run to run. Owners are from CODEOWNERS of the workspace. Checks nothing. For one run as text, SARIF and other formats, see render.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Runs = args
			if len(args) == 0 {
				return cli.Needs("RUN")(cmd, args)
			}
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	f.Choice(new(string), "format", []string{"html"}, "The format of the report.")
	f.Text(&c.Out, "out", "FILE", "Write to this file. Default: -, which is standard output.")
	f.Text(&c.FixCommand, "fix-command", "COMMAND", "The command that fixes what is fixable, for the page. Default: autofix fix.")
	return cmd
}

// Run writes the page.
func (c *reportCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	if c.Out == "" {
		c.Out = "-"
	}
	if c.FixCommand == "" {
		c.FixCommand = "autofix fix"
	}
	env, err := env.claimStdout("", outputFlag{"--out", c.Out})
	if err != nil {
		return err
	}
	ws, err := env.openWorkspace(flags)
	if err != nil {
		return err
	}
	defer ws.Close()
	opts := pipeline.Options{Tools: env.Tools()}
	rules := report.RulesOf(opts.Tools.Checkers)
	var runs []overview.Run
	for _, given := range c.Runs {
		run, err := c.read(ctx, flags, env, ws, given, rules, opts)
		if err != nil {
			return err
		}
		runs = append(runs, run)
	}
	owners, err := ownersIn(ws)
	if err != nil {
		return err
	}
	text, err := overview.HTML(runs, overview.Options{Owners: owners, Command: c.FixCommand, Summary: func(name string) string {
		rule, _ := opts.Tools.Checkers.Rule(name)
		return rule.Summary
	}})
	if err != nil {
		return err
	}
	return env.writeText(c.Out, text)
}

// read reads a run, given as [NAME=]RUN.
func (c *reportCmd) read(ctx context.Context, flags *cli.Globals, env *environment, ws *workspace.Workspace, given string, rules []report.Rule, opts pipeline.Options) (overview.Run, error) {
	name, file, named := strings.Cut(given, "=")
	if !named {
		file = given
		name = strings.TrimSuffix(strings.TrimSuffix(path.Base(filepath.ToSlash(given)), ".json"), ".artifacts")
	}
	if file == "" {
		return overview.Run{}, cli.Mistake("%s: name a file or a folder after the =", given)
	}
	artifacts, err := env.readArtifactLists(ctx, "", []string{file}, pipeline.ReadLists)
	if err != nil {
		return overview.Run{}, err
	}
	if opts.Config, err = env.loadConfig(ws, flags, pipeline.Paths(ws, artifacts), opts.Tools); err != nil {
		return overview.Run{}, err
	}
	findings, err := findingsOf(artifacts, rules, &opts)
	if err != nil {
		return overview.Run{}, fmt.Errorf("%s: %w", file, err)
	}
	return overview.Run{Name: name, Findings: findings}, nil
}

// findingsOf returns the findings of artifacts, each once, without their texts.
func findingsOf(artifacts []*artifact.Artifact, rules []report.Rule, opts *pipeline.Options) (*report.Findings, error) {
	one, err := pipeline.Together(artifacts, opts.Tools.Checkers.Tool)
	if err != nil {
		return nil, err
	}
	findings := report.NewFindings(one, rules, func(string) []byte { return nil })
	findings.Select(opts.Selection())
	return findings, nil
}

// ownersIn returns the owners of files by CODEOWNERS, where the services of
// code look for it, or nil if there is none.
func ownersIn(ws *workspace.Workspace) (func(path string) []string, error) {
	for _, name := range []string{".github/CODEOWNERS", ".gitlab/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"} {
		text, err := ws.Read(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		rules, err := codeowners.ParseFile(bytes.NewReader(text))
		if err != nil {
			return nil, &cli.UsageError{Err: fmt.Errorf("%s: %w", name, err)}
		}
		return func(path string) (owners []string) {
			if rule, err := rules.Match(path); err == nil && rule != nil {
				for _, owner := range rule.Owners {
					owners = append(owners, owner.String())
				}
			}
			return owners
		}, nil
	}
	return nil, nil
}
