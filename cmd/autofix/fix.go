package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/asking"
	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/verify"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

type fixCmd struct {
	pathFlags
	Artifact []string
	Import   []string
	From     []string
	selection
	programFlags
	verification
	New     onlyNew
	Commits commitFlags
	aiFlags
	Bazel     string // of the verification
	BazelFlag []string

	targets map[string][]string // of the artifacts of From, by path
}

func newFix(flags *cli.Globals, env *environment) *cobra.Command {
	var c fixCmd
	cmd := &cobra.Command{
		Use:   "fix [flags] [PATH...]",
		Short: "Check files, merge the fixes, and apply them.",
		Long: `PATHS are the files and folders to check and fix. Default: the working folder; an empty list, as @FILE, fixes nothing.

Checks the files, merges the proposed fixes into one plan, formats the result, and writes all files in one transaction. Then checks again what changed, until nothing is pending. Of two conflicting fixes, one is applied and the other is reported. Exits 1 if a finding of severity error is left, or if a file has changed since it was checked.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Paths = args
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	f.List(&c.Artifact, "artifact", "FILE", "Apply this artifact instead of checking PATHS. Repeatable.")
	f.List(&c.Import, "import", "NAME=FILE", fmt.Sprintf(importHelp, "Its fixes are applied instead of checking PATHS."))
	f.List(&c.From, "from", "FILE", "Apply the artifacts that CI made, instead of checking PATHS: what --out=artifacts=FILE wrote, an artifact, or a folder with such files whose names end in .json. A FILE of - is the standard input. A file that has changed since is checked again by the built-in checkers, and so is one that programs run or obey. Repeatable.")
	c.selection.declare(f)
	c.programFlags.declare(f)
	c.verification.declare(f)
	c.aiFlags.declare(f)
	cli.FromVariable(f.Text(&c.Bazel, "bazel", "COMMAND", "The Bazel command of --verify. Default: bazel, else bazelisk, from the PATH."), "AUTOFIX_BAZEL")
	f.List(&c.BazelFlag, "bazel-flag", "FLAG", "A flag to pass to the builds and tests of --verify. Repeatable.")
	c.pathFlags.declare(f)
	c.pathFlags.declareChanges(f)
	c.New.declare(f)
	c.Commits.declare(f)
	return cmd
}

// Run fixes.
func (c *fixCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	if !c.Ask { // an agent takes far longer than the collector
		env.growHeapFor(c.Import)
	}
	opts, err := c.options(env)
	if err != nil {
		return err
	}
	if env, err = c.claimStdout(env); err != nil {
		return err
	}
	env.verbose = c.Verbose
	if !opts.DryRun {
		if err := env.finishInterrupted(ctx, flags); err != nil {
			return err
		}
	}
	if err := c.forStaged(); err != nil {
		return err
	}
	if c.New.Since != "" && c.Lines.Since != "" {
		return cli.Mistake("--only-new and --changed-lines exclude each other: one is about findings, and the other about lines")
	}
	if len(c.Artifact) > 0 || len(c.Import) > 0 || len(c.From) > 0 {
		return c.apply(ctx, flags, env, opts)
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
	asks, verifying, err := c.beginSteps(env, ws, flags, &opts)
	if err != nil {
		return err
	}
	if err := c.New.limit(ctx, ws, c.Staged, &opts); err != nil {
		return err
	}
	held, err := holdLine(ws)
	if err != nil {
		return err
	}
	if err := c.Commits.begin(ctx, env, ws, c.Mode, &opts); err != nil {
		return err
	}
	tree := c.pathFlags.tree(ws)
	c.record(&opts, tree)
	watch := new(checks.Watch)
	if env.Terminal || c.Verbose {
		opts.Tools.Checkers = opts.Tools.Checkers.Watched(watch)
	}
	opts.Progress, opts.Phase = env.progress("checking", watch), env.phase
	result, err := pipeline.Fix(ctx, tree, files, opts)
	env.ProgressDone()
	asks.Finish()
	if err == nil && !opts.DryRun && !c.Staged && len(result.Blocked) == 0 {
		err = held.prune(ctx, env, ws, result.Files, &opts)
	}
	err = c.Commits.finish(ctx, result, err)
	if err := errors.Join(err, verifying.Finish(ctx, opts.Shown)); err != nil {
		return err
	}
	s := report.SummaryOf(result, &opts, c.preview())
	c.Commits.report(s)
	asks.Report(s)
	verifying.Report(s)
	s.Checked = report.Checked{Files: result.Checked, Checkers: result.Checkers}
	s.Download = c.download(&opts)
	s.Fix = c.pathFlags.command(c.fixCommand())
	s.Again = "run again: " + s.Fix
	c.offered = c.pathFlags.pasted(process.CommandLine("autofix", slices.Concat([]string{"fix"}, flags.Given(), []string{"--mode=diff", "--safety=unsafe"}, ruleFlags(c.Rule), c.programFlags.flags())...))
	s.Patch = c.patchHint(env, ws.Root())
	if c.Verbose {
		c.details = append(configurations(opts.Shown, files, opts.Config), timesOf(watch)...)
	}
	if len(c.Rule) == 0 && !c.printsFormat() {
		s.Linters = c.linters(env, ws, &c.pathFlags, files, result.LeftAlone, result.Checked, &opts)
	}
	err = c.finish(env, result, s)
	c.pathFlags.tellKept(env, opts.Shown)
	return c.stand(env, s, asks.Judge(err))
}

// forStaged adapts the flags to --staged, and returns an error for flags that
// exclude it.
func (c *fixCmd) forStaged() error {
	switch {
	case !c.Staged:
		return nil
	case c.Commits.By != "":
		return cli.Mistake("--commits and --staged exclude each other: --staged fixes what you are about to commit")
	case c.Ask || c.Level != "" && c.Level != "none" || c.Command != "":
		return cli.Mistake("--staged excludes --ai and --verify: both need the working files")
	case !c.preview() && os.Getenv("PRE_COMMIT") != "":
		return cli.Mistake("--staged: pre-commit has put unstaged changes aside, and may fail to put them back after a fix of the index: use the hook of .pre-commit-hooks.yaml, which fixes the working files")
	}
	c.Level = "none" // whatever [verify] says
	return nil
}

// beginSteps adds to the options of a run the steps that ask agents, and that
// verify.
func (c *fixCmd) beginSteps(env *environment, ws *workspace.Workspace, flags *cli.Globals, opts *pipeline.Options) (*asking.Run, *verify.Session, error) {
	c.CheckOnly = c.Mode == "check"
	asks, err := c.aiFlags.begin(env, ws, flags, opts)
	if err != nil {
		return nil, nil, err
	}
	_, missing := bazel.FindCommand(c.Bazel, env.Dir)
	c.Agents = asks.Verifies(missing == nil && undeclared.IsWorkspace(ws.Root()))
	verifying, err := c.verification.begin(env, ws.Root(), opts, c.server(env, ws.Root()), c.Certify)
	if err != nil {
		asks.Finish()
	}
	return asks, verifying, err
}

// apply implements fix --artifact, --import and --from.
func (c *fixCmd) apply(ctx context.Context, flags *cli.Globals, env *environment, opts pipeline.Options) error {
	if err := c.onlyArtifacts(); err != nil {
		return err
	}
	ws, artifacts, renewed, err := c.openGiven(ctx, flags, env, &opts)
	if err != nil {
		return err
	}
	defer ws.Close()
	if err := env.knownRules(c.Rule, opts.Tools.Checkers, artifacts); err != nil {
		return err
	}
	opts.Shown = env.Shown(ws.Root())
	c.Once = true
	asks, verifying, err := c.beginSteps(env, ws, flags, &opts)
	if err != nil {
		return err
	}
	if err := c.Commits.begin(ctx, env, ws, c.Mode, &opts); err != nil {
		return err
	}
	opts.Each = c.drop(&opts)
	c.record(&opts, ws)
	opts.Phase = env.phase
	result, err := pipeline.Apply(ctx, ws, artifacts, opts)
	env.ProgressDone()
	asks.Finish()
	err = c.Commits.finish(ctx, result, err)
	if err := errors.Join(err, verifying.Finish(ctx, opts.Shown)); err != nil {
		return err
	}
	result.Crashed = append(result.Crashed, renewed.Crashed...)
	s := report.SummaryOf(result, &opts, c.preview())
	c.Commits.report(s)
	asks.Report(s)
	verifying.Report(s)
	s.Fix = c.fixCommand(slices.Concat(artifactFlags(c.Artifact), importFlags(c.Import), fromFlags(c.From))...)
	switch {
	case len(c.From) > 0:
		c.renewedIn(s, renewed)
	case len(c.Artifact) > 0:
		s.Again = again(env, ws.Root(), c.fixCommand(), slices.Concat(s.StaleFiles(), s.PutOff()))
	default:
		s.Again = importAgain
	}
	if len(c.From) == 0 {
		s.Checked.Artifacts, s.Checked.Reports = len(c.Artifact), len(c.Import)
	}
	s.Patch = c.patchHint(env, ws.Root())
	return c.stand(env, s, asks.Judge(c.finish(env, result, s)))
}

// onlyArtifacts returns an error for flags and PATHS that exclude artifacts and
// reports.
func (c *fixCmd) onlyArtifacts() error {
	switch {
	case c.pathFlags.given() || c.New.Since != "":
		return cli.Mistake("--artifact, --import and --from exclude --strict-files, --no-exclude, --staged, --changed-lines and --only-new: nothing is checked")
	case len(c.From) > 0 && len(c.Artifact)+len(c.Import) > 0:
		return cli.Mistake("--from excludes --artifact and --import: --from takes artifacts too")
	case len(c.Paths) == 0:
		return nil
	case len(c.From) > 0:
		return cli.Mistake("--from and PATHS exclude each other: artifacts name their own files")
	case len(c.Artifact) == 0:
		return &cli.UsageError{Err: errors.New("command line: --import and PATHS exclude each other: a report names its own files; check PATHS in a second run")}
	}
	return &cli.UsageError{Err: errors.New("command line: --artifact and PATHS exclude each other: an artifact names its own files")}
}

// openGiven opens the workspace, and reads the artifacts and reports of the
// flags. The caller closes the workspace.
func (c *fixCmd) openGiven(ctx context.Context, flags *cli.Globals, env *environment, opts *pipeline.Options) (*workspace.Workspace, []*artifact.Artifact, *pipeline.Renewed, error) {
	if len(c.From) == 0 {
		ws, artifacts, err := env.openArtifacts(ctx, flags, c.Artifact, c.Import, opts)
		return ws, artifacts, &pipeline.Renewed{}, err
	}
	ws, renewed, err := c.openFrom(ctx, flags, env, opts)
	if err != nil {
		return nil, nil, nil, err
	}
	return ws, renewed.Artifacts, renewed, nil
}

// fixCommand returns the command line that writes the changes of a preview,
// without the PATHS.
func (c *fixCmd) fixCommand(what ...string) string {
	flags := slices.Concat(c.New.flags(), c.Commits.flags(), c.programFlags.flags(), c.aiFlags.flags())
	if !c.Staged {
		flags = append(flags, c.verification.flags()...)
	}
	for _, flag := range c.BazelFlag {
		flags = append(flags, "--bazel-flag="+flag)
	}
	return process.CommandLine("autofix", slices.Concat([]string{"fix"}, c.selection.flags(), flags, what)...)
}

// again returns the remedy for stale files, which are workspace relative: their
// artifact is outdated. fix is the command that checks and fixes PATHS.
func again(env *environment, root, fix string, stale []string) string {
	var paths []string
	for _, path := range stale {
		name := filepath.Join(root, filepath.FromSlash(path))
		if _, err := os.Lstat(name); err != nil {
			continue
		}
		if relative, err := filepath.Rel(env.Dir, name); err == nil {
			name = relative
		}
		paths = append(paths, name)
	}
	command := fix + " PATHS"
	if len(paths) > 0 && len(paths) <= mostPaths {
		command = process.CommandLine(fix, paths...)
	}
	return "make the artifact again, or check and fix anew with: " + command
}

func artifactFlags(files []string) []string {
	flags := make([]string, len(files))
	for i, file := range files {
		flags[i] = "--artifact=" + file
	}
	return flags
}
