package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/process"
	"github.com/rules-autofix/rules_autofix/verify"

	"github.com/rules-autofix/rules_autofix/bazel"
	"github.com/rules-autofix/rules_autofix/bazel/rounds"
	"github.com/rules-autofix/rules_autofix/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/policy"
	"github.com/rules-autofix/rules_autofix/report"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// everything is the target pattern for all targets of the workspace.
const everything = "//..."

// artifactGroup is the output group of the aspects that contains the artifacts.
const artifactGroup = "autofix_artifact"

// artifactOutputs matches the paths of the artifacts, as a Java regular
// expression for a whole path.
const artifactOutputs = `.*\.autofix/.*\.json`

type bazelFixCmd struct {
	Targets []string

	selection
	verification
	aiFlags
	Undeclared       string
	UndeclaredConfig string
	AllowEmpty       bool

	Aspect     string
	Bazel      string
	BazelFlag  []string
	FixCommand string

	noLinter string // for which files of the targets there is no linter; may be empty

	root string // of the workspace
	dir  string // workspace relative, slash separated; relative patterns start here
}

func newBazelFix(flags *cli.Globals, env *environment) *cobra.Command {
	var c bazelFixCmd
	cmd := &cobra.Command{
		Use:   bazelFixVerb + " --aspect=ASPECT [flags] [TARGET...] [-- BAZEL FLAGS]",
		Short: "Build checks with Bazel and apply their fixes, as bazel run //:fix does.",
		Long: `TARGETS are target patterns as Bazel takes them, //... by default; -//PATTERN leaves some out. The arguments after -- are passed to bazel build as flags.

Builds the checks of TARGETS with Bazel, merges the proposed fixes into one plan, and writes all files in one transaction. Then builds again, until nothing is pending. Exits 1 if a finding of severity error is left, or if a file has changed since it was checked. If a check fails, or a package or target does not build, the others are fixed and the exit code is 3; under --policy=strict nothing is written. Only the configuration of --config and --tool-config is used: pass the files that the checks use.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Targets = args
			if dash := cmd.ArgsLenAtDash(); dash >= 0 {
				c.Targets = args[:dash]
				c.BazelFlag = append(c.BazelFlag, args[dash:]...)
			}
			c.Targets = unmarked(c.Targets)
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	c.selection.declare(f)
	c.verification.declare(f)
	c.aiFlags.declare(f)
	cli.FromVariable(f.Choice(&c.Undeclared, "undeclared", undeclaredModes(undeclared.Modes()...), "What to do about files of known kinds that no target names, in the folders that the target patterns name. count says how many there are, if //... is among the patterns. report lists them. unchecked also lists the files that a target names but no check reads, with the reason. fix checks and fixes them too. fail lists them and exits 1. ignore does not look for them."), "AUTOFIX_UNDECLARED")
	cli.FromVariable(f.Choice(&c.UndeclaredConfig, "undeclared-config", undeclaredModes(undeclared.Report, undeclared.Fail, undeclared.Ignore), "What to do about configuration files that would apply to a checked file but that the checks do not have: autofix.toml, .editorconfig, .gitattributes, .hadolint.yaml, go.mod, or the configuration of another formatter. report says which lines declare them, and leaves the layout of files for which they would count as it is. fail does so and exits 1. ignore does not look for them."), "AUTOFIX_UNDECLARED_CONFIG")
	f.Toggle(&c.AllowEmpty, "allow-empty", "Succeed even if no file was checked.")
	cli.Required(f.Text(&c.Aspect, "aspect", "ASPECT", "The aspect that has the artifacts in its output group autofix_artifact."))
	cli.FromVariable(f.Text(&c.Bazel, "bazel", "COMMAND", "The Bazel command. Default: bazel, else bazelisk, from the PATH."), "AUTOFIX_BAZEL")
	f.List(&c.BazelFlag, "bazel-flag", "FLAG", "A flag to pass to bazel build. Repeatable.")
	f.Text(&c.FixCommand, "fix-command", "COMMAND", "The command that started this run, for messages.")
	return cmd
}

// Run builds and fixes.
func (c *bazelFixCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	env.growHeap()
	opts, err := c.options(env)
	if err != nil {
		return err
	}
	if env, err = c.claimStdout(env); err != nil {
		return err
	}
	if err := c.defaultTargets(env); err != nil {
		return err
	}
	ws, err := env.openWorkspace(flags)
	if err != nil {
		return err
	}
	defer ws.Close()
	if env.Listed && len(c.Targets) == 0 { // an empty list
		c.record(&opts, ws)
		return c.selection.finish(env, &pipeline.Result{}, report.SummaryOf(&pipeline.Result{}, &opts, c.preview()))
	}
	from := env.configFiles(flags)
	from.Declared = true
	if opts.Config, err = pipeline.LoadConfig(ws, from, nil, opts.Tools); err != nil {
		return err
	}
	build, err := c.build(ws, env)
	if err != nil {
		return err
	}
	if err := c.ownFiles(ctx, build); err != nil {
		return err
	}
	files, err := c.undeclaredFiles(ws, build, env, opts)
	if err != nil {
		return err
	}
	if !opts.DryRun {
		// Half-written files of a killed run must not be checked.
		if _, err := ws.Recover(ctx); err != nil {
			return fmt.Errorf("bazel-fix: %w", err)
		}
	}
	asking, err := c.aiFlags.begin(env, ws, flags.Config, &opts, c.Mode)
	if err != nil {
		return err
	}
	c.Agents = asking.verifies(true)
	server := verify.Server{UserRoot: build.Server.OutputUserRoot, Flags: c.BazelFlag, Find: func() (string, error) { return build.Command, nil }}
	verifying, err := c.verification.begin(env, ws.Root(), &opts, server, c.Certify)
	if err != nil {
		return err
	}
	checks := rounds.Checks{Build: env.announced(build.Run), AllowEmpty: c.AllowEmpty}
	checks.Inspect = func(artifacts []*artifact.Artifact) error {
		return knownRules(env.Stderr, c.Rule, opts.Tools.Checkers, artifacts)
	}
	configuration := c.undeclaredConfig(ws, from, env, opts)
	opts.Unformatted = configuration.whyUnformatted
	checks.Undeclared = func(ctx context.Context, built rounds.Built) ([]*artifact.Artifact, error) {
		more, err := c.checkUndeclared(ctx, env, built, files, configuration)
		if built.Round == 1 && len(c.Rule) == 0 && !c.printsFormat() {
			c.noLinter = c.unlinted(ws, slices.Concat(built.Artifacts, more), &opts)
		}
		return more, err
	}
	opts.Named = c.namedFolders()
	opts.Shown = env.Shown(ws.Root())
	c.record(&opts, ws)
	result, err := rounds.Run(ctx, ws, checks, opts)
	asking.finish()
	err = errors.Join(err, verifying.Finish(ctx, opts.Shown))
	if ctx.Err() != nil || errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	summary, err := c.finish(env, result, &opts, files, configuration, asking, verifying, err)
	return c.stand(env, summary, asking.judge(err))
}

// checkUndeclared finds the files that the checks of the targets leave out.
// Under the strict policy, undeclared files that are not allowed end the run
// before anything is written.
func (c *bazelFixCmd) checkUndeclared(ctx context.Context, env *environment, built rounds.Built, files *undeclaredFiles, configuration *undeclaredConfig) ([]*artifact.Artifact, error) {
	strict := built.Round == 1 && policy.Policy(c.Policy) == policy.Strict
	if err := configuration.check(ctx, built); err != nil {
		return nil, err
	}
	if err := configuration.judge(); err != nil && strict {
		return nil, err
	}
	if files.Mode == undeclared.Ignore {
		return nil, nil
	}
	artifacts, err := files.Check(ctx, built)
	env.ProgressDone()
	if err == nil && strict {
		err = files.judge()
	}
	return artifacts, err
}

// defaultTargets selects everything if neither a pattern, a list of patterns nor
// a flag of Bazel selects targets.
func (c *bazelFixCmd) defaultTargets(env *environment) error {
	switch {
	case len(c.Targets) == 0 && !c.patternFile() && !env.Listed:
		c.Targets = []string{everything}
	case len(c.Targets) > 0 && c.patternFile():
		return &cli.UsageError{Err: fmt.Errorf("command line: %s and --target_pattern_file: Bazel takes target patterns from one of them", c.Targets[0])}
	}
	return nil
}

// namedFolders returns the workspace-relative folders of the target patterns,
// except for the root.
func (c *bazelFixCmd) namedFolders() []string {
	var folders []string
	for _, pattern := range c.Targets {
		folder, _, ok := undeclared.FolderOf(pattern, c.dir)
		if ok && folder != "." && !strings.HasPrefix(pattern, "-") {
			folders = append(folders, folder)
		}
	}
	return folders
}

// patternFile reports whether Bazel reads its target patterns from a file.
func (c *bazelFixCmd) patternFile() bool { return slices.ContainsFunc(c.BazelFlag, bazel.NamesTargets) }

// build returns the build of the checks.
func (c *bazelFixCmd) build(ws *workspace.Workspace, env *environment) (*bazel.Build, error) {
	command, err := findBazel(c.Bazel, env.Dir)
	if err != nil {
		return nil, err
	}
	build := &bazel.Build{
		Command:  command,
		Dir:      ws.Root(),
		Server:   bazel.ServerOf(ws.Root(), ownPlaces()...),
		Aspect:   c.Aspect,
		Group:    artifactGroup,
		Outputs:  artifactOutputs,
		Flags:    c.BazelFlag,
		Patterns: c.Targets,
		Progress: env.Terminal,
		Stderr:   env.Stderr,
	}
	c.root, c.dir = ws.Root(), "."
	if relative, err := filepath.Rel(ws.Root(), env.Dir); err == nil && filepath.IsLocal(relative) {
		build.Dir = env.Dir // relative patterns start here
		c.dir = filepath.ToSlash(relative)
	}
	return build, nil
}

// finish prints the result of the rounds, judges it, and returns its summary.
// After a failure, the result has the writes of the preceding rounds, if any.
func (c *bazelFixCmd) finish(env *environment, result *rounds.Result, opts *pipeline.Options, files *undeclaredFiles, configuration *undeclaredConfig, asking *asking, verifying *verify.Session, failure error) (*report.Summary, error) {
	if failure != nil {
		failure = c.explain(failure, result != nil)
	}
	if result == nil {
		return nil, failure
	}
	crashes := append(slices.Clone(result.Crashed), files.Crashed...)
	s := report.SummaryOf(&result.Result, opts, c.preview())
	s.Crashes = report.CrashesOf(crashes)
	s.Checked = report.Checked{Targets: result.Targets, Files: result.Checked, Undeclared: files.Checked, Checkers: result.Checkers}
	s.Fix = c.fixCommand()
	s.Again = "run again: " + s.Fix
	s.Patch = c.patchHint(env, c.root)
	s.Unlinted = c.noLinter
	files.tell(s)
	asking.tell(s)
	verifying.Report(s)
	if err := c.writeReports(env, &result.Result, s); err != nil {
		return s, errors.Join(failure, err)
	}
	if failure != nil {
		// The remaining findings are unknown after a failure.
		fmt.Fprintln(env.Stdout, "autofix: written before the failure:")
		for i := range result.Files {
			fmt.Fprintf(env.Stdout, "  %s\n", report.Shown(opts.Shown).Of(result.Files[i].Path))
		}
		return s, failure
	}
	verdict := c.show(env, &result.Result, s)
	if result.Unbuilt != nil {
		verdict = c.partly(result, verdict)
	}
	notes := env.Stdout
	if s.Preview && c.Mode != "check" {
		notes = env.Stderr
	}
	files.tellUnread(notes)
	files.tellOthers(notes)
	configuration.tell(notes)
	c.tellOfAspects(notes, files.Workspace, &result.Result)
	if command := c.trustingCommand(&result.Result); command != "" && !c.preview() {
		fmt.Fprintf(env.Stdout, "autofix: apply suggestions too with: %s\n", command)
	}
	c.tellOfGate(env, &result.Result)
	for _, judge := range []func() error{files.judge, configuration.judge} {
		if err := judge(); err != nil {
			verdict = told(env, verdict, err)
		}
	}
	return s, judged(crashes, s.Shown, verdict)
}

// told returns the worse of the verdict of a run and another error, and prints
// the other one.
func told(env *environment, verdict, found error) error {
	var findings *cli.FindingsError
	if verdict == nil || errors.As(verdict, &findings) && findings.What == "" {
		return found
	}
	if errors.As(verdict, &findings) {
		cli.PrintError(env.Stderr, verdict)
		return found
	}
	cli.PrintError(env.Stderr, found)
	return verdict
}

// trustingCommand returns the command line that also applies suggestions, if
// some were left out only because of their safety.
func (c *bazelFixCmd) trustingCommand(result *pipeline.Result) string {
	if c.Safety != string(fixedits.SafetySafe) {
		return ""
	}
	suggested := func(o pipeline.Outcome) bool {
		return o.Round == result.Rounds && o.Reason.Code == fixedits.CodeSafety && o.Safety == fixedits.SafetySuggestion
	}
	if !slices.ContainsFunc(result.Outcomes, suggested) {
		return ""
	}
	trusting := *c
	trusting.Safety = string(fixedits.SafetySuggestion)
	return trusting.fixCommand()
}

// fixCommand returns the command line that writes the changes of a preview.
func (c *bazelFixCmd) fixCommand() string { return c.commandWith(c.Undeclared) }

// commandWith returns this run's command in the mode that writes, with the
// given --undeclared.
func (c *bazelFixCmd) commandWith(mode string) string {
	return c.commandFor(c.patterns(), c.selectionFlags(mode), c.BazelFlag)
}

// patterns returns the target patterns as a command line needs them: none for
// the whole workspace.
func (c *bazelFixCmd) patterns() []string {
	if len(c.Targets) == 1 && c.Targets[0] == everything {
		return nil
	}
	return c.Targets
}

// selectionFlags returns the flags that select the same fixes and files, in the
// mode that writes, with the given --undeclared.
func (c *bazelFixCmd) selectionFlags(mode string) []string {
	flags := slices.Concat(c.selection.flags(), c.aiFlags.flags(), c.verification.flags())
	if mode != string(undeclared.Count) {
		flags = append(flags, "--undeclared="+mode)
	}
	if c.UndeclaredConfig != string(undeclared.Report) {
		flags = append(flags, "--undeclared-config="+c.UndeclaredConfig)
	}
	if c.AllowEmpty {
		flags = append(flags, "--allow-empty")
	}
	return flags
}

// commandFor returns this run's command with other patterns, flags and flags of
// Bazel.
func (c *bazelFixCmd) commandFor(patterns, flags, bazelFlags []string) string {
	args := slices.Concat(flags, patterns)
	if len(bazelFlags) > 0 {
		args = append(append(args, "--"), bazelFlags...)
	}
	if c.FixCommand == "" {
		return process.CommandLine("autofix", append([]string{"bazel-fix", "--aspect=" + c.Aspect}, args...)...)
	}
	if len(args) == 0 {
		return c.FixCommand
	}
	return process.CommandLine(c.FixCommand, append([]string{"--"}, args...)...)
}

// ownPlaces returns the paths of this process that are in Bazel's output base
// if `bazel run` started it: the path of its executable, with and without
// resolving links such as bazel-bin, and its working folder in the runfiles.
func ownPlaces() []string {
	var places []string
	if path, err := filepath.Abs(os.Args[0]); err == nil {
		places = append(places, path)
		if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
			places = append(places, dir)
		}
	}
	if dir, err := os.Getwd(); err == nil {
		places = append(places, dir)
	}
	return places
}
