package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

type gateCmd struct {
	Artifacts  []string
	FixCommand string
	AllCommand string
	Stamp      string
	AllowEmpty bool
	Brief      bool
	Lines      changedLines
	baseArtifacts
}

func newGate(flags *cli.Globals, env *environment) *cobra.Command {
	var c gateCmd
	cmd := &cobra.Command{
		Use:   "gate [flags] [ARTIFACT...]",
		Short: "Fail while artifacts have a pending safe fix or an error.",
		Long: `ARTIFACTS are the files that checks wrote with --out or --out=artifacts.

Exits 1 while a safe fix is pending or a finding of severity error remains, and lists them. Reads no configuration except --config, and sources only to show their lines on a terminal.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Artifacts = args
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	f.Text(&c.FixCommand, "fix-command", "COMMAND", "The command that applies the fixes, for the message.")
	f.Text(&c.AllCommand, "all-command", "COMMAND", "The command that applies the fixes of all targets of a build. The message has it in the first line, and three lines of findings at most.")
	f.Text(&c.Stamp, "stamp", "FILE", "Write this file if nothing is pending.")
	f.Toggle(&c.AllowEmpty, "allow-empty", "Succeed even if no file was checked.")
	f.Toggle(&c.Brief, "brief", "Print one line per finding, on a terminal too.")
	c.Lines.declare(f)
	c.baseArtifacts.declare(f)
	return cmd
}

// Run judges.
func (c *gateCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	if len(c.Base) > 0 && c.Lines.Since != "" {
		return cli.Mistake("--base and --changed-lines exclude each other: one is about findings, and the other about lines")
	}
	source, err := env.declaredConfig(flags, env.Tools())
	if err != nil {
		return err
	}
	line := policy.Line{Config: source}
	checked := make(chan []*artifact.Artifact, 1)
	var comparing errgroup.Group // with a base, as large as the head
	comparing.Go(func() error {
		base, err := c.read(ctx, env)
		return cmp.Or(err, c.compare(base, <-checked, &line))
	})
	artifacts, err := env.checkedArtifacts(ctx, c.Artifacts)
	checked <- artifacts
	if err != nil {
		_ = comparing.Wait() // the error of the head comes first
		return fmt.Errorf("gate: %w", err)
	}
	if c.Lines.Since != "" {
		if artifacts, err = c.changed(ctx, flags, env, artifacts, source); err != nil {
			return err
		}
	}
	judged := policy.CaseOf(artifacts, (&policy.Selection{Config: source}).Fate)
	if err := comparing.Wait(); err != nil {
		return err
	}
	shown := c.shown(flags, env)
	verdict := shown.Verdict(judged.Judge(&line))
	switch {
	case verdict.Files == 0 && !c.AllowEmpty:
		out := "check files, or pass --allow-empty"
		if c.FixCommand != "" {
			out = "name targets with source files, or set allow_empty = True" // of autofix_test
		}
		return &cli.UsageError{Err: fmt.Errorf("gate: nothing was checked, which is not the same as nothing found; %s", out)}
	case !verdict.Open():
		var err error
		if c.AllCommand != "" {
			err = report.GateOfTarget(env.Stderr, verdict, cmp.Or(c.FixCommand, c.AllCommand), c.AllCommand, trustFlags)
		} else if env.Terminal && env.read && !c.Brief {
			err = c.full(flags, env, artifacts, source, verdict, shown)
		} else {
			err = report.Gate(env.Stderr, verdict, c.FixCommand, trustFlags)
		}
		if err := errors.Join(err, c.count(env.Stderr, verdict)); err != nil {
			return err
		}
		return &cli.FindingsError{}
	case c.Stamp == "":
		return c.open(env.Stdout, verdict)
	default:
		// A successful build action prints nothing.
		return env.writeFile(c.Stamp, func(w writer) error { return c.open(w, verdict) })
	}
}

// open writes the verdict of an open gate.
func (c *gateCmd) open(w io.Writer, verdict *policy.Verdict) error {
	return errors.Join(report.Gate(w, verdict, "", trustFlags), c.count(w, verdict))
}

// changed returns the artifacts with what touches changed lines. Their files
// must be as they were checked.
func (c *gateCmd) changed(ctx context.Context, flags *cli.Globals, env *environment, artifacts []*artifact.Artifact, config config.Source) ([]*artifact.Artifact, error) {
	ws, err := env.openWorkspace(flags)
	if err != nil {
		return nil, err
	}
	defer ws.Close()
	opts := pipeline.Options{Tools: env.Tools(), Config: config}
	if _, err := c.Lines.only(ctx, ws, false, nil, &opts); err != nil {
		return nil, err
	}
	some := make([]*artifact.Artifact, len(artifacts))
	for i, a := range artifacts {
		for _, snapshot := range a.Snapshots {
			if text, err := ws.Read(snapshot.Path); !snapshot.Absent && (err != nil || fixedits.Digest(text) != snapshot.SHA256) {
				return nil, fmt.Errorf("gate: %s has changed since it was checked, so that its changed lines are not known: check it again", inert.Line(snapshot.Path))
			}
		}
		if some[i], err = opts.OnLines(a, ws); err != nil {
			return nil, err
		}
	}
	return some, nil
}

// full writes the verdict of a shut gate for a person at a terminal, with the
// lines of files that have not changed since their checks.
func (c *gateCmd) full(flags *cli.Globals, env *environment, artifacts []*artifact.Artifact, config config.Source, verdict *policy.Verdict, shown report.Shown) error {
	tools := env.Tools()
	one, err := pipeline.Together(artifacts, tools.Checkers.Tool)
	if err != nil { // they are for different bytes of a file
		return report.Gate(env.Stderr, verdict, c.FixCommand, trustFlags)
	}
	texts := func(string) []byte { return nil }
	if ws, err := env.openWorkspace(flags); err == nil {
		defer ws.Close()
		texts = pipeline.OfArtifact(ws, one).Text
	}
	findings := report.NewFindings(one, report.RulesOf(tools.Checkers), texts)
	findings.Select(&policy.Selection{Config: config})
	return report.FullGate(env.Stderr, findings, verdict, c.FixCommand, trustFlags, report.TextOptions{Shown: shown, Screen: env.screen()})
}

// shown returns the form of paths in the message. An action or a test of a
// build runs in a folder that nobody works in: it keeps the workspace's paths.
func (c *gateCmd) shown(flags *cli.Globals, env *environment) report.Shown {
	if c.Stamp != "" || strings.Contains(filepath.ToSlash(env.Dir)+"/", ".runfiles/") {
		return nil
	}
	root, err := env.Root(flags)
	if err != nil {
		return nil
	}
	return env.Shown(root)
}

// checkedArtifacts reads artifacts that were written by checks, and lists of
// them. Any problem with one is a failure of its check.
func (e *environment) checkedArtifacts(ctx context.Context, names []string) ([]*artifact.Artifact, error) {
	artifacts, failed, err := pipeline.ReadLists(ctx, e.Encoded(names))
	if _, malformed := errors.AsType[*artifact.Error](err); malformed {
		return nil, fmt.Errorf("malformed artifact %s: %w; the checker that made it is broken, or of another version", names[failed], err)
	}
	if err != nil {
		return nil, fmt.Errorf("artifact: %w", cli.InputError(err))
	}
	return artifacts, nil
}
