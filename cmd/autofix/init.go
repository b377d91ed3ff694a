package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/bazel/session"
	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/setup"
	"github.com/rules-autofix/rules_autofix/internal/setup/survey"
	"github.com/rules-autofix/rules_autofix/internal/version"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

type initCmd struct {
	Write    bool
	Checkers bool
	Hook     bool
	CI       string
	Checkout string
	NoBazel  bool
	Build    bool
	Bazel    string

	programs programFlags
}

func newInit(flags *cli.Globals, env *environment) *cobra.Command {
	var c initCmd
	cmd := &cobra.Command{
		Use:   "init [flags]",
		Short: "Look at a repository, and set it up for autofix.",
		Long: `Prints what is in the repository: languages, the formatters, linters and hooks in use with their counterparts, and what is left alone. Then prints the files that --write would create or change, and what a first run would find and fix with them, which it measures. Without --write, nothing is written.

In a Bazel workspace, that is autofix.toml, and what MODULE.bazel, .bazelrc and the BUILD files need. Otherwise it is autofix.toml. What is there already stays, and a second run changes nothing.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.Run(cmd.Context(), flags, env) },
	}
	f := cli.FlagsOf(cmd)
	f.Toggle(&c.Write, "write", "Write the files, all or none.")
	f.Toggle(&c.Checkers, "checkers", "Also declare the linters and formatters in use in a new autofix.toml, so that check and fix run them once they are trusted.")
	f.Toggle(&c.Hook, "hook", "Also add a hook that fixes what is about to be committed: to pre-commit, lefthook or husky if one is in use, else to git. No hook of git is replaced.")
	f.Optional(&c.CI, "ci", []string{setup.GitHub}, "Also add a job for this service that fails while a safe fix is pending. No file is replaced.")
	f.Text(&c.Checkout, "checkout", "DIR", "Take rules_autofix from this checkout, and the tool from this program, instead of from a release.")
	f.Toggle(&c.NoBazel, "no-bazel", "Set up the command alone, also in a Bazel workspace.")
	f.Toggle(&c.Build, "build", "Once the files are there, run bazel build --config=autofix //... and count what it finds.")
	cli.FromVariable(f.Text(&c.Bazel, "bazel", "COMMAND", "The Bazel command of --build. Default: bazel, else bazelisk, from the PATH."), "AUTOFIX_BAZEL")
	return cmd
}

// Run looks, plans, measures and writes.
func (c *initCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	if c.Write {
		if err := env.finishInterrupted(ctx, flags); err != nil {
			return err
		}
	}
	ws, err := env.openWorkspace(flags)
	if err != nil {
		return err
	}
	defer ws.Close()
	opts := pipeline.Options{Tools: env.Tools(), DryRun: true}
	named := pipeline.Named{Dir: ws.Root(), Paths: []string{"."}}
	listed, left, err := pipeline.Files(ctx, ws, named, env.listing())
	env.ProgressDone()
	if err != nil {
		return err
	}
	if !c.NoBazel && undeclared.IsWorkspace(ws.Root()) {
		var others []pipeline.LeftAlone
		listed, others = withoutNested(listed)
		left = append(left, others...)
	}
	if opts.Config, err = env.loadConfig(ws, flags, listed, opts.Tools); err != nil {
		return err
	}
	files, byDefault := pipeline.Included(ws, named, listed, opts.Config)
	formats, err := opts.Tools.Formats.For(nil, "")
	if err != nil {
		return err
	}
	found := survey.Look(ws, files, slices.Concat(left, byDefault), formats)
	fmt.Fprintf(env.Stdout, "%s has:\n\n", inert.Line(ws.Root()))
	if err := found.Text(env.Stdout); err != nil {
		return err
	}
	plan, err := c.plan(ctx, env, ws, found, files, &opts)
	if err != nil {
		return err
	}
	inBazel := found.Bazel.In() && !c.NoBazel
	if err := c.builds(inBazel, len(plan.Files) > 0); err != nil {
		return err
	}
	result, err := c.measure(ctx, env, flags, ws, listed, named, plan, opts)
	if err != nil {
		return err
	}
	if c.Write {
		if err := plan.Write(ctx, ws); err != nil {
			return fmt.Errorf("init: %w", err)
		}
	}
	if err := c.tell(env.Stdout, plan, result); err != nil {
		return err
	}
	if c.Build {
		return c.build(ctx, env, flags, ws)
	}
	c.next(env.Stdout, inBazel, len(plan.Files) > 0, flags)
	return nil
}

// withoutNested returns the files that `bazel run //:fix` reaches, and the ones
// of nested workspaces.
func withoutNested(listed []string) (files []string, nested []pipeline.LeftAlone) {
	isNested := undeclared.Nested(listed)
	for _, file := range listed {
		if isNested(file) {
			nested = append(nested, pipeline.LeftAlone{Path: file, Reason: "in another Bazel workspace", Default: true})
		} else {
			files = append(files, file)
		}
	}
	return files, nested
}

// plan returns the files to write.
func (c *initCmd) plan(ctx context.Context, env *environment, ws *workspace.Workspace, found *survey.Repository, files []string, opts *pipeline.Options) (*setup.Plan, error) {
	how := setup.Options{
		Version: version.Version, NoBazel: c.NoBazel, Checkers: c.Checkers, Hook: c.Hook, CI: c.CI,
		Checked: func(file string) bool {
			matching, err := pipeline.Matching(ctx, ws, []string{file}, *opts)
			return err == nil && len(matching) > 0
		},
	}
	if err := c.places(env, ws, &how); err != nil {
		return nil, err
	}
	plan, err := setup.Make(ws, found, files, how)
	if _, ok := errors.AsType[*setup.Error](err); ok {
		return nil, &cli.UsageError{Err: fmt.Errorf("%w; nothing was written", err)}
	}
	return plan, err
}

// places sets where the tool and the ruleset are.
func (c *initCmd) places(env *environment, ws *workspace.Workspace, how *setup.Options) error {
	relative := func(name string) (string, bool) {
		if real, err := filepath.EvalSymlinks(name); err == nil {
			name = real
		}
		root, err := filepath.EvalSymlinks(ws.Root())
		if err != nil {
			return "", false
		}
		short, err := filepath.Rel(root, name)
		return filepath.ToSlash(short), err == nil && filepath.IsLocal(short)
	}
	program, err := os.Executable()
	if err == nil {
		if name, inside := relative(program); inside || c.Checkout != "" {
			how.Tool = name
		}
	}
	if c.Checkout == "" {
		return nil
	}
	dir := env.Absolute(c.Checkout)
	module, err := os.ReadFile(filepath.Join(dir, "MODULE.bazel"))
	if err != nil || !strings.Contains(string(module), `"rules_autofix"`) {
		return cli.Mistake("--checkout=%s: not a checkout of rules_autofix: it has no MODULE.bazel of that module", c.Checkout)
	}
	how.Checkout, _ = relative(dir)
	return nil
}

// measure runs the pipeline with the planned files, and writes nothing.
func (c *initCmd) measure(ctx context.Context, env *environment, flags *cli.Globals, ws *workspace.Workspace, listed []string, named pipeline.Named, plan *setup.Plan, opts pipeline.Options) (*pipeline.Result, error) {
	planned := setup.Planned(ws, plan)
	var err error
	if opts.Config, err = pipeline.LoadConfig(planned, env.configFiles(flags), listed, opts.Tools); err != nil {
		return nil, err
	}
	files := slices.Clone(listed)
	for path := range planned.Texts {
		files = append(files, path)
	}
	slices.Sort(files)
	files, opts.LeftAlone = pipeline.Included(ws, named, slices.Compact(files), opts.Config)
	if _, err := c.programs.begin(env, ws, files, nil, &opts); err != nil {
		return nil, err
	}
	opts.Progress = env.progress("checking", nil)
	result, err := pipeline.Preview(ctx, &pipeline.Overlay{Source: ws, Texts: planned.Texts}, files, opts)
	env.ProgressDone()
	return result, err
}

// tell prints the plan and the measured numbers.
func (c *initCmd) tell(w io.Writer, plan *setup.Plan, result *pipeline.Result) error {
	switch {
	case len(plan.Files) == 0:
		fmt.Fprintf(w, "\nIt is set up already: there is nothing to write\n")
	case c.Write:
		fmt.Fprintf(w, "\nWrote %s:\n\n", report.NumberOf(len(plan.Files), "file"))
		for i := range plan.Files {
			fmt.Fprintf(w, "  %s\n", plan.Files[i].Path)
		}
	default:
		fmt.Fprintf(w, "\nautofix init --write would write:\n\n")
		if err := report.Diff(w, plan.Files); err != nil {
			return err
		}
	}
	for _, note := range plan.Notes {
		fmt.Fprintf(w, "\nnote: %s\n", inert.Line(note))
	}
	table := setup.Measured(result)
	total := table.Total()
	if total.Found == 0 {
		fmt.Fprintf(w, "\nA first run would find nothing in %s\n", report.NumberOf(result.Checked, "file"))
		return nil
	}
	fixes := "and fix none"
	if n := changed(result.Files); n > 0 {
		fixes = fmt.Sprintf("and fix %d by changing %s", total.Fixed, report.NumberOf(n, "file"))
	}
	fmt.Fprintf(w, "\nA first run would find %s in %s, %s:\n\n", report.NumberOf(total.Found, "problem"), report.NumberOf(result.Checked, "checked file"), fixes)
	return table.Text(w)
}

func changed(files []fixedits.FileChange) (n int) {
	for i := range files {
		if files[i].Changes() {
			n++
		}
	}
	return n
}

// next prints the next command.
func (c *initCmd) next(w io.Writer, inBazel, pending bool, flags *cli.Globals) {
	command := "autofix fix"
	switch {
	case pending && !c.Write:
		command = process.CommandLine("autofix", slices.Concat([]string{"init", "--write"}, c.flags(), flags.Given())...)
	case inBazel:
		command = "bazel run //:fix"
	}
	fmt.Fprintf(w, "\nNext: %s\n", command)
}

// flags returns the flags that decide about the files.
func (c *initCmd) flags() (flags []string) {
	if c.Checkers {
		flags = append(flags, "--checkers")
	}
	if c.Hook {
		flags = append(flags, "--hook")
	}
	if c.CI != "" {
		flags = append(flags, "--ci="+c.CI)
	}
	if c.Checkout != "" {
		flags = append(flags, "--checkout="+c.Checkout)
	}
	if c.NoBazel {
		flags = append(flags, "--no-bazel")
	}
	return flags
}

// builds returns an error if --build is impossible.
func (c *initCmd) builds(inBazel, pending bool) error {
	switch {
	case !c.Build:
		return nil
	case !inBazel:
		return cli.Mistake("--build: this is not a Bazel workspace")
	case pending && !c.Write:
		return cli.Mistake("--build: the files for it are not written yet: add --write")
	}
	return nil
}

// build runs the checks of Bazel, and counts their findings.
func (c *initCmd) build(ctx context.Context, env *environment, flags *cli.Globals, ws *workspace.Workspace) error {
	settings := session.Settings{
		Targets: []string{session.Everything}, Flags: []string{"--config=autofix"}, Aspect: session.DefaultAspect, Bazel: c.Bazel,
		Dir: ws.Root(), Terminal: env.Terminal, Stderr: env.Stderr,
	}
	build, err := settings.BuildIn(ws.Root())
	if err != nil {
		return err
	}
	built, err := build.Run(ctx)
	if err == nil && built.Failed != nil {
		err = built.Failed
	}
	if err != nil {
		return err
	}
	artifacts, err := env.ReadArtifacts(ctx, artifactsOf(built))
	if err != nil {
		return err
	}
	opts := pipeline.Options{Tools: env.Tools()}
	if opts.Config, err = env.loadConfig(ws, flags, pipeline.Paths(ws, artifacts), opts.Tools); err != nil {
		return err
	}
	findings, err := findingsOf(artifacts, report.RulesOf(opts.Tools.Checkers), &opts)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "\nThe checks of %s found:\n\n", report.NumberOf(len(artifacts), "target"))
	if err := setup.Counted(findings).Text(env.Stdout); err != nil {
		return err
	}
	c.next(env.Stdout, true, false, nil)
	return nil
}
